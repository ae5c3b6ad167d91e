import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PipelineReport } from '../../src/loop/learning/pipeline/run-pipeline.ts'
import { git, newRepository, temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const TOKEN = 'Check token expiry before every API call, otherwise requests fail with 401'
const QUEUE = 'When a worker waits for results, prefer a queue over a timer'

/** A project as its user has it: a folder, and the command line in it. */
async function project(root = newRepository(), more: Record<string, string> = {}) {
  const environment = { METTLE_HOME: join(temporaryFolder(), 'home'), METTLE_HOLDOUT_SHARE: '0', ...more }
  const mettle = async (line: string, stdin = '') => {
    const { exitCode, stdout, stderr } = await runCli([...line.split(' '), '--json'], {
      cwd: root,
      environment,
      stdin,
      now: Date.now(),
    })
    return { exitCode, told: JSON.parse(stdout || stderr) as Record<string, never> }
  }
  await mettle('init')
  const learn = async (options = '') => (await mettle(`learn${options}`)).told as unknown as PipelineReport
  return { root, mettle, learn, environment }
}

function leave(folder: string, name: string, content: unknown): string {
  mkdirSync(join(folder, '.learnings', 'pending'), { recursive: true })
  const path = join(folder, '.learnings', 'pending', name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const step = (report: PipelineReport, name: string) => report.steps.find((each) => each.name === name)!
async function eventsIn({ mettle }: Awaited<ReturnType<typeof project>>): Promise<number> {
  const { events } = (await mettle('status')).told as unknown as { events: number }
  expect(events).toBeGreaterThan(0)
  return events
}

describe('what agents leave in .learnings/pending', () => {
  it('becomes patterns; the files go to the archive, what cannot be read aside with the reason', async () => {
    const world = await project()
    leave(world.root, 'builder-a1.json', { pattern_to_remember: TOKEN })
    leave(world.root, 'judge-b2.json', { no_learnings: true, reason: 'a typo' })
    leave(world.root, 'bad-c3.json', 'torn {')
    const report = await world.learn()
    expect(report).toMatchObject({ processed: 1, added: 1 })
    const pending = join(world.root, '.learnings', 'pending')
    expect(readdirSync(join(pending, 'archived')).sort()).toEqual(['builder-a1.json', 'judge-b2.json'])
    expect(readFileSync(join(pending, 'rejected', 'bad-c3.json.reason.txt'), 'utf8')).toMatch(/^it is not valid JSON/)
    const before = await eventsIn(world)
    const again = await world.learn()
    expect(step(again, 'capture').details).toMatchObject({ refused: [] })
    expect(await eventsIn(world)).toBe(before)
  })

  it('is one learning when the same file is left again', async () => {
    const world = await project()
    for (let time = 0; time < 2; time++) {
      leave(world.root, 'builder-a1.json', { pattern_to_remember: TOKEN })
      await world.learn()
    }
    const { told } = await world.mettle('pattern list')
    expect(told.items).toMatchObject([{ pattern: { sightings: 1 } }])
    expect(readdirSync(join(world.root, '.learnings', 'pending', 'archived'))).toHaveLength(2)
  })

  it('is rescued from subfolders and other worktrees, never through a link or out of another repository', async () => {
    const world = await project()
    const elsewhere = temporaryFolder()
    const tree = join(temporaryFolder(), 'tree')
    git(world.root, 'worktree', 'add', '-q', tree)
    leave(join(world.root, 'packages', 'x'), 'builder-a1.json', { pattern_to_remember: TOKEN })
    leave(tree, 'builder-b2.json', { pattern_to_remember: QUEUE })
    const linked = leave(elsewhere, 'builder-c3.json', { pattern_to_remember: `${TOKEN} today` })
    symlinkSync(elsewhere, join(world.root, 'linked'))
    symlinkSync(linked, join(world.root, 'packages', 'x', '.learnings', 'pending', 'builder-d4.json'))
    const nested = join(world.root, 'nested')
    mkdirSync(nested)
    git(nested, 'init', '-q')
    const foreign = leave(nested, 'builder-e5.json', { pattern_to_remember: `${QUEUE} always` })
    const report = await world.learn()
    expect(step(report, 'capture').details).toMatchObject({ learnings: 2, rescued: 2 })
    expect([existsSync(linked), existsSync(foreign)]).toEqual([true, true])
  })

  it('is refused when it is never a lesson', async () => {
    const world = await project()
    leave(world.root, 'builder-a1.json', {
      pattern_to_remember: 'Implemented the token refresh and its tests',
    })
    expect((await world.learn()).rejected).toMatchObject([{ reason: expect.stringContaining('what was done') }])
  })
})

/** A run that was shown the pattern, changed line 3 of a file, and says that it applied the pattern there. */
async function playedRun(claim: string) {
  const world = await project()
  const { root, mettle } = world
  writeFileSync(join(root, 'auth.ts'), Array.from({ length: 40 }, (_, i) => `line ${i + 1}\n`).join(''))
  git(root, 'add', '.')
  git(root, 'commit', '-q', '-m', 'auth')
  leave(root, 'builder-a1.json', { pattern_to_remember: TOKEN })
  await world.learn()
  await mettle('iteration start --run r1')
  await mettle('inject --role builder --run r1')
  const text = readFileSync(join(root, 'auth.ts'), 'utf8')
  writeFileSync(join(root, 'auth.ts'), text.replace('line 3\n', 'check the token\n'))
  writeFileSync(join(root, 'fresh.ts'), 'new\n')
  const message = `Done.\nLEARNINGS_ACKNOWLEDGED\nApplied: "${TOKEN}" -> [done at ${claim}]`
  const { told } = await mettle('learning acknowledge --run r1 --agent builder', message)
  expect(told).toMatchObject({ acknowledged: true, applied: [{ how: 'exact', places: 1 }] })
  return world
}

const usageOf = async ({ mettle }: Awaited<ReturnType<typeof project>>) => {
  const { told } = await mettle('pattern list --axes')
  const { items: patterns } = told as unknown as { items: { axes: { usage: object } }[] }
  return patterns[0]!.axes.usage
}

describe('a pattern that an agent says it applied', () => {
  it.each([
    ['auth.ts:8', 1],
    ['auth.ts:9', 0],
    ['fresh.ts:1', 1],
    ['name.txt:1', 0],
    ['gone.ts:1', 0],
  ])('at %s has a success rate of %i', async (place, rate) => {
    const world = await playedRun(place)
    const report = await world.learn()
    expect(step(report, 'verify-citations')).toMatchObject({ status: 'done', what: `${rate} of 1 hold` })
    expect(step(report, 'merge-relevance')).toMatchObject({ status: 'done', done: 1 })
    expect(await usageOf(world)).toMatchObject({
      total: 1,
      applied: 1,
      rate,
      flag: rate === 1 ? '' : 'REVIEW',
    })
    const events = await eventsIn(world)
    expect((await world.learn()).steps.filter(({ status }) => status === 'failed')).toEqual([])
    expect(await eventsIn(world)).toBe(events)
  })

  it('earns nothing when the build failed afterwards', async () => {
    const world = await playedRun('auth.ts:3')
    await world.learn()
    await world.mettle('build record --run r1 --failed')
    expect(await usageOf(world)).toMatchObject({ rate: 0 })
    writeFileSync(
      join(world.root, '.learnings', 'build-result.json'),
      JSON.stringify({ status: 'VALIDATION_PASSED', iteration: '1', run_id: 'r1' }),
    )
    expect(step(await world.learn(), 'merge-build')).toMatchObject({ status: 'done', what: 'r1: passed' })
    expect(await usageOf(world)).toMatchObject({ rate: 1 })
    expect(step(await world.learn(), 'merge-build').status).toBe('nothing')
  })
})

describe('the steps', () => {
  it('go on after one has failed, which is reported and recorded', async () => {
    const world = await project()
    leave(world.root, 'builder-a1.json', { pattern_to_remember: TOKEN })
    writeFileSync(join(world.root, '.learnings', 'build-result.json'), 'nonsense')
    const { exitCode, told } = await world.mettle('learn')
    const report = told as unknown as PipelineReport
    expect(exitCode).toBe(1)
    expect(step(report, 'merge-build')).toMatchObject({
      status: 'failed',
      what: expect.stringContaining('build-result.json'),
    })
    expect(report.added).toBe(1)
    expect((await world.mettle('status')).told).toMatchObject({
      lastFailure: { part: 'learn', message: expect.stringContaining('merge-build') },
    })
  })

  it('can be run alone', async () => {
    const world = await project()
    leave(world.root, 'builder-a1.json', { pattern_to_remember: TOKEN })
    const report = await world.learn(' --step capture')
    expect(report.steps.map(({ name }) => name)).toEqual(['capture'])
    expect((await world.mettle('pattern list')).told.total).toBe(0)
    expect(await world.learn(' --step write-patterns')).toMatchObject({ added: 1 })
  })

  it('say why they are skipped in a folder without a repository', async () => {
    const world = await project(temporaryFolder())
    leave(world.root, 'builder-a1.json', { pattern_to_remember: TOKEN })
    await world.learn()
    await world.mettle('inject --role builder --run r1')
    const report = await world.learn()
    expect(step(report, 'changed-files')).toMatchObject({
      status: 'skipped',
      what: 'this folder is not a git repository',
    })
  })

  it('gather what has proven itself in a collection that a person named, and never one that a project names', async () => {
    const collection = join(temporaryFolder(), 'collection.json')
    const world = await playedRun('auth.ts:3')
    writeFileSync(join(world.root, 'mettle.config.json'), JSON.stringify({ learn: { collection } }))
    expect(step(await world.learn(), 'export').status).toBe('skipped')
    const own = ` --set learn.collection=${collection}`
    expect(step(await world.learn(own), 'export')).toMatchObject({ status: 'done', done: 1 })
    expect(step(await world.learn(own), 'export').status).toBe('nothing')
    expect(JSON.parse(readFileSync(collection, 'utf8'))).toMatchObject({
      learnings: [{ id: 'SL-001', summary: TOKEN }],
    })
  })
})

describe('a goal', () => {
  const goals = async ({ mettle }: Awaited<ReturnType<typeof project>>) =>
    (await mettle('goal list')).told as unknown as {
      chosen?: { goal: string }
      suggested?: string
      items: { name: string; target?: number }[]
      warnings: string[]
    }

  it('is active only when a person has chosen it, whatever a file says', async () => {
    const world = await project()
    const file = join(world.root, '.learnings', 'goal.yaml')
    mkdirSync(join(world.root, '.learnings'))
    writeFileSync(
      file,
      'active_goal: minimize-tokens\ngoals:\n  minimize-tokens: {description: "Few tokens, please", success_criteria: {type: threshold, target: 9}}\n',
    )
    expect(await goals(world)).toMatchObject({ suggested: 'minimize-tokens', warnings: [] })
    expect((await goals(world)).chosen).toBeUndefined()
    await world.mettle('goal use minimize-tokens --by ann')
    expect(await goals(world)).toMatchObject({ chosen: { goal: 'minimize-tokens', target: 9, by: 'ann' } })
    await world.mettle('goal use none')
    expect((await goals(world)).chosen).toBeUndefined()
    writeFileSync(file, 'active_goal: &a [')
    expect((await goals(world)).warnings).toHaveLength(1)
    expect((await goals(world)).items.find(({ name }) => name === 'minimize-tokens')?.target).toBe(50_000)
  })

  it('halves what a pattern earns in an iteration that missed it, once', async () => {
    const world = await playedRun('auth.ts:3')
    await world.mettle('goal use custom --command node --command=-e --command process.exit(1)')
    expect(step(await world.learn(), 'evaluate-goal').status).toBe('nothing')
    await world.mettle('iteration start --run r2')
    await world.mettle('inject --role builder --run r2')
    const message = `Applied: "${TOKEN}" -> [auth.ts:3]`
    await world.mettle('learning acknowledge --run r2', message)
    writeFileSync(join(world.root, 'auth.ts'), 'changed\n')
    expect(step(await world.learn(), 'merge-goal')).toMatchObject({ status: 'done', done: 1 })
    expect(await usageOf(world)).toMatchObject({ total: 2, applied: 2, mode: 'goal' })
    expect(step(await world.learn(), 'merge-goal').status).toBe('nothing')
    expect((await world.mettle('goal stats')).told.goals).toMatchObject([
      { goal: 'custom', runs: 1, notes: ['too thin: 1 of 5 runs', 'no trend before 10 evaluations'] },
    ])
  })

  it('is not judged by a command that cannot be started', async () => {
    const world = await playedRun('auth.ts:3')
    await world.mettle('goal use custom --command no-such-program-anywhere')
    await world.mettle('iteration start --run r2')
    await world.mettle('inject --role builder --run r2')
    expect(step(await world.learn(), 'evaluate-goal')).toMatchObject({
      status: 'skipped',
      what: expect.stringContaining('cannot be started (ENOENT)'),
    })
  })

  it('is refused under a name that nobody knows', async () => {
    const world = await project()
    const { exitCode, told } = await world.mettle('goal use reduce-failurs')
    expect(exitCode).toBe(1)
    expect(told).toMatchObject({ error: { message: expect.stringContaining("'reduce-failures'") } })
  })
})
