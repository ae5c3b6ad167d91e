import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyEventOf, anyTellingEvent, DAY_ZERO, numbered } from '../../test/worlds/any-event.ts'
import { acknowledged, cited, fact, receipt } from '../../test/worlds/facts.ts'
import { World, worldOf } from '../../test/worlds/fold-world.ts'
import { rateOf, successRate } from '../engine/standing/success-rate.ts'
import {
  CALENDAR,
  ITERATION,
  type IterationRecord,
  iterationId,
  statesLacking,
  USAGE,
  type UsageRecord,
} from './documents/iteration-documents.ts'
import { applicationOf } from './evolve-iteration.ts'

const later = (minutes: number) => ({ at: DAY_ZERO + minutes * 60_000 })
const started = (iteration: number, run = 'r1') => fact('iteration-started', { iteration }, { run })
const closed = (iteration = 1, run = 'r1') => fact('iteration-closed', { iteration }, { run })
const built = (passed: boolean, minutes = 0) => fact('build-finished', { passed }, later(minutes))
const goal = (success: boolean) => fact('goal-evaluated', { goal: 'reduce-failures', success, score: 0.5, metrics: {} })
const measured = (score: number) =>
  fact('relevance-measured', {
    iteration: 1,
    method: 'context_tags',
    changedFiles: 1,
    scores: [{ pattern: 'p1', score, matched: [] }],
  })

/** Each row as if it counted once it was shown: what the tallies come to when every iteration is closed. */
function whenShown(round: IterationRecord): IterationRecord {
  const rows = Object.entries(round.rows).map(([id, row]) => [id, { ...row, counted: row.shown }])
  return { ...round, rows: Object.fromEntries(rows) as IterationRecord['rows'] }
}

function expectTalliesOf(world: World, rounds: readonly IterationRecord[]) {
  for (const pattern of ['p1', 'p2', 'p3', 'constructor']) {
    const rows = rounds.flatMap((round) => applicationOf(round, pattern) ?? [])
    const tally = (world.get(USAGE, pattern)?.body as UsageRecord | undefined)?.tally
    if (tally === undefined) expect(rows).toEqual([])
    else expect(rateOf(tally, 40)).toEqual(successRate(rows, 40))
  }
}

function rateIn(world: World, pattern = 'p1') {
  const { tally } = world.get(USAGE, pattern)!.body as UsageRecord
  return rateOf(tally, world.get(CALENDAR, CALENDAR)?.body.iterations ?? 0)
}

function iterationsOf(world: World): IterationRecord[] {
  return [...world.documents.values()]
    .filter(({ kind }) => kind === ITERATION)
    .map(({ body }) => body as IterationRecord)
}

describe('an application of a pattern', () => {
  it('is a row of the iteration in which it was shown, however often', () => {
    const shown = [receipt(['p1']), receipt(['p1']), started(2), receipt(['p1'])]
    const world = worldOf([...shown, closed(1), closed(2), closed(2)])
    expect(rateIn(world)).toMatchObject({ total: 2, applied: 0, flag: 'UNTESTED' })
  })

  it('waits while it is only shown, and counts when its iteration is measured or closed', () => {
    expect(worldOf([receipt(['p1']), built(true), goal(true)]).get(USAGE, 'p1')).toBeUndefined()
    expect(rateIn(worldOf([receipt(['p1']), measured(0.8)]))).toMatchObject({ total: 1, rate: 0 })
    expect(rateIn(worldOf([receipt(['p1']), goal(true), closed()]))).toMatchObject({ total: 1, mode: 'goal' })
  })

  it('waits for the next closing when it was shown after the last', () => {
    const world = worldOf([receipt(['p1']), closed(), receipt(['p1', 'p2'])])
    expect(world.get(ITERATION, 'r1/1')!.state).toBe('relevance+goal+count')
    expect(world.get(USAGE, 'p2')).toBeUndefined()
    world.fold(closed())
    expect(rateIn(world, 'p2').total).toBe(1)
    expect(rateIn(world, 'p1').total).toBe(1)
  })

  it('is claimed when the agent names it, and holds when the change shows it', () => {
    expect(rateIn(worldOf([receipt(['p1']), acknowledged('p1')]))).toMatchObject({ applied: 1, rate: 0 })
    const held = worldOf([receipt(['p1']), acknowledged('p1'), cited('p1', false), cited('p1', true)])
    expect(rateIn(held)).toMatchObject({ applied: 1, rate: 1, confidence: 'high', flag: '' })
  })

  it('holds by one place, whatever is said of the others and in whatever order', () => {
    const used = [receipt(['p1']), acknowledged('p1')]
    expect(rateIn(worldOf([...used, cited('p1', true), cited('p1', false)])).rate).toBe(1)
    expect(rateIn(worldOf([...used, cited('p1', false), cited('p1', true)])).rate).toBe(1)
  })

  it('belongs to the iteration in which it was shown, also when it is named later', () => {
    const world = worldOf([receipt(['p1']), started(2), acknowledged('p1'), cited('p1', true)])
    expect(rateIn(world)).toMatchObject({ total: 1, rate: 1 })
    expect(world.get(ITERATION, iterationId('r1', 2))?.body.rows).toEqual({})
  })

  it('does not count before the pattern was shown', () => {
    const claimed = [acknowledged('p1'), cited('p1', true)]
    expect(worldOf(claimed).get(USAGE, 'p1')).toBeUndefined()
    expect(rateIn(worldOf([...claimed, receipt(['p1'])]))).toMatchObject({ total: 1, rate: 1 })
  })

  it('earns nothing after a failed build, and something again after the next passes', () => {
    const used = [receipt(['p1']), acknowledged('p1'), cited('p1', true)]
    expect(rateIn(worldOf([...used, built(false)])).rate).toBe(0)
    expect(rateIn(worldOf([...used, built(true, 2), built(false, 1)])).rate).toBe(1)
  })

  it('is not judged by the build when it was shown to an agent that writes no code', () => {
    const shown = receipt(['p1'], { agent: 'plan-writer' })
    expect(rateIn(worldOf([shown, acknowledged('p1'), cited('p1', true), built(false)])).rate).toBe(1)
  })

  it('earns half its relevance when the goal was missed', () => {
    const used = [receipt(['p1']), acknowledged('p1'), cited('p1', true)]
    expect(rateIn(worldOf([...used, measured(0.8), goal(false)]))).toMatchObject({ rate: 0.4, mode: 'goal' })
    expect(rateIn(worldOf([...used, goal(true), measured(0.8)])).rate).toBe(1)
  })
})

describe('iterations', () => {
  it('are numbered per project, over all runs', () => {
    const world = worldOf([
      fact('iteration-started', { iteration: 1, commit: 'abc' }),
      started(1, 'r2'),
      started(2),
      started(2, 'r2'),
    ])
    const numbers = iterationsOf(world).map(({ run, iteration, number }) => [run, iteration, number])
    expect(numbers).toEqual([
      ['r1', 1, 1],
      ['r2', 1, 2],
      ['r1', 2, 3],
      ['r2', 2, 4],
    ])
    expect(world.get(ITERATION, iterationId('r1', 1))?.body.commit).toBe('abc')
  })

  it('make a pattern stale when ten have passed without its use', () => {
    const used = [receipt(['p1']), acknowledged('p1'), cited('p1', true)]
    const passed = (n: number) => Array.from({ length: n }, (_, i) => started(i + 2))
    expect(rateIn(worldOf([...used, ...passed(9)])).flag).toBe('')
    expect(rateIn(worldOf([...used, ...passed(10)])).flag).toBe('STALE')
  })

  it('say what is still to be found out about them', () => {
    const state = (...events: Parameters<typeof worldOf>[0]) => worldOf(events).get(ITERATION, 'r1/1')!.state
    expect(state(receipt(['p1']))).toBe('relevance+goal+count')
    expect(state(receipt(['p1']), closed())).toBe('relevance+goal')
    expect(state(receipt(['p1']), acknowledged('p1'))).toBe('relevance+goal')
    expect(state(receipt(['p1']), measured(1))).toBe('goal')
    expect(state(receipt(['p1']), measured(1), goal(true))).toBe('')
    expect(statesLacking('citations')).toContain('relevance+citations')
    expect(statesLacking('citations')).not.toContain('relevance+goal+count')
    expect(statesLacking('count')).toHaveLength(8)
  })
})

it('writes a receipt as few documents, however many patterns it shows, and one more for a new iteration', () => {
  const many = Array.from({ length: 25 }, (_, i) => `p${i}`)
  const world = new World()
  expect(world.fold(receipt(many)).map(({ kind }) => kind)).toEqual(['loop', 'run', 'day', 'calendar', 'iteration'])
  expect(world.fold(receipt(many)).map(({ kind }) => kind)).toEqual(['loop', 'run', 'day', 'iteration'])
})

it('tallies what counts at any time, and all that was shown once every iteration that waits is closed', () => {
  const anyOwn = fc
    .constantFrom(
      'iteration-started' as const,
      'iteration-closed' as const,
      'relevance-measured' as const,
      'build-finished' as const,
      'goal-evaluated' as const,
      'pattern-injected' as const,
      'pattern-acknowledged' as const,
      'citation-verified' as const,
    )
    .chain(anyEventOf)
  const history = fc.array(fc.oneof({ weight: 3, arbitrary: anyOwn }, anyTellingEvent), { maxLength: 40 })
  fc.assert(
    fc.property(history.map(numbered), (events) => {
      const world = worldOf(events)
      expectTalliesOf(world, iterationsOf(world))
      const waits = new Set(statesLacking('count'))
      for (const { run, iteration } of iterationsOf(world))
        if (waits.has(world.get(ITERATION, iterationId(run, iteration))!.state)) world.fold(closed(iteration, run))
      expectTalliesOf(world, iterationsOf(world).map(whenShown))
    }),
    { numRuns: 400 },
  )
})
