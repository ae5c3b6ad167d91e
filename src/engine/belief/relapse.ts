import { logGamma } from './statistics.ts'

/** A run in which the mistake that a lesson is about could come back. */
export interface Opportunity {
  /** The probability of withholding the lesson from it. */
  readonly share: number
  readonly shown: boolean
  readonly relapsed: boolean
}

/** Opportunities by the share of runs without the lesson: how many were shown the lesson, in how many of these the mistake came back, and the same for those it was withheld from. */
export interface RelapseCounts {
  readonly [share: string]: Cells
}

type Cells = readonly [shown: number, shownRelapses: number, withheld: number, withheldRelapses: number]

const EMPTY: Cells = [0, 0, 0, 0]

export function withOpportunity(
  counts: RelapseCounts,
  { share, shown, relapsed }: Opportunity,
  times: 1 | -1 = 1,
): RelapseCounts {
  const [a, b, c, d] = counts[share] ?? EMPTY
  // Counting was reset since, so there is nothing to subtract.
  if (times === -1 && (shown ? a : c) === 0) return counts
  const more = relapsed ? times : 0
  return { ...counts, [share]: shown ? [a + times, b + more, c, d] : [a, b, c + times, d + more] }
}

/** Opportunities, and in how many of them the mistake came back. */
export interface RelapseRate {
  readonly opportunities: number
  readonly relapses: number
}

export interface Relapse {
  readonly shown: RelapseRate
  readonly withheld: RelapseRate
  /** How often the mistake comes back with the lesson and without it, and the difference, over opportunities with the same share; missing until one share has both sorts. */
  readonly rates?: { readonly shown: number; readonly withheld: number } | undefined
  readonly drop?: number | undefined
  /** The 95% interval of the drop, valid however often somebody looks. */
  readonly low: number
  readonly high: number
  /** E-values: that the lesson prevents the mistake, and that it invites it. 1 is no evidence. */
  readonly prevents: number
  readonly invites: number
  readonly verdict: 'prevents' | 'invites' | 'no difference' | 'unknown'
}

export const RELAPSE = {
  /** For how many opportunities half of the runs go without a lesson, unless a verdict comes sooner. */
  openFor: 60,
  /** E-values at which a verdict is given. `1 / 20.5 + 1 / 820` is 5%, the highest probability of a wrong verdict however often somebody looks. */
  preventsFrom: 20.5,
  invitesFrom: 820,
  miss: 0.05,
  /** The least difference that somebody would act on. */
  worthKnowing: 0.1,
}

/** The bets behind the evidence: a part of the stake, and how often the mistake comes back without the lesson and with it. */
export const BETS = [
  [0.6875, 0.45, 0.1],
  [0.1875, 0.3, 0.05],
  [0.125, 0.85, 0.3],
] as const

/**
 * The evidence of the random draw on whether a lesson prevents its mistake.
 *
 * If a lesson changes nothing, then the opportunities in which the mistake came back were drawn like all others: a share s of them was withheld. If it prevents the mistake, they were withheld more
 * often: `s w / (s w + (1 - s) p)` for a mistake that comes back in w of the opportunities without the lesson and in p of those with it. The evidence is the likelihood of the draws under some
 * pairs of w and p, over their likelihood under s. It needs no model of how hard the work was, and may be looked at after every run.
 * Half withheld, 4 of 10 came back without and 0 of 10 with: 10.81.
 */
export const relapseOf = /* @__PURE__ */ ofCounts((counts): Relapse => {
  const strata = Object.values(counts)
  const sum = (cell: number) => strata.reduce((total, cells) => total + cells[cell]!, 0)
  const compared = comparedOf(strata)
  const mean = (rate: (cells: Cells) => number) => compared.reduce((all, [cells, part]) => all + part * rate(cells), 0)
  const rates =
    compared.length === 0 ? undefined : { shown: mean(([a, b]) => b / a), withheld: mean(([, , c, d]) => d / c) }
  const drop = rates && rates.withheld - rates.shown
  const { prevents, invites } = evidenceOfRelapse(counts)
  // Computed on demand: most callers want only the drop of thousands of patterns, and the interval is expensive.
  const interval = () => (drop === undefined ? { low: -1, high: 1 } : dropInterval(compared, drop, RELAPSE.miss))
  return {
    shown: { opportunities: sum(0), relapses: sum(1) },
    withheld: { opportunities: sum(2), relapses: sum(3) },
    rates,
    drop,
    get low() {
      return interval().low
    },
    get high() {
      return interval().high
    },
    prevents,
    invites,
    get verdict() {
      return verdictOn({ prevents, invites, ...interval() }, RELAPSE)
    },
  }
})

/** Caches results by counts object: counts are never changed in place, and the same ones are asked about often. */
function ofCounts<T>(make: (counts: RelapseCounts) => T): (counts: RelapseCounts) => T {
  const known = new WeakMap<RelapseCounts, T>()
  return (counts) => {
    const made = known.get(counts) ?? make(counts)
    known.set(counts, made)
    return made
  }
}

/** The withholding shares with both shown and withheld opportunities, each weighted by `shown x withheld / all`. A lesson whose mistake recurs often may be withheld more often, so pooling all shares would look like an effect. */
function comparedOf(strata: readonly Cells[]): (readonly [Cells, part: number])[] {
  const weights = strata.map(([shown, , withheld]) => (shown * withheld) / Math.max(1, shown + withheld))
  const all = weights.reduce((total, weight) => total + weight, 0)
  return strata.flatMap((cells, at) => (weights[at]! > 0 ? [[cells, weights[at]! / all] as const] : []))
}

/** Whether steps can show that the mistake came back, and it is still open whether the lesson prevents that. */
export function isOpen(counts: RelapseCounts | undefined, policy = RELAPSE): boolean {
  if (counts === undefined) return false
  const { prevents, invites } = evidenceOfRelapse(counts)
  const seen = Object.values(counts).reduce((sum, cells) => sum + cells[0] + cells[2], 0)
  return seen < policy.openFor && prevents < policy.preventsFrom && invites < policy.invitesFrom
}

function verdictOn(
  { prevents, invites, low, high }: Pick<Relapse, 'prevents' | 'invites' | 'low' | 'high'>,
  { preventsFrom, invitesFrom, worthKnowing }: typeof RELAPSE,
): Relapse['verdict'] {
  if (prevents >= preventsFrom && prevents > invites) return 'prevents'
  if (invites >= invitesFrom) return 'invites'
  return low > -worthKnowing && high < worthKnowing ? 'no difference' : 'unknown'
}

export const evidenceOfRelapse = /* @__PURE__ */ ofCounts(
  (counts): Pick<Relapse, 'prevents' | 'invites'> => ({
    prevents: evidence(counts, false),
    invites: evidence(counts, true),
  }),
)

function evidence(counts: RelapseCounts, isInverse: boolean): number {
  return BETS.reduce((total, [part, more, less]) => {
    const [without, having] = isInverse ? [less, more] : [more, less]
    let log = 0
    for (const [share, cells] of Object.entries(counts)) log += betOn(Number(share), cells, without, having)
    return total + part * Math.exp(Math.min(log, 300))
  }, 0)
}

/** The logarithm of a bet's winnings on the draws at one share. */
function betOn(share: number, cells: Cells, without: number, having: number): number {
  if (share <= 0 || share >= 1) return 0
  const [shown, shownRelapses, withheld, withheldRelapses] = cells
  const won = (held: number, seen: number, heldRate: number, seenRate: number) => {
    const expected = share * heldRate + (1 - share) * seenRate
    return held * Math.log(heldRate / expected) + seen * Math.log(seenRate / expected)
  }
  return (
    won(withheldRelapses, shownRelapses, without, having) +
    won(withheld - withheldRelapses, shown - shownRelapses, 1 - without, 1 - having)
  )
}

const STEPS = 100

/**
 * The 95% interval of the drop, over the pairs of rates that the opportunities do not rule out: those with at least 1/20 of the mean likelihood over all pairs. A true pair ever
 * falls below that with a probability of at most 5%, so one may look after every run. Assumes that the rate of each sort is constant among opportunities with the same share.
 */
function dropInterval(compared: ReturnType<typeof comparedOf>, drop: number, miss: number) {
  const most = Math.log(1 / miss)
  let counted = 0
  const least = compared.reduce((all: Float64Array, [cells, part]) => {
    counted += part
    return part === counted ? leastUnlikely(cells) : together(all, leastUnlikely(cells), part / counted)
  }, new Float64Array())
  // Of very many opportunities the interval may lie between two steps, and each further share is off by up to half of one.
  const off = (compared.length + 1) / 2 / STEPS
  let [low, high] = [drop - off, drop + off]
  for (let at = 0; at <= 2 * STEPS; at++)
    if (least[at]! < most) {
      low = Math.min(low, at / STEPS - 1 - off)
      high = Math.max(high, at / STEPS - 1 + off)
    }
  return { low: Math.max(-1, low), high: Math.min(1, high) }
}

/** For every drop from -1 to 1, the lowest sum of `unlikelihoods` of two rates with that drop. */
function leastUnlikely([shown, shownRelapses, withheld, withheldRelapses]: Cells): Float64Array {
  const [having, without] = [unlikelihoods(shown, shownRelapses), unlikelihoods(withheld, withheldRelapses)]
  const least = new Float64Array(2 * STEPS + 1).fill(Number.POSITIVE_INFINITY)
  for (let w = 0; w <= STEPS; w++)
    for (let p = 0; p <= STEPS; p++) least[w - p + STEPS] = Math.min(least[w - p + STEPS]!, having[p]! + without[w]!)
  return least
}

/** The same for the mean drop of two shares, with `part` as the weight of the second. */
function together(one: Float64Array, other: Float64Array, part: number): Float64Array {
  const least = new Float64Array(2 * STEPS + 1).fill(Number.POSITIVE_INFINITY)
  for (let a = 0; a <= 2 * STEPS; a++)
    for (let b = 0; b <= 2 * STEPS; b++) {
      const at = Math.round((1 - part) * a + part * b)
      least[at] = Math.min(least[at]!, one[a]! + other[b]!)
    }
  return least
}

/** For each rate from 0 to 1 the logarithm of the mean likelihood over all rates, less that of the likelihood of this one. Rates near 0 and 1 count more (Jeffreys), since mistakes that never or always come back are common. */
function unlikelihoods(opportunities: number, relapses: number): Float64Array {
  const held = opportunities - relapses
  const mean = logGamma(relapses + 0.5) + logGamma(held + 0.5) - logGamma(opportunities + 1) - Math.log(Math.PI)
  const times = (count: number, rate: number) => (count === 0 ? 0 : count * Math.log(rate))
  return Float64Array.from({ length: STEPS + 1 }, (_, step) => {
    const rate = step / STEPS
    return mean - times(relapses, rate) - times(held, 1 - rate)
  })
}
