import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { agentSurface, promptSurface, toolSurface } from '../../injection/surface.ts'
import { appendFacts } from '../../loop/journal/append-facts.ts'
import { keepPrecomputed, type PrecomputedKeeper } from '../../loop/views/precompute.ts'
import { loadHookSettings } from '../../machine/config/hook-settings.ts'
import { findModel, loadEmbedder } from '../../machine/load-embedder.ts'
import { newestPrecomputed } from '../../precomputed/precomputed-file.ts'
import { PRECOMPUTED_FILES } from '../../precomputed/precomputed-layout.ts'
import type { HookCall } from '../agents/hook-call.ts'
import { choose, keptChoice } from './choose.ts'
import { HookContext } from './hook-context.ts'
import { show } from './show.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-choose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SUBJECTS = [
  'token',
  'expiry',
  'database migration',
  'npm test',
  'React component',
  'python import',
  'retry with a timeout',
]
const ACTIONS = ['check', 'write', 'avoid', 'run', 'close', 'log', 'split', 'mock']
const AGENTS = [['*'], ['plan-writer'], ['code:builder'], []]

/** Patterns enough that no surface looks at all of them. */
async function taughtLoop(count: number, profile: 'classic' | 'bayes' = 'bayes'): Promise<TestLoop> {
  const loop = testLoop({ embedder: loadEmbedder()!, profile })
  await teach(loop, 0, count)
  await appendFacts(loop.context, [usedCommand()])
  return loop
}

async function teach(loop: TestLoop, from: number, until: number): Promise<void> {
  const pick = <T>(list: readonly T[], n: number) => list[n % list.length]!
  const drafts = Array.from({ length: until - from }, (_, at) => {
    const n = from + at
    const text = `${pick(ACTIONS, n)} the ${pick(SUBJECTS, n * 3)} of module${n % 41} before step ${n}`
    return {
      type: 'pattern-sighted' as const,
      stream: 'journal',
      occurredAt: loop.context.now() - (n % 30) * 86_400_000,
      payload: {
        pattern: `p${n}`,
        text,
        textHash: textHash(text),
        role: 'builder',
        category: pick(['mistake', 'convention', 'pattern', 'insight'] as const, n * 7),
        strength: pick(['rule', 'causal', 'observation'] as const, n * 5),
        polarity: 'do' as const,
        appliesTo: [...pick(AGENTS, n * 11)],
        joined: { method: 'new' as const, similarity: 0 },
      },
    }
  })
  const links = drafts.slice(1).map(({ stream, payload: { pattern } }, n) => ({
    type: 'pattern-contradicted' as const,
    stream,
    payload: { pattern, by: drafts[n]!.payload.pattern, reason: 'near in words', as: 'near' as const },
  }))
  await appendFacts(loop.context, [...drafts, ...links])
}

/** A command that this repository is tested by. */
const COMMAND = 'npm test'

function usedCommand() {
  const payload = {
    call: 'c1',
    tool: 'Bash',
    kind: 'shell' as const,
    command: COMMAND,
    ended: 'passed' as const,
  }
  return { type: 'tool-used' as const, stream: 'run/r1', run: 'r1', payload }
}

/** Hooks that read what the loop wrote ahead. */
async function hooksOf(loop: TestLoop, home: string): Promise<(session: string) => HookContext> {
  mkdirSync(join(home, 'ahead'), { recursive: true })
  const precomputed: PrecomputedKeeper = {
    isWanted: () => true,
    note: () => undefined,
    isNoted: () => true,
    kept: () => {
      const file = newestPrecomputed((name) => {
        const path = join(home, 'ahead', name)
        const bytes = existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined
        return bytes && ((at, count) => bytes.subarray(at, at + count))
      })
      return file && { file, close: () => undefined }
    },
    keepPatterns: (bytes, what) => writeFileSync(join(home, 'ahead', PRECOMPUTED_FILES[what]), bytes),
    keepAnswers: () => undefined,
    keepSettings: () => undefined,
    modelFile: () => findModel(),
  }
  await keepPrecomputed({ ...loop.context, precomputed })
  const environment = {
    METTLE_HOME: join(home, 'none'),
    METTLE_HOLDOUT_SHARE: '0.3',
    METTLE_HOLDOUT_AFTER_RUNS: '0',
  }
  return (session) =>
    new HookContext({ client: 'codex', moment: 'prompt', event: 'x', session, cwd: home } as HookCall, {
      workspace: { root: home, home, hooks: home },
      environment,
      now: loop.context.now(),
      settings: () => loadHookSettings({ environment }),
      elapsedMs: () => 0,
    })
}

const SURFACES = [
  ['the start of an agent', { agent: 'main' }],
  ['the start of a named agent', { agent: 'code:plan-writer' }],
  ['the start of an agent with a task', { agent: 'builder', task: 'retry the upload with a timeout in module7' }],
] as const
const TOOLS = [
  { tool: 'Bash', command: COMMAND },
  { tool: 'Bash', command: 'npm test -- src/token.ts' },
  { tool: 'Edit', file: 'src/views/Button.tsx' },
  { tool: 'Edit', file: 'api/import_users.py', agent: 'code:builder' },
  { tool: 'Bash', command: 'ls' },
]
const PROMPTS = [
  'check the token before it expires',
  'why does the database migration of module13 fail',
  'hello',
  'chek the tokne of the databse',
]

const EITHER = [40, 900].flatMap((count) => (['classic', 'bayes'] as const).map((profile) => [count, profile] as const))

/** New patterns, one that a person vouched for, and one that a person retired. A run that failed changes what is expected of a whole group, which is told with the next whole file. */
async function change(loop: TestLoop, count: number, profile: string): Promise<void> {
  await teach(loop, count, count + 12)
  const decision = { by: 'ann', reason: 'we tried it' }
  await loop.deprecatePattern({ pattern: 'p5', ...decision })
  await loop.promotePattern({ pattern: 'p21', ...decision })
  if (profile === 'bayes') return
  await loop.injectForAgent({ agent: 'main', run: 'r9' })
  await loop.recordOutcome({ run: 'r9', result: 'failure', observedBy: 'test' })
}

const WHEN = [
  ...EITHER.map(([count, profile]) => ({ count, profile, isChanged: false })),
  ...EITHER.filter(([count]) => count > 256).map(([count, profile]) => ({ count, profile, isChanged: true })),
]

it.each(WHEN)(
  'a hook shows what the journal would show, of $count patterns by the $profile profile, changed: $isChanged',
  async ({ count, profile, isChanged }) => {
    const loop = await taughtLoop(count, profile)
    const home = join(folder, `${count}-${profile}-${isChanged}`)
    if (isChanged) {
      await hooksOf(loop, home)
      await change(loop, count, profile)
    }
    const settings = { ...loop.context.settings, holdout: { share: 0.3, runShare: 0 } }
    const context = { ...loop.context, settings }
    const { injectForAgent, injectForPrompt, injectForTool } = await import('../../loop/injection/inject-surfaces.ts')
    const hook = await hooksOf(loop, home)
    expect(existsSync(join(home, 'ahead', PRECOMPUTED_FILES.changes))).toBe(isChanged)
    const { inject } = loop.context.policy
    // How rare a word is, is that of the whole file, so one more or less of many can be near enough to count.
    const lines = (block: string) => (isChanged ? block.replace(/^\d+ more found/m, 'more found') : block)
    const blockOf = (run: string, surface: Parameters<typeof show>[1]) =>
      show(hook(run), surface, { agent: '', seen: new Set() })
    for (const [name, start] of SURFACES) {
      const run = `agent-${name.length}`
      const { block } = await injectForAgent(context, { ...start, run })
      expect(blockOf(run, agentSurface({ ...start, run }, undefined, inject))).toBe(block)
      expect(block).not.toBe('')
    }
    for (const [n, use] of TOOLS.entries()) {
      const run = `tool-${n}`
      const { block } = await injectForTool(context, { ...use, run })
      expect(blockOf(run, toolSurface({ ...use, run }, inject))).toBe(block)
    }
    for (const [n, task] of PROMPTS.entries())
      for (const asking of [{}, { agent: 'main' }, { agent: 'builder' }]) {
        const given = { task, run: `prompt-${n}-${asking.agent ?? 'nobody'}`, ...asking }
        const { block } = await injectForPrompt(context, given)
        expect(lines(blockOf(given.run, promptSurface(given, inject)))).toBe(lines(block))
      }
  },
)

it('what was precomputed is what a hook would choose, whatever was said before', async () => {
  const loop = await taughtLoop(300)
  const hook = await hooksOf(loop, join(folder, 'kept'))
  const { inject } = loop.context.policy
  const surfaces = [
    agentSurface({ agent: 'main' }, undefined, inject),
    toolSurface({ tool: 'Bash', command: COMMAND }, inject),
  ]
  for (const surface of surfaces) {
    const all = choose(hook('r'), surface, new Set()).map(({ id }) => id)
    expect(all.length).toBeGreaterThan(5)
    for (const without of [[], all.slice(0, 1), all.slice(5, 30), ['p1', 'p2', 'p3']].map((ids) => new Set(ids))) {
      const kept = keptChoice(hook('r'), surface, without)
      const chosen = choose(hook('r'), surface, without)
      expect(kept?.map(({ id, shownAs, standing }) => ({ id, shownAs, standing }))).toEqual(
        chosen.map(({ id, shownAs, standing }) => ({ id, shownAs, standing })),
      )
    }
  }
})

it('what was precomputed is chosen again when it is a day old, and for any other agent', async () => {
  const loop = await taughtLoop(300)
  const hook = await hooksOf(loop, join(folder, 'old'))
  const surfaceOf = (agent: string) => agentSurface({ agent }, undefined, loop.context.policy.inject)
  const later = Object.assign(hook('r'), { now: loop.context.now() + 86_400_001 })
  expect(keptChoice(hook('r'), surfaceOf('main'), new Set())).not.toBeUndefined()
  expect(keptChoice(later, surfaceOf('main'), new Set())).toBeUndefined()
  expect(keptChoice(hook('r'), surfaceOf('builder'), new Set())).toBeUndefined()
})
