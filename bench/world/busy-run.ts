import { ERROR_TYPES } from '../../src/domain/values/outcome.ts'
import { NOTICES } from '../../src/domain/values/session.ts'
import type { Draft } from '../../src/loop/journal/append-facts.ts'
import { filePath, sentence } from './prose.ts'
import { between, oneOf, sessionId } from './random.ts'
import { ROLES, type World } from './world.ts'

const TOOLS = ['docker', 'github', 'npm', 'postgres', 'terraform'] as const
const COMMANDS = ['npm test', 'npm run lint', 'npx tsc --noEmit', 'git status'] as const
const SIGNATURES = 400

/** A run with only a receipt and an outcome. */
export function shortRun(world: World): Draft[] {
  return world.run().filter(({ type }) => type === 'pattern-injected' || type === 'outcome-recorded')
}

/** A run as in a team's journal: one in five is a session, with errors, tasks, verdicts, goals and draws among its facts. */
export function busyRun(world: World): Draft[] {
  const drafts = world.run()
  const { random } = world
  const [first] = drafts as [Draft & { run: string; payload: { items: readonly { pattern: string }[] } }]
  const { run } = first
  const at = drafts.at(-1)!.occurredAt!
  const add = (type: Draft['type'], payload: object) =>
    drafts.push({ type, run, stream: `run/${run}`, occurredAt: at, payload } as Draft)
  const shown = first.payload.items[0]?.pattern
  if (shown !== undefined && random() < 0.3) {
    const isShown = random() < 0.8
    add('pattern-observed', {
      pattern: shown,
      shown: isShown,
      result: isShown ? 'followed' : 'ignored',
      relapsed: random() < (isShown ? 0.1 : 0.4),
      share: 0.2,
      check: 'npm test fails',
      step: sessionId(random),
    })
  }
  if (random() < 0.2) {
    add('session-started', { client: 'claude-code', source: 'startup' })
    add('prompt-given', { text: sentence(random, between(random, 5, 40)) })
    for (let step = 0; step < 3; step++)
      add('tool-used', {
        call: `call-${step}`,
        tool: 'Bash',
        kind: 'shell',
        command: oneOf(random, COMMANDS),
        files: [filePath(random)],
        ended: random() < 0.8 ? 'passed' : 'failed',
        output: sentence(random, 30),
      })
    add('lesson-asked', { about: [oneOf(random, NOTICES)], tokens: 120 })
    add('session-ended', { reason: 'exit', turns: 3 })
  }
  if (random() < 0.1)
    add('error-recorded', {
      error: sessionId(random),
      type: oneOf(random, ERROR_TYPES),
      tool: oneOf(random, TOOLS),
      message: `cannot open file of kind ${between(random, 1, SIGNATURES)}: ${sentence(random, 3)}`,
    })
  if (random() < 0.2)
    add('outcome-recorded', {
      run,
      task: `task-${between(random, 1, 9)}`,
      result: random() < 0.7 ? 'success' : 'failure',
      observedBy: 'test',
      adapters: [oneOf(random, TOOLS)],
      strategy: `strategy ${between(random, 1, 30)}`,
    })
  if (random() < 0.05) {
    const deliberation = sessionId(random)
    const [role, validator] = [oneOf(random, ROLES), oneOf(random, ROLES)]
    add('deliberation-recorded', {
      deliberation,
      role,
      text: sentence(random, 60),
      verdict: random() < 0.7 ? 'PASS' : 'FAIL',
      evidenceLevel: 2,
    })
    add('verdict-recorded', {
      verdict: sessionId(random),
      deliberation,
      adversarialRole: role,
      validatorRole: validator,
      result: random() < 0.7 ? 'PASS' : 'FAIL',
      mustFix: [],
      falsePositives: [],
      actions: [],
    })
  }
  if (random() < 0.1)
    add('goal-evaluated', { goal: 'fewer failures', success: random() < 0.6, score: random(), metrics: { failed: 1 } })
  return drafts
}
