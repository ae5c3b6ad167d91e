import { drawShare } from '../../src/engine/belief/holdout.ts'
import {
  evidenceOfRelapse,
  isOpen,
  RELAPSE,
  type RelapseCounts,
  relapseOf,
  withOpportunity,
} from '../../src/engine/belief/relapse.ts'
import { CONFIG_KEYS } from '../../src/machine/config/keys.ts'
import { atLeast, atMost, type Benchmark } from '../harness.ts'
import { type Figure, figure, rounded, share } from '../measure.ts'
import { type Random, seeded } from '../world/random.ts'
import { type Rates as JournalRates, playRelapses, totalRelapses } from '../world/relapse-journal.ts'

/** The probabilities that a mistake comes back without and with a lesson, at one opportunity of a history. */
type Rates = (opportunity: number) => readonly [without: number, having: number]

const constant =
  (without: number, having: number): Rates =>
  () => [without, having]

/** Lessons that change nothing: rare and common mistakes, work that becomes easier, and work that alternates. */
const USELESS: readonly Rates[] = [
  constant(0.05, 0.05),
  constant(0.2, 0.2),
  constant(0.4, 0.4),
  constant(0.7, 0.7),
  (number) => (number < 40 ? [0.6, 0.6] : [0.1, 0.1]),
  (number) => (number % 2 === 0 ? [0.8, 0.8] : [0.05, 0.05]),
]

/** Lessons with a known effect, harm among them. */
const KNOWN: readonly (readonly [without: number, having: number])[] = [
  [0.4, 0.1],
  [0.6, 0.2],
  [0.3, 0.3],
  [0.1, 0.2],
  [0.9, 0.05],
]

/** Two lessons of one journal, one with a rare and one with a frequent mistake, which soon get different shares. */
const BOTH = [
  [0.05, 0.6],
  [0.2, 0.4],
  [0.1, 0.8],
] as const
const JOURNAL_RUNS = 60

/** Journals in which no lesson has an effect and every run succeeds: does the report ever claim a difference, and how many lessons were ever called proven? */
function uselessJournals(journals: number) {
  const claimed: number[] = []
  const proven: number[] = []
  for (let number = 0; number < journals; number++) {
    const lessons = BOTH[number % BOTH.length]!.map((rate): JournalRates => [rate, rate])
    const called = new Set<number>()
    let isClaimed = false
    playRelapses({ number, lessons, runs: JOURNAL_RUNS, endsWell: true }, (journal) => {
      isClaimed ||= isDecided(totalRelapses(journal.counts()), 0)
      for (const [at, status] of journal.statuses().entries()) if (status === 'proven') called.add(at)
      return false
    })
    claimed.push(isClaimed ? 1 : 0)
    proven.push(...lessons.map((_, at) => (called.has(at) ? 1 : 0)))
  }
  return { claimed, proven }
}

/** Journals whose lessons all have the same effect on mistakes of different frequency: does the report's interval contain it at every look? */
function heldJournals(journals: number): number[] {
  return Array.from({ length: journals }, (_, number) => {
    const drop = [0, 0.15, 0.3][number % 3]!
    const lessons = [0.35, 0.9].map((without): JournalRates => [without, without - drop])
    const isMissed = playRelapses({ number, lessons, runs: JOURNAL_RUNS }, (journal) => {
      const { low, high } = relapseOf(totalRelapses(journal.counts()))
      return low > drop || high < drop
    })
    return isMissed ? 0 : 1
  })
}

const MOST = 400
const LOOKED_AT = 200

/** Called after every opportunity of a history; true ends it. */
type Look = (counts: RelapseCounts, number: number) => boolean

interface History {
  readonly opportunities: number
  readonly withheld: number
  readonly counts: RelapseCounts
}

/** Plays opportunities with the loop's own draws: at the usual share, and at half while the lesson's effect is undecided. */
function lived(random: Random, rates: Rates, most: number, isDone: Look): History {
  let counts: RelapseCounts | undefined
  let withheld = 0
  for (let number = 1; number <= most; number++) {
    const share = drawShare(CONFIG_KEYS['holdout.share'].fallback as number, isOpen(counts))
    const shown = random() >= share
    const [without, having] = rates(number)
    if (!shown) withheld += 1
    counts = withOpportunity(counts ?? {}, { share, shown, relapsed: random() < (shown ? having : without) })
    if (isDone(counts, number)) return { opportunities: number, withheld, counts }
  }
  return { opportunities: most, withheld, counts: counts ?? {} }
}

const isDecided: Look = (counts) => {
  const { prevents, invites } = evidenceOfRelapse(counts)
  return prevents >= RELAPSE.preventsFrom || invites >= RELAPSE.invitesFrom
}

/** How many opportunities a verdict takes, and how many mistakes came back because runs went without the lesson until then. */
function power(random: Random, histories: number, without: number, having: number): Figure[] {
  const all = Array.from({ length: histories }, () => lived(random, constant(without, having), MOST, isDecided))
  const name = `${percent(without)} to ${percent(having)}`
  const extra = all.map(({ withheld }) => withheld * (without - having))
  return [
    figure(
      `${name}: opportunities until a verdict`,
      'runs',
      all.map(({ opportunities }) => opportunities),
    ),
    figure(`${name}: mistakes that withholding costs until then`, 'mistakes', extra),
  ]
}

const percent = (rate: number) => `${Math.round(rate * 100)}%`

/**
 * Checks the comparison of relapses: how soon it decides, how often it is wrong about an ineffective lesson although somebody looks after every run, how often its interval contains the
 * true drop at every look, and the cost of runs without a lesson.
 */
export const relapse: Benchmark = {
  name: 'relapse',
  run: async ({ quick }) => {
    const random = seeded(21)
    const histories = quick ? 201 : 2_001
    const decided = [
      ...power(random, histories, 0.4, 0.1),
      ...power(random, histories, 0.3, 0.05),
      ...power(random, histories, 0.9, 0.05),
    ]
    const useless = Array.from({ length: 1_000 }, (_, number) =>
      lived(random, USELESS[number % USELESS.length]!, LOOKED_AT, isDecided),
    )
    const wrong = useless.map(({ counts }) => (isDecided(counts, 0) ? 1 : 0))
    const held = Array.from({ length: 200 }, (_, number) => {
      const [without, having] = KNOWN[number % KNOWN.length]!
      const drop = without - having
      let isHeld = true
      lived(random, constant(without, having), LOOKED_AT, (counts) => {
        const { low, high } = relapseOf(counts)
        isHeld &&= low <= drop && drop <= high
        return !isHeld
      })
      return isHeld ? 1 : 0
    })
    const journals = uselessJournals(quick ? 60 : 1_000)
    const ofReport = heldJournals(quick ? 30 : 200)
    const results = [
      ...decided,
      share('false verdicts on lessons that change nothing, looked at after every run', wrong),
      share('histories whose interval holds the true drop at every look', held),
      share('journals without an effect whose report claims one, looked at after every run', journals.claimed),
      share('lessons of these that were ever called proven, though every run ends well', journals.proven),
      share('journals whose report has an interval that holds the true drop at every look', ofReport),
    ]
    const needed = results[0]!
    return {
      settings: { share: CONFIG_KEYS['holdout.share'].fallback as number, histories, lookedAt: LOOKED_AT },
      results,
      goals: [
        atMost('opportunities until a verdict, 40% to 10%, median', 40, needed.p50),
        atMost('false verdicts', 0.05, mean(wrong)),
        atLeast('coverage at every look', 0.95, mean(held)),
        atMost('reports of journals without an effect that claim one', 0.05, mean(journals.claimed)),
        atMost('useless lessons ever called proven', 0.05, mean(journals.proven)),
        atLeast('coverage of the report at every look', 0.95, mean(ofReport)),
      ],
    }
  },
}

function mean(values: readonly number[]): number {
  return rounded(values.reduce((sum, value) => sum + value, 0) / values.length)
}
