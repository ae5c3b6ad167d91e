import { describe, expect, it } from 'vitest'
import { fact, outcome } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import type { StrategyRecord } from '../engine/laws/strategies.ts'
import { STRATEGY } from './fold-strategies.ts'

const GOOD = { durationMs: 60_000, errorCount: 0, retryCount: 0 }
const SPLIT = 'Split by file type'
const plan = fact('plan-recorded', { plan: 'plan-1', text: 'Split by file type, one file per subtask' })
const task = (id: string, more = {}) => outcome({ task: id, ...GOOD, ...more })
const failed = { result: 'failure' } as const

const record = (events: readonly KnownEvent[], name = SPLIT) =>
  worldOf(events).get(STRATEGY, name)?.body as StrategyRecord | undefined

describe('a strategy', () => {
  it('is tried in every task of a run whose plan names it', () => {
    const events = [plan, task('t1'), task('t2', failed)]
    for (const name of [SPLIT, 'One file per subtask'])
      expect(record(events, name)).toMatchObject({
        successes: 1,
        failures: 1,
        examples: [
          { run: 'r1', task: 't1', success: true },
          { run: 'r1', task: 't2', success: false },
        ],
      })
    expect(worldOf(events).subjects.at(-1)).toContain(`strategy/${SPLIT}`)
  })

  it('counts a task once, though the plan and the task both name it', () => {
    expect(record([plan, task('t1', { strategy: SPLIT })])?.successes).toBe(1)
  })

  it('is read from what a planner left behind, and not from who reviews it', () => {
    const said = (role: string) =>
      fact('deliberation-recorded', {
        deliberation: 'd1',
        role,
        text: 'We split by file type.',
        verdict: 'none',
        evidenceLevel: 3,
      })
    expect(record([said('Architect'), task('t1')])?.successes).toBe(1)
    expect(record([said('auditor'), task('t1')])).toBeUndefined()
  })

  it('hears of planned work once: by the tasks or by the run as a whole, whichever comes first', () => {
    expect(record([plan, outcome()])?.successes).toBe(1)
    expect(record([plan, outcome(), task('t1'), task('t2')])?.successes).toBe(1)
    expect(record([plan, outcome(), task('t1', { strategy: SPLIT })])?.successes).toBe(2)
    expect(record([plan, outcome({ observedBy: 'none' }), task('t1'), task('t2')])?.successes).toBe(2)
    expect(record([plan, task('t1'), outcome()])?.successes).toBe(1)
    expect(record([task('t1', { strategy: SPLIT }), outcome({ strategy: SPLIT })])?.successes).toBe(2)
  })

  it('fails by a failed task, succeeds by a helpful one, and hears nothing in between', () => {
    const slow = { durationMs: 2e6, errorCount: 5, retryCount: 5 }
    expect(record([plan, task('t1', failed)])).toMatchObject({ successes: 0, failures: 1 })
    expect(record([plan, task('t1', slow)])).toBeUndefined()
    expect(record([plan, task('t1', { observedBy: 'none' })])).toBeUndefined()
  })

  it('hears what someone says', () => {
    const said = (type: 'helpful' | 'harmful' | 'neutral') =>
      fact('feedback-given', { subject: 'strategy', id: SPLIT, type, weight: 1, by: 'ann', task: 't9' })
    expect(record([said('helpful'), said('harmful'), said('harmful'), said('neutral')])).toMatchObject({
      successes: 1,
      failures: 2,
    })
  })

  it('is listed as one to avoid when it fails too often, and no more when it recovers', () => {
    const bad = [plan, task('t1', failed), task('t2', failed), task('t3', failed)]
    expect(worldOf(bad).get(STRATEGY, SPLIT)?.state).toBe('avoid')
    const recovered = [...bad, task('t4'), task('t5'), task('t6')]
    expect(worldOf(recovered).get(STRATEGY, SPLIT)?.state).toBe('open')
  })
})
