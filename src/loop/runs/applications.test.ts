import { describe, expect, it } from 'vitest'
import { fact, receipt } from '../../../test/worlds/facts.ts'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { appendFacts, type Draft } from '../journal/append-facts.ts'
import { readApplications, signalsOf } from './applications.ts'

async function applied(...facts: KnownEvent[]) {
  const { context } = testLoop()
  const drafts = facts.map(({ type, payload, stream, run }) => ({ type, payload, stream, run }) as Draft)
  await appendFacts(context, drafts)
  return readApplications(context)
}
async function rowsOf(...facts: KnownEvent[]) {
  return [...(await applied(...facts)).get('r1')!.rows.values()]
}

const round = (iteration: number) => fact('iteration-started', { iteration })
const used = (more: { agent?: string; iteration?: number; line?: number } = {}) => {
  const { line, ...whose } = more
  const citations = line === undefined ? [] : [{ file: 'a.ts', line }]
  return fact('pattern-acknowledged', { pattern: 'p1', citations, ...whose })
}
const checked = (verified: boolean) =>
  fact('citation-verified', { pattern: 'p1', citation: { file: 'a.ts' }, verified, reason: 'looked' })
const built = (passed: boolean, iteration?: number) =>
  fact('build-finished', { passed, ...(iteration === undefined ? {} : { iteration }) })
const reached = (success: boolean, iteration?: number) =>
  fact('goal-evaluated', {
    goal: 'green',
    success,
    score: success ? 1 : 0,
    metrics: {},
    ...(iteration === undefined ? {} : { iteration }),
  })

describe('an application', () => {
  it('is one row a round, an agent and a pattern, however often it was shown', async () => {
    const shown = receipt(['p1', 'p2'])
    const rows = await rowsOf(shown, shown, receipt(['p1'], { agent: 'tester' }), round(2), shown)
    expect(rows.map(({ iteration, agent, pattern }) => [iteration, agent, pattern])).toEqual([
      [1, 'agent', 'p1'],
      [1, 'agent', 'p2'],
      [1, 'tester', 'p1'],
      [2, 'agent', 'p1'],
      [2, 'agent', 'p2'],
    ])
    expect(rows.every(({ isApplied, verified }) => !isApplied && verified === undefined)).toBe(true)
  })

  it('is marked by the word of its own agent and round, else by any word of the run', async () => {
    const shown = [receipt(['p1'], { agent: 'tester' }), receipt(['p1'], { agent: 'builder' })]
    const marked = async (word: KnownEvent) =>
      (await rowsOf(...shown, round(2), receipt(['p1'], { agent: 'builder' }), word))
        .filter(({ isApplied }) => isApplied)
        .map(({ iteration, agent }) => `${agent} ${iteration}`)
    expect(await marked(used({ agent: 'tester' }))).toEqual(['tester 1'])
    expect(await marked(used({ agent: 'builder', iteration: 2 }))).toEqual(['builder 2'])
    expect(await marked(used({ iteration: 1 }))).toEqual(['tester 1', 'builder 1'])
    expect(await marked(used({ agent: 'judge' }))).toEqual(['tester 1', 'builder 1', 'builder 2'])
  })

  it('keeps the places that were cited when the agent says so again without any', async () => {
    const [row] = await rowsOf(receipt(['p1']), used({ line: 4 }), used())
    expect(row).toMatchObject({ isApplied: true, citations: [{ file: 'a.ts', line: 4 }] })
  })

  it('is verified once one of its places is, and not where nobody said that it was used', async () => {
    const shown = receipt(['p1'])
    const verified = async (...facts: KnownEvent[]) => (await rowsOf(shown, ...facts))[0]!.verified
    expect(await verified(used(), checked(false))).toBe(false)
    expect(await verified(used(), checked(false), checked(true), checked(false))).toBe(true)
    expect(await verified(checked(true))).toBeUndefined()
  })

  it('has the relevance that was measured for its round', async () => {
    const measured = fact('relevance-measured', {
      iteration: 2,
      method: 'context_tags',
      changedFiles: 1,
      scores: [{ pattern: 'p1', score: 0.4, matched: [] }],
    })
    const rows = await rowsOf(receipt(['p1', 'p2']), round(2), receipt(['p1', 'p2']), measured)
    expect(rows.map(({ relevance }) => relevance)).toEqual([undefined, undefined, 0.4, undefined])
  })

  it('goes with the last goal and build of its round or of the whole run', async () => {
    const signals = async (...facts: KnownEvent[]) => {
      const run = (await applied(receipt(['p1']), ...facts)).get('r1')!
      const { goal, build } = signalsOf(run, [...run.rows.values()][0]!)
      return [goal?.success, build?.passed]
    }
    expect(await signals()).toEqual([undefined, undefined])
    expect(await signals(built(false), built(true), reached(true), reached(false))).toEqual([false, true])
    expect(await signals(built(true, 1), built(false, 2), reached(true, 1), reached(false, 2))).toEqual([true, true])
  })
})
