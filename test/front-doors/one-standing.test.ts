import fc from 'fast-check'
import { expect, it } from 'vitest'
import { UserError } from '../../src/domain/user-error.ts'
import { whyPattern } from '../../src/edges/mcp/why.ts'
import { isShown, standingLabel, statusBy } from '../../src/engine/standing/standing.ts'
import type { Mettle } from '../../src/open.ts'
import { HookWorld } from '../worlds/hook-world.ts'
import { OWN_TOKEN, testServer } from '../worlds/test-server.ts'
import { runCli } from './run-cli.ts'

const LESSONS = [
  'Always run the migrations before the tests, otherwise they use an old schema',
  'Close the database handle before the folder is removed',
  'Regenerate the lock file whenever the build of the client fails',
]
const TASK = 'run the migrations and the tests, close the database handle, regenerate the lock file'
const ACTIONS = ['success', 'failure', 'helpful', 'harmful', 'promote', 'deprecate', 'quarantine'] as const
const anyAction = fc.record({
  lesson: fc.nat(LESSONS.length - 1),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ACTIONS.slice(0, 2)) },
    { weight: 2, arbitrary: fc.constantFrom(...ACTIONS) },
  ),
})
type Action = typeof anyAction extends fc.Arbitrary<infer A> ? A : never

async function happens(mettle: Mettle, pattern: string, what: Action['what'], run: string): Promise<void> {
  const person = { pattern, by: 'ann', reason: 'we agreed' }
  switch (what) {
    case 'success':
    case 'failure': {
      await mettle.inject({ role: 'builder', run, task: TASK })
      const applied = [{ pattern, file: 'a.ts', line: 1 }]
      await mettle.recordOutcome({ run, result: what, observedBy: 'test', files: ['a.ts'], applied })
      return
    }
    case 'helpful':
    case 'harmful':
      await mettle.recordFeedback({ subject: 'pattern', id: pattern, type: what, by: 'ann', run })
      return
    case 'promote':
      await mettle.promotePattern(person)
      return
    case 'deprecate':
      await mettle.deprecatePattern(person)
      return
    case 'quarantine':
      await mettle.quarantinePattern(person)
  }
}

it('every surface says the same of a pattern, and agents are shown only what its status allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 4, maxLength: 14 }), async (actions) => {
      const world = new HookWorld()
      try {
        await sameEverywhere(world, actions)
      } finally {
        world.remove()
      }
    }),
    { numRuns: 3, seed: 20261117 },
  )
}, 240_000)

async function sameEverywhere(world: HookWorld, actions: readonly Action[]): Promise<void> {
  const ids = await world.know(...LESSONS)
  const setting = { cwd: world.root, environment: world.environment, now: world.now }
  const cli = async (...argv: string[]) => (await runCli(argv, setting)).stdout
  const standings = await world.command(async (mettle) => {
    // A decision against an earlier one is refused until that is reset.
    for (const [at, { lesson, what }] of actions.entries())
      await happens(mettle, ids[lesson]!, what, `r${at}`).catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error
      })
    const views = await mettle.patterns({ all: true })
    const server = testServer(mettle)
    const get = async (path: string) => (await server.call('GET', path, { token: OWN_TOKEN })).body
    const overHttp = (await get('/v1/patterns?all=true')) as typeof views
    for (const { pattern, standing, text } of views) {
      const { id } = pattern
      const { status, helps, runs } = standing
      const same = { status, helps, runs }
      expect((await mettle.pattern(id)).standing, 'show').toMatchObject(same)
      expect((await mettle.why(id)).standing, 'why').toMatchObject(same)
      const { moments } = await mettle.patternHistory(id)
      if (moments.length > 0) expect(standingLabel(moments.at(-1)!), 'history').toBe(standingLabel(standing))
      expect(overHttp.find((one) => one.pattern.id === id)?.standing, 'HTTP list').toMatchObject(same)
      expect((await get(`/v1/patterns/${id}`)).standing, 'HTTP').toMatchObject(same)
      expect((await get(`/v1/patterns/${id}/why`)).standing, 'HTTP why').toMatchObject(same)
      expect((await whyPattern(mettle, id)).state.toLowerCase(), 'MCP').toContain(status)
      if (pattern.invertedFrom === undefined)
        expect(text.startsWith('AVOID: '), 'the words of a warning').toBe(status === 'warning')
    }
    const byStatus = (await mettle.report()).byStatus as Record<string, number>
    for (const [status, count] of Object.entries(byStatus))
      expect(views.filter(({ standing }) => standing.status === status).length, status).toBe(count)
    const shown = views.filter(({ standing }) => isShown(standing.status))
    expect((await mettle.status()).patterns.showable, 'status').toBe(shown.length)
    const { items } = await mettle.inject({ role: 'builder', run: 'last', task: TASK })
    for (const { pattern, standing: label } of items) {
      const { standing } = views.find((one) => one.pattern.id === pattern)!
      expect(isShown(standing.status), 'block').toBe(true)
      if (label !== undefined) expect(label).toBe(standingLabel(standing))
    }
    const exported = (await mettle.exportFiles({ format: 'claude-md' })).section?.join('\n') ?? ''
    for (const { pattern, standing } of views)
      if (!isShown(standing.status)) expect(exported, 'export').not.toContain(pattern.text)
    return new Map(views.map(({ pattern, standing }) => [pattern.id, { pattern, standing }]))
  })
  const list = await cli('pattern', 'list', '--all')
  const listed = JSON.parse(await cli('pattern', 'list', '--all', '--json')).items as {
    readonly id: string
    readonly standing: { readonly status: string }
  }[]
  const { context = '' } = await world.call({ moment: 'session-start', session: 'asks' })
  for (const [id, { pattern, standing }] of standings) {
    const { status } = standing
    expect(list, 'list').toMatch(new RegExp(`^${id} +${statusBy(standing)} `, 'm'))
    expect(listed.find((one) => one.id === id)?.standing.status, 'list --json').toBe(status)
    const title = `${status[0]!.toUpperCase()}${status.slice(1)}`
    expect(await cli('pattern', 'show', id), 'show').toContain(title)
    expect(await cli('pattern', 'why', id), 'why').toMatch(new RegExp(`^${title}[.:,]`, 'm'))
    const line = context.split('\n').find((one) => one.includes(pattern.text))
    if (line !== undefined) expect(isShown(status), `hook: ${line}`).toBe(true)
    if (line !== undefined && standing.decidedBy === undefined && status !== 'warning')
      expect(line, 'hook').toContain(`(${standingLabel(standing)})`)
  }
}
