export interface Triple {
  readonly anchor: string
  /** The same meaning in other words: on average 3 % of the words are shared. */
  readonly paraphrase: string
  /** Another statement on software that shares a word or two: 13 %. */
  readonly distractor: string
  /** The anchor's words rearranged to mean something else: 39 %. A model that sums words cannot tell them apart. */
  readonly trap: string
}

/** One text measure against another; any scale, more is nearer. */
export type Similarity = (a: string, b: string) => number

export interface Case {
  readonly triples: readonly Triple[]
  /** Every paraphrase that an anchor could be answered with. */
  readonly paraphrases: readonly string[]
  /** The texts that the paraphrase must be nearer than. */
  readonly distractors: readonly string[]
}

export interface Score {
  readonly auc: number
  readonly distractorAuc: number
  readonly trapAuc: number
  readonly recallAt1: number
  readonly meanReciprocalRank: number
}

/** The outcome of one anchor, kept so that intervals can be drawn over anchors. */
interface Outcome {
  readonly paraphrase: number
  readonly others: readonly number[]
  readonly distractor: number
  readonly trap: number
  readonly first: number
  readonly reciprocalRank: number
}

export function outcomesOf({ triples, paraphrases, distractors }: Case, similarity: Similarity): Outcome[] {
  return triples.map(({ anchor, paraphrase, distractor, trap }) => {
    const own = similarity(anchor, paraphrase)
    const rankAmong = (texts: readonly string[]) =>
      1 + texts.filter((text) => text !== paraphrase && similarity(anchor, text) >= own).length
    return {
      paraphrase: own,
      others: paraphrases.filter((text) => text !== paraphrase).map((text) => similarity(anchor, text)),
      distractor: similarity(anchor, distractor),
      trap: similarity(anchor, trap),
      first: rankAmong(paraphrases) === 1 ? 1 : 0,
      reciprocalRank: 1 / rankAmong(distractors),
    }
  })
}

/**
 * Areas under the curve = P(the similarity of an anchor and its paraphrase > that of an anchor and something else), ties
 * half: `auc` against the paraphrases of other anchors, `distractorAuc` against statements that share words, `trapAuc` against
 * traps. For a rank, a tie is a loss.
 */
export function scoreOf(outcomes: readonly Outcome[]): Score {
  return {
    auc: areaUnderCurve(outcomes, (one) => one.others),
    distractorAuc: areaUnderCurve(outcomes, (one) => [one.distractor]),
    trapAuc: areaUnderCurve(outcomes, (one) => [one.trap]),
    recallAt1: mean(outcomes.map((one) => one.first)),
    meanReciprocalRank: mean(outcomes.map((one) => one.reciprocalRank)),
  }
}

/** The 95 % bootstrap interval of each figure, anchors drawn with replacement by a fixed generator. */
export function intervalsOf(outcomes: readonly Outcome[], random: () => number, draws = 1_000) {
  const scores = Array.from({ length: draws }, () =>
    scoreOf(outcomes.map(() => outcomes[Math.floor(random() * outcomes.length)]!)),
  )
  const interval = (key: keyof Score) => {
    const sorted = scores.map((score) => score[key]).sort((a, b) => a - b)
    return [sorted[Math.floor(draws * 0.025)]!, sorted[Math.floor(draws * 0.975)]!].map(round)
  }
  return {
    auc: interval('auc'),
    distractorAuc: interval('distractorAuc'),
    recallAt1: interval('recallAt1'),
    meanReciprocalRank: interval('meanReciprocalRank'),
  }
}

export function rounded(score: Score): Score {
  return Object.fromEntries(Object.entries(score).map(([key, value]) => [key, round(value)])) as unknown as Score
}

const round = (value: number) => Math.round(value * 1_000) / 1_000
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Sorted once, so that the many pairs cost a search each. */
function areaUnderCurve(outcomes: readonly Outcome[], negativesOf: (one: Outcome) => readonly number[]): number {
  const negatives = Float64Array.from(outcomes.flatMap((one) => negativesOf(one))).sort()
  const below = (value: number, orEqual: boolean) => {
    let [low, high] = [0, negatives.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (negatives[middle]! < value || (orEqual && negatives[middle] === value)) low = middle + 1
      else high = middle
    }
    return low
  }
  const wins = outcomes.map(({ paraphrase }) => (below(paraphrase, false) + below(paraphrase, true)) / 2)
  return mean(wins) / negatives.length
}
