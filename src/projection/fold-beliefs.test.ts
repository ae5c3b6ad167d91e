import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import {
  acknowledged,
  cited,
  fact,
  merged,
  outcome,
  receipt,
  reverted,
  review,
  reworked,
  sighting,
  verdict,
} from '../../test/worlds/facts.ts'
import { type World, worldOf } from '../../test/worlds/fold-world.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { type PosteriorRecord, posteriorAt } from '../engine/belief/posterior-record.ts'
import { POLICY } from '../engine/laws/policy.ts'
import {
  baselineOf,
  calibrationSums,
  POSTERIOR,
  PRIORS,
  reviewerRecord,
  weighedRecord,
} from './documents/belief-documents.ts'

const DAY_MS = 86_400_000
const day = (n: number, run = 'r1') => ({ at: DAY_ZERO + n * DAY_MS, run })
const of = (world: World, id = 'p1') => world.get(POSTERIOR, id)?.body as PosteriorRecord
/** On the documented prior, without the groups. */
const believed = (record: PosteriorRecord) => posteriorAt(record, POLICY.bayes.prior, record.at)
/** With what reviewers are known to be worth. */
const heard = (world: World, id = 'p1') => weighedRecord(world, id, POLICY.bayes) as PosteriorRecord
const help = (events: readonly KnownEvent[], id = 'p1') => believed(heard(worldOf(events), id)).help
const applied = [sighting({}), receipt(['p1']), cited('p1', true)]
const ignored = fact('pattern-ignored', {
  pattern: 'p1',
  weight: 1,
  regression: false,
  by: 'inspector',
})
const word = (type: 'helpful' | 'harmful', by: string, run?: string) =>
  fact('feedback-given', { subject: 'pattern', id: 'p1', type, weight: 1, by }, { run })

describe('what is known of a pattern', () => {
  it('begins with its first observation: an applied pattern in a run that went well', () => {
    expect(worldOf(applied).get('posterior', 'p1')).toBeUndefined()
    const record = of(worldOf([...applied, outcome()]))
    expect(record).toMatchObject({
      observations: 1,
      internalObservations: 1,
      group: expect.stringMatching(/^1 bare internal · /),
    })
    expect(believed(record).help).toBeCloseTo(0.4369, 4)
  })

  it('says nothing of a pattern that was merely shown, and a quarter of one that was named', () => {
    const shown = [sighting({}), receipt(['p1']), outcome()]
    expect(worldOf(shown).get('posterior', 'p1')).toBeUndefined()
    const named = help([sighting({}), receipt(['p1']), acknowledged('p1'), outcome()])
    expect(named).toBeGreaterThan(0.38)
    expect(named).toBeLessThan(help([...applied, outcome()]))
  })

  it('is the same of patterns that did the same in one run: none comes first', () => {
    const ids = ['p3', 'p1', 'p2']
    const work = [...ids.map((pattern) => sighting({ pattern })), receipt(ids), ...ids.map((id) => cited(id, true))]
    const world = worldOf([...work, outcome({ result: 'failure' }), verdict('PASS', 1)])
    expect(of(world, 'p2')).toEqual(of(world, 'p1'))
    expect(of(world, 'p3')).toEqual(of(world, 'p1'))
    expect(world.get(PRIORS, PRIORS)?.body?.['1 bare internal']).toEqual({ '1 0': 3 })
  })

  it('can be made to count what was shown, by policy', () => {
    const policy = {
      ...POLICY,
      bayes: { ...POLICY.bayes, tierWeights: { ...POLICY.bayes.tierWeights, shown: 1 } },
    }
    expect(of(worldOf([sighting({}), receipt(['p1']), outcome()], policy)).observations).toBe(1)
  })

  it('rises a little when a verdict on evidence lets it stand, more by level 1 than by level 2, and not by level 3', () => {
    const by = (level: 1 | 2 | 3) => [...applied, verdict('PASS', level)]
    expect(help(by(1))).toBeGreaterThan(help(by(2)))
    expect(help(by(2))).toBeCloseTo(0.5072, 4)
    expect(worldOf(by(3)).get('posterior', 'p1')).toBeUndefined()
  })

  it('rises as much in work that does not pass: how the run ended is another signal', () => {
    const passed = help([...applied, verdict('PASS', 2)])
    expect(help([...applied, verdict('FAIL', 2)])).toBe(passed)
    expect(help([...applied, verdict('FAIL', 2), verdict('PASS', 2)])).toBe(passed)
  })

  it('does not rise when its own role lets it stand', () => {
    const own = fact('verdict-recorded', {
      ...(verdict('FAIL', 2).payload as object),
      validatorRole: 'judge',
    } as never)
    expect(worldOf([...applied, own]).get('posterior', 'p1')).toBeUndefined()
  })

  it('rises more where the PASS holds it up by name', () => {
    const named = fact('pattern-reinforced', { pattern: 'p1', evidenceLevel: 2, verdict: 'v1' })
    expect(help([...applied, verdict('PASS', 2), named])).toBeGreaterThan(0.55)
  })

  it('does not rise with the PASS of a run in which it was dismissed, in whatever order the two come', () => {
    const dismissed = help([...applied, ignored])
    expect(help([...applied, verdict('PASS', 1), ignored])).toBeCloseTo(dismissed, 3)
    expect(help([...applied, ignored, verdict('PASS', 1)])).toBeCloseTo(dismissed, 6)
  })

  it('goes by whether a run succeeded, however calm its course was', () => {
    const calm = { durationMs: 60_000, errorCount: 0, retryCount: 0 }
    const failed = of(worldOf([...applied, outcome({ result: 'failure', ...calm })]))
    expect(failed).toMatchObject({ observations: 1 })
    expect(believed(failed).help).toBeLessThan(0.38)
  })

  it('falls when a validator calls it a false positive, by hand three fifths as much as by the evidence of a run', () => {
    const logOdds = (q: number) => Math.log(q / (1 - q))
    const [byRun, byHand] = [
      help([sighting({}), ignored]),
      help([sighting({}), { ...ignored, run: undefined } as unknown as KnownEvent]),
    ]
    expect(byRun).toBeCloseTo(0.0865, 3)
    expect(logOdds(byRun) - logOdds(0.38)).toBeCloseTo(1.7 * (logOdds(byHand) - logOdds(0.38)), 1)
  })

  it('falls by a dismissal as far, whether the run said before or after it that it applied the pattern', () => {
    const seen = [sighting({}), receipt(['p1'])]
    const after = help([...seen, ignored, cited('p1', true), outcome()])
    expect(after).toBeCloseTo(help([...seen, cited('p1', true), ignored, outcome()]), 3)
    expect(after).toBeLessThan(0.14)
  })

  it('is that it harms, after twelve runs that applied it and failed', () => {
    const failing = (runs: number) => {
      const all = Array.from({ length: runs }, (_, n) => day(n, `r${n}`))
      const run = (at: (typeof all)[number]) => [
        receipt(['p1'], at),
        cited('p1', true, at),
        outcome({ result: 'failure' }, at),
      ]
      return believed(of(worldOf([sighting({}), ...all.flatMap(run)]))).harm
    }
    expect(failing(12)).toBeGreaterThan(POLICY.bayes.warningFrom)
    expect(failing(6)).toBeLessThan(POLICY.bayes.warningFrom)
  })

  it('is moved more by the word of a person than by the same through a door of agents', () => {
    const said = word('helpful', 'ada')
    const byAgent = { ...said, origin: { surface: 'mcp' } } as KnownEvent
    expect(help([sighting({}), said])).toBeCloseTo(0.761, 4)
    expect(help([sighting({}), byAgent])).toBeCloseTo(0.6477, 4)
  })

  it('is moved towards harm by who calls it harmful, and not by who dismisses it', () => {
    const [said, dismissed] = [word('harmful', 'ada'), ignored].map((one) => believed(of(worldOf([sighting({}), one]))))
    expect(said!.harm / said!.neutral).toBeCloseTo((0.18 / 0.44) * 1.5 ** 1.5, 2)
    expect(dismissed!.harm / dismissed!.neutral).toBeCloseTo(0.18 / 0.44, 2)
  })

  it('is not moved by a voice from outside', () => {
    const outside = fact('pattern-ignored', ignored.payload as never, { trust: 'external' })
    expect(worldOf([sighting({}), outside]).get('posterior', 'p1')).toBeUndefined()
  })

  it('shares out a success among the patterns that were shown together', () => {
    const other = sighting({ pattern: 'p2', textHash: 'b'.repeat(64) })
    const both = [sighting({}), other, receipt(['p1', 'p2']), cited('p1', true), cited('p2', true), outcome()]
    expect(help(both)).toBeLessThan(help([...applied, outcome()]))
  })
})

describe('no vote counts twice', () => {
  const once = [...applied, outcome(), verdict('PASS', 1), ignored, word('helpful', 'ada', 'r1')]

  it('however often it is told', () => {
    const twice = of(worldOf([...once, ...once.slice(1)]))
    expect(twice).toEqual(of(worldOf(once)))
    expect(twice.observations).toBe(3)
  })

  it('and each voice has its own', () => {
    const heard = [...applied, word('helpful', 'ada', 'r1'), word('harmful', 'bob', 'r1')]
    expect(of(worldOf(heard)).observations).toBe(2)
  })

  it('of a run without a name each voice is heard once a day', () => {
    const words = [word('helpful', 'ada'), word('helpful', 'ada'), word('helpful', 'bob')]
    expect(of(worldOf([sighting({}), ...words])).observations).toBe(2)
  })
})

describe('truth that comes late', () => {
  it('leaves everything as if it had come at once, where nothing came between', () => {
    const late = worldOf([...applied, outcome(), reverted(day(3))])
    const early = worldOf([...applied, outcome({ result: 'failure' })])
    expect(believed(of(late)).help).toBeCloseTo(believed(of(early)).help, 6)
    expect(of(late).observations).toBe(1)
    expect(of(late).observed.help).toBeCloseTo(of(early).observed.help, 6)
  })

  it('is that a run whose work had to be fixed did not end well, merged or not', () => {
    const failed = believed(of(worldOf([...applied, outcome({ result: 'failure' })]))).help
    for (const told of [
      [outcome(), merged(day(2)), reworked(day(3))],
      [outcome(), reworked(day(3)), merged(day(2))],
      [outcome(), review('changes_requested', day(3))],
    ])
      expect(believed(of(worldOf([...applied, ...told]))).help).toBeCloseTo(failed, 6)
  })

  it('was seen by others, whatever the agent or the reviewer had told', () => {
    const failed = believed(of(worldOf([...applied, outcome({ result: 'failure' })]))).help
    const claimed = [...applied, outcome({ observedBy: 'agent' }), reworked()]
    expect(believed(of(worldOf(claimed))).help).toBeCloseTo(failed, 6)
    const own = [...applied, verdict('PASS', 1), outcome({ observedBy: 'verdict' }), reworked()]
    expect(reviewerRecord(worldOf(own), 'inspector')).toMatchObject({ right: 0, wrong: 1 })
  })

  it('of a review that was dismissed counts for nothing, wherever it was counted', () => {
    const passed = [...applied, verdict('PASS', 1)]
    const before = worldOf(passed)
    const after = worldOf([...passed, review('changes_requested', day(1)), review('dismissed', day(2))])
    const unsaid = [outcome({ result: 'failure' }, day(1)), outcome({ result: 'partial' }, day(2))]
    expect(believed(of(after))).toEqual(believed(of(worldOf([...passed, ...unsaid]))))
    expect(of(after).observations).toBe(of(before).observations)
    expect(reviewerRecord(after, 'inspector')).toMatchObject({ right: 0, wrong: 0 })
    expect(baselineOf(after, 'anyone')).toMatchObject({ runs: 0 })
    expect(baselineOf(after, 'anyone').logits).toBeCloseTo(0, 6)
    expect(after.run()?.exposure).not.toHaveProperty('ended')
    const seen = receipt(['p1']) as KnownEvent & { payload: object }
    const predicted = { ...seen, payload: { ...seen.payload, prediction: 0.83 } } as KnownEvent
    const told = [sighting({}), predicted, review('changes_requested')]
    expect(calibrationSums(worldOf(told)).bins[8]!.count).toBe(1)
    expect(calibrationSums(worldOf([...told, review('dismissed')])).bins[8]!.count).toBe(0)
  })

  it('takes an observation back when the run turns out to say nothing', () => {
    const known = [...applied, outcome({ result: 'failure' })]
    const neutral = of(worldOf([...known, outcome({ result: 'partial' }, day(1))]))
    expect(neutral.observations).toBe(0)
    expect(believed(neutral).help).toBeCloseTo(0.38, 6)
    expect(worldOf([...known, outcome({ result: 'partial' }, day(1))]).get(PRIORS, PRIORS)?.body ?? {}).toEqual({})
  })

  it('lifts what was named to what was applied', () => {
    const named = [sighting({}), receipt(['p1']), acknowledged('p1'), outcome()]
    expect(help([...named, cited('p1', true)])).toBeCloseTo(help([...applied, outcome()]), 6)
  })

  it('makes good less of what has leaked away since', () => {
    const runs = (n: number) =>
      Array.from({ length: n }, (_, i) => [
        receipt(['p1'], day(i + 1, `s${i}`)),
        cited('p1', true, day(i + 1, `s${i}`)),
        outcome({}, day(i + 1, `s${i}`)),
      ]).flat()
    const fall = (between: number) => {
      const before = [...applied, outcome(), ...runs(between)]
      const odds = (p: number) => Math.log(p / (1 - p))
      return odds(help(before)) - odds(help([...before, reverted(day(between + 1))]))
    }
    expect(fall(20)).toBeLessThan(fall(0))
    expect(fall(20)).toBeGreaterThan(0)
  })
})

describe('beside patterns', () => {
  it('contexts learn how their runs end, and all runs together', () => {
    const ends = (run: string, result: 'success' | 'failure') => [receipt([], { run }), outcome({ result }, { run })]
    const world = worldOf([...ends('a', 'success'), ...ends('b', 'success'), ...ends('c', 'failure')])
    expect(baselineOf(world, undefined).logits).toBeGreaterThan(0)
    expect(world.get('baseline', 'all')?.body).toMatchObject({ runs: 3 })
    expect(baselineOf(world, 'anyone')).toMatchObject({ runs: 3 })
  })

  it('a context is a part of the code base, where the work is known to be in one', () => {
    const begins = receipt([], { run: 'a' }) as KnownEvent & { payload: object }
    const files = ['src/auth/login/form.ts', 'src/auth/token.ts']
    const placed = { ...begins, payload: { ...begins.payload, request: { files } } } as KnownEvent
    const world = worldOf([placed, outcome({}, { run: 'a' })])
    expect(baselineOf(world, 'anyone/in src/auth')).toMatchObject({ runs: 1 })
    expect(baselineOf(world, 'anyone/in src/db')).toMatchObject({ runs: 0 })
  })

  it('a reviewer was right who passed what went well, and wrong when it is taken back', () => {
    const passed = [...applied, verdict('PASS', 1), outcome()]
    expect(reviewerRecord(worldOf(passed), 'inspector')).toMatchObject({ right: 1, wrong: 0 })
    expect(reviewerRecord(worldOf([...passed, reverted()]), 'inspector')).toMatchObject({
      right: 0,
      wrong: 1,
    })
  })

  it('what a reviewer said while unknown counts less once they were wrong, and more once they were right', () => {
    const checked = (result: 'success' | 'failure') =>
      Array.from({ length: 10 }, (_, n) => [
        receipt(['p2'], { run: `w${n}` }),
        verdict('PASS', 1, { run: `w${n}` }),
        outcome({ run: `w${n}`, result }, { run: `w${n}` }),
      ]).flat()
    const dismissed = [sighting({}), sighting({ pattern: 'p2' }), ignored]
    const alone = help(dismissed)
    expect(alone).toBeCloseTo(0.0865, 3)
    expect(help([...dismissed, ...checked('failure')])).toBeGreaterThan(0.35)
    expect(help([...dismissed, ...checked('success')])).toBeLessThan(alone / 2)
    const vote = [sighting({}), sighting({ pattern: 'p2' }), word('harmful', 'inspector')]
    expect(help([...vote, ...checked('failure')])).toBeCloseTo(help(vote), 3)
  })

  it('a reviewer is not borne out by the reviewer’s own word', () => {
    const own = [...applied, verdict('PASS', 1), outcome({ observedBy: 'verdict' })]
    expect(reviewerRecord(worldOf(own), 'inspector')).toEqual({ right: 0, wrong: 0 })
  })

  it('what a receipt predicted is joined with how the run ended, once', () => {
    const seen = receipt(['p1']) as KnownEvent & { payload: object }
    const predicted = { ...seen, payload: { ...seen.payload, prediction: 0.83 } } as KnownEvent
    const bins = (events: readonly KnownEvent[]) => calibrationSums(worldOf(events)).bins[8]
    expect(bins([sighting({}), predicted, outcome(), outcome()])).toEqual({
      count: 1,
      predicted: 0.83,
      successes: 1,
    })
    expect(bins([sighting({}), predicted, outcome(), merged(), reverted()])).toMatchObject({
      count: 1,
      successes: 0,
    })
  })

  it('groups hold one for each of their patterns, in the cell of its evidence', () => {
    const cells = (events: readonly KnownEvent[]) => worldOf(events).get(PRIORS, PRIORS)?.body?.['1 bare internal']
    expect(cells([...applied, outcome()])).toEqual({ '0 0': 1 })
    expect(cells([sighting({}), word('helpful', 'ada')])).toEqual({ '3 0': 1 })
    expect(worldOf([...applied, outcome()]).get(PRIORS, PRIORS)?.body.all).toEqual({ '0 0': 1 })
  })
})

describe('whatever happens to a pattern', () => {
  const anyStep = fc.constantFrom(
    cited('p1', true),
    acknowledged('p1'),
    outcome(),
    outcome({ result: 'failure' }),
    outcome({ result: 'partial' }),
    merged(),
    reverted(),
    reworked(),
    review('changes_requested'),
    review('dismissed'),
    verdict('PASS', 1),
    verdict('FAIL', 2),
    ignored,
    receipt(['p1']),
    word('harmful', 'bob', 'r1'),
  )

  it('its posterior stays a distribution, and it has at most one observation a signal', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
        const record = worldOf([sighting({}), ...steps]).get(POSTERIOR, 'p1')?.body
        if (record === undefined) return
        const { help: p, neutral, harm } = believed(record)
        expect(p + neutral + harm).toBeCloseTo(1, 6)
        expect(Math.min(p, neutral, harm)).toBeGreaterThan(0)
        expect(record.observations).toBeLessThanOrEqual(4)
        expect(record.observations).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('more that speaks for it never lowers the probability that it helps', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
        const known = weighedRecord(worldOf([sighting({}), ...steps]), 'p1', POLICY.bayes)
        const before = known === undefined ? 0.38 : believed(known).help
        const praise = word('helpful', 'eve', 'r9')
        expect(help([sighting({}), ...steps, praise])).toBeGreaterThan(before - 0.01)
      }),
    )
  })
})

describe('runs that were drawn for a pattern', () => {
  const holdout = { share: 0.5 }
  const drawn = (shown: string[], withheld: string[], run: string) =>
    receipt(shown, { withheld, holdout, run, agent: 'builder' })
  const known = [sighting({}), sighting({ pattern: 'p2' })]
  const runs = (count: number, isGood: (shown: boolean) => boolean) =>
    Array.from({ length: count }, (_, at) => {
      const [run, isShown] = [`r${at}`, at % 2 === 0]
      const result = isGood(isShown) ? 'success' : 'failure'
      return [isShown ? drawn(['p1'], [], run) : drawn([], ['p1'], run), outcome({ run, result }, { run })]
    }).flat()

  it('move it, those with it and those without it', () => {
    const world = worldOf([...known, drawn(['p1'], ['p2'], 'r1'), outcome()])
    expect(of(world)).toMatchObject({
      runs: 1,
      comparison: { shown: { lines: 1, successes: 1 } },
      observations: 0,
    })
    expect(of(world, 'p2')).toMatchObject({ runs: 1, comparison: { withheld: { lines: 1, successes: 1 } } })
    expect(help([...known, ...runs(60, (isShown) => isShown)])).toBeGreaterThan(0.8)
    expect(help([...known, ...runs(60, (isShown) => !isShown)])).toBeLessThan(0.05)
  })

  it('move it to the cell that its evidence has by what its reviewer is worth now', () => {
    const wrong = Array.from({ length: 20 }, (_, n) => [
      verdict('PASS', 1, { run: `w${n}` }),
      outcome({ run: `w${n}`, result: 'failure' }, { run: `w${n}` }),
    ]).flat()
    const cellAfter = (checked: readonly KnownEvent[]) =>
      of(worldOf([...known, ignored, ...checked, drawn([], ['p1'], 'd1'), outcome({ run: 'd1' }, { run: 'd1' })])).cell
    expect(cellAfter([])).toBe('-4 0')
    expect(cellAfter(wrong)).toBe('0 0')
  })

  it('are corrected by what became of their work', () => {
    const then = [...known, ...runs(10, (isShown) => isShown)]
    const late = worldOf([...then, reverted({ ...day(3), run: 'r0' })])
    const comparison = of(late).comparison!
    expect(comparison.shown).toEqual({ lines: 5, successes: 4 })
    const early = worldOf(
      then.map((event) =>
        event.type === 'outcome-recorded' && event.run === 'r0'
          ? outcome({ run: 'r0', result: 'failure' }, { run: 'r0' })
          : event,
      ),
    )
    expect(of(late).runs).toBe(of(early).runs)
    expect(of(late).applied).toEqual(of(early).applied)
  })

  it('overrule a success that came with its use', () => {
    const used = [
      ...known,
      ...['a', 'b', 'c', 'd', 'e', 'f'].flatMap((run) => [
        receipt(['p1'], { run, agent: 'builder' }),
        cited('p1', true, { run }),
        outcome({ run }, { run }),
      ]),
    ]
    const before = help(used)
    expect(before).toBeGreaterThan(0.45)
    const at = { turn: 0 }
    const same = runs(200, () => at.turn++ % 4 < 2)
    expect(help([...used, ...same])).toBeLessThan(0.3)
  })

  it('are counted once with those that applied it, and with how many of these failed', () => {
    const failing = ['r1', 'r2', 'r3'].flatMap((run) => [
      receipt(['p1'], { run, agent: 'builder' }),
      cited('p1', true, { run }),
      outcome({ run, result: 'failure' }, { run }),
    ])
    const record = of(
      worldOf([sighting({}), ...failing, drawn([], ['p1'], 'r4'), outcome({ run: 'r4' }, { run: 'r4' })]),
    )
    expect(record).toMatchObject({ runs: 4, applied: { runs: 3, successes: 0 } })
    // Even odds at first, and a little less than that after a run that failed; what was merged did not fail.
    expect(of(worldOf([sighting({}), ...failing, merged({ run: 'r3' })])).applied).toEqual({
      runs: 3,
      successes: 1,
      luck: expect.closeTo(Math.log(0.5) + Math.log(0.576), 2),
    })
  })
})

describe('a mistake that could come back', () => {
  const observed = (relapsed: boolean, shown = true) =>
    fact(
      'pattern-observed',
      { pattern: 'p1', shown, result: 'followed', relapsed, share: 0.5, check: 'a before b', step: 's1' },
      { run: 'r1' },
    )
  const counts = (...facts: KnownEvent[]) => worldOf([sighting({}), ...facts]).get(POSTERIOR, 'p1')?.body.relapses

  it('counts a run once, by the worst that its steps show', () => {
    expect(counts(observed(false))).toEqual({ 0.5: [1, 0, 0, 0] })
    expect(counts(observed(false), observed(true))).toEqual({ 0.5: [1, 1, 0, 0] })
    expect(counts(observed(true), observed(false))).toEqual({ 0.5: [1, 1, 0, 0] })
    expect(counts(observed(true, false))).toEqual({ 0.5: [0, 0, 1, 1] })
  })

  it('is not counted where nothing was drawn', () => {
    const undrawn = fact(
      'pattern-observed',
      { pattern: 'p1', shown: true, result: 'followed', relapsed: true, check: 'a before b', step: 's1' },
      { run: 'r1' },
    )
    expect(counts(undrawn)).toBeUndefined()
  })
})
