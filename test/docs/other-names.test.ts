import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENTRY_POINTS, findEntryPoint } from '../../src/compat/names/catalogue.ts'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { ADDRESSES } from '../../src/edges/client/addresses.ts'
import { ALIASES } from '../../src/edges/http/aliases.ts'
import { openMettle } from '../../src/open.ts'
import { ROOT } from '../architecture/source-files.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { mettleWords } from '../front-doors/shell-words.ts'

const page = readFileSync(join(ROOT, 'docs', 'reference', 'other-names.md'), 'utf8')
const rows = [...page.matchAll(/^\| (`.+?) \| `(mettle .+?)` \| (.+?) \|$/gm)].map(
  ([, theirs = '', line = '', ours = '']) => ({ theirs, line, ours }),
)
const folder = mkdtempSync(join(tmpdir(), 'mettle-names-'))
const environment = {
  METTLE_HOME: join(folder, 'home'),
  METTLE_HOLDOUT_SHARE: '0',
  METTLE_SHARE_FOLDER: join(folder, 'shared'),
}
const setting = { cwd: folder, environment }
const ids = new Map<string, string>()

beforeAll(async () => {
  await runCli(['init'], setting)
  writeFileSync(join(folder, 'votes.json'), JSON.stringify(VOTES))
  mkdirSync(join(folder, 'state', 'deliberations'), { recursive: true })
  const graded = { retryCount: 0, qualityScore: 1, adaptersUsed: ['npm'] }
  writeFileSync(
    join(folder, 'outcome.json'),
    JSON.stringify({ runId: 'run-52', status: 'success', ...graded, createdAt: '2025-12-31T00:00:00Z' }),
  )
  const response = '## Accumulated Patterns\n- Never log the raw request body of a payment'
  writeFileSync(
    join(folder, 'state', 'deliberations', '42-judge-1.json'),
    JSON.stringify({ role: 'judge', issue: 42, phase: 'review', labels: ['auth'], response }),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a line of the table, with the ids that the lines before it printed. */
async function run(line: string) {
  const words = mettleWords(line).map((word) => word.replace(/\b[A-Z]{4,}\b/g, (name) => ids.get(name) ?? name))
  const { exitCode, stdout, stderr } = await runCli([...words, '--json'], setting)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Three who approve, which is enough at low risk. */
const VOTES = ['planner', 'builder', 'reviewer'].map((agent) => ({
  agent,
  decision: 'approve',
  confidence: 0.8,
}))

/** What each line must have led to; a name that is not here fails the test. */
const LED_TO: Record<string, (given: Record<string, unknown>) => void> = {
  'process-learnings': (given) => expect(given.steps).toHaveLength(11),
  'prune-learnings': (given) => expect(given).toMatchObject({ dryRun: false }),
  'ck-consensus-adaptive': (given) => expect(given).toMatchObject({ decision: 'approve', shouldPause: false }),
  'ck-consensus-sim': (given) => expect(given).toMatchObject({ decision: 'approve', threshold: 0.55 }),
  outcome: (given) =>
    expect(given).toMatchObject({
      run: 'run-50',
      cycle: { policyDiff: { 'github requireApproval': { after: true } } },
    }),
  'ck-outcome': (given) => expect(given).toMatchObject({ run: 'run-51', assumed: ['retryCount'] }),
  'ck-outcome-file': (given) => expect(given).toMatchObject({ run: 'run-52', duplicate: false }),
  'learning-report': (given) => expect(given).toMatchObject({ totalOutcomes: 3 }),
  'ck-learning-report': (given) => expect(given).toMatchObject({ totalOutcomes: 3 }),
  'ck-policy-diff': (given) => expect(given).toHaveProperty('github riskMultiplier', { before: 1, after: 1.4 }),
  'ck-agent-evolution': (given) => expect(given).toMatchObject({ agent: 'planner', reliability: 0.84, runs: 1 }),
  'push-learnings': (given) => expect(given.pushed).not.toEqual([]),
  'pull-learnings': (given) => expect(given).toMatchObject({ pulled: [], refused: [] }),
  insert: (given) => {
    expect(given).toMatchObject({ role: 'judge', duplicate: false, patterns: [{ method: 'new' }] })
    ids.set('DELIBERATION', given.deliberation as string)
    ids.set('OTHER', (given.patterns as { pattern: string }[])[0]!.pattern)
  },
  'store-pattern': (given) => {
    expect(given).toMatchObject({ status: 'new' })
    ids.set('PATTERN', given.pattern as string)
  },
  'query-patterns': (given) => expect(given.patterns).toHaveLength(2),
  'increment-ignore': (given) =>
    expect(given).toMatchObject({ pattern: ids.get('PATTERN'), after: { ignoreWeight: 1 } }),
  'reinforce-patterns': (given) =>
    expect(given.patterns).toMatchObject([
      { pattern: ids.get('PATTERN'), evidenceLevel: 2, after: { successes: 1, reinforcements: 1 } },
      { pattern: ids.get('OTHER'), after: { successes: 1, reinforcements: 1 } },
    ]),
  'outcome-score': (given) => expect(given).toMatchObject({ run: 'run-42', duplicate: false }),
  decay: (given) => expect(given).toMatchObject({ decaysWhenRead: true }),
  swarm_accumulate_error: (given) => {
    expect(given).toMatchObject({ success: true, bead_id: 'bd-123.1', timestamp: '2026-01-01T00:00:00.000Z' })
    if (given.error_type === 'validation') ids.set('ERROR', given.error_id as string)
  },
  swarm_get_error_context: (given) =>
    expect(given).toMatchObject({
      has_errors: true,
      stats: { total_errors: 2, unresolved: 2, by_type: { validation: 1, timeout: 1 } },
    }),
  swarm_resolve_error: (given) => expect(given).toEqual({ success: true, error_id: ids.get('ERROR'), resolved: true }),
  swarm_check_strikes: (given) => expect(['bd-123.1', 'bd-123.2']).toContain(given.bead_id),
  swarm_record_outcome: (given) => expect(given).toMatchObject({ summary: { feedback_type: 'helpful' } }),
  swarm_complete: (given) => expect(given).toMatchObject({ closed: true, strikes_cleared: true, errors_resolved: 1 }),
  swarm_plan_prompt: (given) =>
    expect(given.prompt).toMatch(/^## Task\n\nAdd refresh tokens to the login\n\n## Wishes\n\n- At most 5 subtasks/),
  swarm_decompose: (given) => expect(given.prompt).toMatch(/^## Task\n\nAdd refresh tokens to the login/),
  hivemind_store: (given) => ids.set('MEMORY', given.id as string),
  hivemind_find: (given) => expect(given).toMatchObject({ count: 1, results: [{ id: ids.get('MEMORY') }] }),
  hivemind_validate: (given) => expect(given).toMatchObject({ success: true, id: ids.get('MEMORY') }),
  query_governed_patterns: (given) =>
    expect(given.patterns).toContainEqual(
      expect.objectContaining({ id: ids.get('PATTERN'), role: 'judge', success_count: 1 }),
    ),
  get_deliberation_state: (given) =>
    expect(given).toMatchObject({
      count: 1,
      verdicts: { judge: 'none' },
      deliberations: [{ id: ids.get('DELIBERATION'), issue: '42', phase: 'review', run: 'run-42' }],
    }),
  librarian_query: (given) => expect(given).toMatchObject({ patterns: [{ id: ids.get('PATTERN') }] }),
  learn: (given) => expect(given).toMatchObject({ processed: 0 }),
  export: (given) => expect(given).toMatchObject({ entries: 2 }),
  import: (given) => expect(given).toMatchObject({ refusedTotal: 0, counts: { pattern: { recorded: 2 } } }),
}

/** Commands that do what a step, a file or a command of theirs did, under a name of their own. */
const ORDINARY: readonly unknown[] = ['learn', 'export', 'import']

/** The words of a line, behind `mettle compat`. */
const wordsOf = (line: string) => mettleWords(line).filter((word) => word !== 'compat')

describe('the names of other systems', () => {
  it.each(rows)('$line', async ({ line }) => {
    const told = await run(line)
    const [command = '', tool = ''] = wordsOf(line)
    if (command === 'tool') expect(findEntryPoint(tool).output.parse(told)).toEqual(told)
    LED_TO[command === 'tool' ? tool : command]!(told)
  })

  it('are all in the table, and the table has no other', () => {
    const names = CATALOGUE.filter(({ group }) => group === 'Commands of other systems').map(({ name }) => name)
    const commands = rows.map(({ line }) => wordsOf(line)[0]).filter((name) => !ORDINARY.includes(name))
    expect([...new Set(commands)].map((name) => `compat ${name}`).sort()).toEqual(names.sort())
  })

  it('hold every tool of an agent', () => {
    const named = rows.flatMap(({ line }) => {
      const [command, tool] = wordsOf(line)
      return command === 'tool' ? [tool] : []
    })
    expect([...new Set(named)].sort()).toEqual(ENTRY_POINTS.map(({ name }) => name).sort())
  })

  it('lead to verbs that are there', async () => {
    const mettle = await openMettle({ cwd: folder, environment })
    const verbs = rows.flatMap(({ ours }) => [...ours.matchAll(/`([^`]+)`/g)].map((match) => match[1]!))
    const commands = CATALOGUE.map(({ name }) => `mettle ${name}`)
    expect(verbs.filter((verb) => !commands.includes(verb) && !(verb in mettle))).toEqual([])
    await mettle.close()
  })
})

describe('addresses of another system', () => {
  it('are all in the table, beside ours', () => {
    const told = [...page.matchAll(/^\| `(GET \S+)` \| `(GET \S+)`/gm)]
    expect(told.map(([, theirs]) => theirs).sort()).toEqual(ALIASES.map(({ address }) => address).sort())
    for (const [, , ours] of told) expect(Object.values(ADDRESSES)).toContain(ours)
  })
})
