export interface Triple {
  readonly anchor: string
  /** The same meaning in other words: on average 3 % of the words are shared. */
  readonly paraphrase: string
  /** Another statement of the same trade that shares a word or two: 13 %. */
  readonly distractor: string
  /** The anchor's words put together to mean something else: 39 %. Nothing that adds up words can see through it. */
  readonly trap: string
}

/** One text measure against another; any scale, more is nearer. */
export type Similarity = (a: string, b: string) => number

export interface Case {
  readonly triples: readonly Triple[]
  /** Every paraphrase that an anchor could be answered with. */
  readonly paraphrases: readonly string[]
  /** What the paraphrase has to stand out from. */
  readonly distractors: readonly string[]
}

export interface Score {
  readonly auc: number
  readonly trapAuc: number
  readonly recallAt1: number
  readonly meanReciprocalRank: number
}

/** The outcome of one anchor, kept so that intervals can be drawn over anchors. */
interface Outcome {
  readonly paraphrase: number
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
      distractor: similarity(anchor, distractor),
      trap: similarity(anchor, trap),
      first: rankAmong(paraphrases) === 1 ? 1 : 0,
      reciprocalRank: 1 / rankAmong(distractors),
    }
  })
}

/**
 * `auc` = P(a paraphrase's similarity > a distractor's), over all pairs, ties half. A tie never helps a rank.
 */
export function scoreOf(outcomes: readonly Outcome[]): Score {
  return {
    auc: areaUnderCurve(outcomes, 'distractor'),
    trapAuc: areaUnderCurve(outcomes, 'trap'),
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
    recallAt1: interval('recallAt1'),
    meanReciprocalRank: interval('meanReciprocalRank'),
  }
}

export function rounded(score: Score): Score {
  return Object.fromEntries(
    Object.entries(score).map(([key, value]) => [key, round(value)]),
  ) as unknown as Score
}

const round = (value: number) => Math.round(value * 1_000) / 1_000
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function areaUnderCurve(outcomes: readonly Outcome[], against: 'distractor' | 'trap'): number {
  let wins = 0
  for (const { paraphrase } of outcomes)
    for (const { [against]: other } of outcomes)
      wins += paraphrase > other ? 1 : paraphrase === other ? 0.5 : 0
  return wins / outcomes.length ** 2
}
