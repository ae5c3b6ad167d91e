import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyEvent } from '../../test/worlds/any-event.ts'
import { fact, receipt, sighting } from '../../test/worlds/facts.ts'
import { describeEvent } from './describe-event.ts'

describe('an event in plain words', () => {
  it('is one line, whatever the event', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(describeEvent(event, 'p1')).toMatch(/^[^\n]+$/)
      }),
    )
  })

  it('says which place a pattern had in a block, and when it was withheld', () => {
    const shown = receipt(['p2', 'p1'], { withheld: ['p3'] })
    expect(describeEvent(shown, 'p1')).toBe('shown as number 2 of 2, score 1.00')
    expect(describeEvent(shown, 'p3')).toBe('would have been shown, but was withheld at random (probability 0.10)')
    expect(describeEvent(shown, 'p4')).toBe('named in a receipt')
  })

  it('says that a pattern was shown as a warning, and gives no value of that one block', () => {
    const shown = receipt(['p1'])
    const { items } = shown.payload as { items: { parts: object }[] }
    const believed = items.map((item) => ({ ...item, score: 0.02, parts: { value: 0.0921, inverted: 1 } }))
    const payload = { ...(shown.payload as object), items: believed }
    expect(describeEvent({ ...shown, payload } as typeof shown, 'p1')).toBe('shown as a warning as number 1 of 1')
  })

  it('says on which surface a pattern was shown', () => {
    const shown = receipt(['p1'])
    const on = (more: object) =>
      describeEvent({ ...shown, payload: { ...(shown.payload as object), ...more } } as typeof shown, 'p1')
    const place = 'as number 1 of 1, score 1.00'
    expect(on({ surface: 'agent-start', role: 'judge' })).toBe(`shown to judge at its start ${place}`)
    expect(on({ surface: 'tool-call', role: 'judge', tool: 'Bash' })).toBe(`shown to judge before Bash ${place}`)
    expect(on({ surface: 'tool-call', tool: 'Bash' })).toBe(`shown before Bash ${place}`)
  })

  it('says who decided and why', () => {
    const decided = fact('pattern-promoted', {
      pattern: 'p1',
      by: 'ann',
      reason: 'it works',
      axes: ['maturity'],
    })
    expect(describeEvent(decided, 'p1')).toBe('promoted by ann: it works')
  })

  it('says who fixed the work of a run, or asked for it', () => {
    const told = { run: 'r1', commit: '3f2a91c' }
    const fixed = (more: object) => describeEvent(fact('run-reworked', { ...told, ...more }), 'p1')
    expect(fixed({ mends: '8d0c2fe', sign: 'fixup' })).toBe(
      'others fixed the run’s work: 3f2a91c fixes 8d0c2fe (fixup!)',
    )
    expect(fixed({ mends: '8d0c2fe', sign: 'trailer' })).toContain('(Fixes:)')
    expect(fixed({})).toBe('others fixed the run’s work: 3f2a91c fixes it')
    const review = (state: 'changes_requested' | 'dismissed', more: object = {}) =>
      describeEvent(fact('review-recorded', { run: 'r1', review: '80', state, ...more }), 'p1')
    const whole = { reviewer: 'ann', commit: '8d0c2fe' }
    expect(review('changes_requested', whole)).toBe('ann asked for changes to the run’s work (8d0c2fe, review 80)')
    expect(review('changes_requested')).toBe('a reviewer asked for changes to the run’s work (review 80)')
    expect(review('dismissed', whole)).toBe('the review by ann was dismissed (8d0c2fe, review 80)')
    expect(review('dismissed')).toBe('the review was dismissed (review 80)')
  })

  it('names a type that it has no words for', () => {
    expect(describeEvent({ ...sighting({}), type: 'pattern-blessed.v2' }, 'p1')).toBe('pattern blessed')
  })
})
