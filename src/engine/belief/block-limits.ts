import { BAYES, type BayesPolicy } from './bayes-policy.ts'

/** A line that could be shown: what it is worth by its room, what it costs, and how unsure that worth is. */
export interface Choice {
  readonly id: string
  readonly value: number
  readonly density: number
  readonly tokens: number
  readonly deviation: number
  /** Where its pattern comes from; left out, a source of its own. */
  readonly source?: string
  /** A person promoted it. */
  readonly isPromoted?: boolean
  /** It began outside, and nobody has vouched for it since. */
  readonly isFromOutside?: boolean
}

/** Lines that may stand in one block, best first, and why others that are worth something may not. */
export interface Company {
  readonly together: readonly Choice[]
  readonly left: ReadonlyMap<string, 'cap' | 'unproven'>
  /** From outside and unproven: none of them is shown but to learn about it. */
  readonly strangers: readonly Choice[]
}

/**
 * Whether a line would be worth showing even if it did less than is expected: `v - 0.35 s > 0`. More certainty never takes that away. A person's word stands for proof.
 * The prior at relevance 1 and 25 tokens: 0.0925 - 0.35 x 0.3056 = -0.0145, so it is not.
 */
export function isProven(
  { value, deviation, isPromoted = false }: Pick<Choice, 'value' | 'deviation' | 'isPromoted'>,
  policy: BayesPolicy = BAYES,
): boolean {
  return isPromoted || value - policy.caution * deviation > 0
}

/**
 * Which lines keep company, greedily by `value / sqrt(tokens)`. Lines take attention from each other and may contradict each other, the more the more there are: the next is
 * shown only if it is worth more than 0.01 for each line before it. Of what is not proven a block has two at most, of two sources where there are, so that little harm is done while it is learned which of
 * them help, and so that it can be told which of them did. What began outside waits until it is proven, for that somebody inside repeats it is no evidence.
 * Three lines of the prior at 25 tokens and relevance 1: each is worth 0.0925 +- 0.3056 and so unproven; two are shown.
 */
export function keepCompany(choices: readonly Choice[], policy: BayesPolicy = BAYES): Company {
  const together: Choice[] = []
  const strangers: Choice[] = []
  const left = new Map<string, 'cap' | 'unproven'>()
  const worthy = choices.filter(({ value }) => value > 0).sort(byDensity)
  const tried = triedOf(worthy, policy)
  for (const choice of worthy) {
    if (choice.value <= policy.linePrice * together.length) left.set(choice.id, 'cap')
    else if (isProven(choice, policy) || tried.has(choice)) together.push(choice)
    else {
      left.set(choice.id, 'unproven')
      if (choice.isFromOutside === true) strangers.push(choice)
    }
  }
  return { together, left, strangers }
}

/** The unproven lines that a block may have, the best first: each of another source, as long as there are others. */
function triedOf(sorted: readonly Choice[], policy: BayesPolicy): ReadonlySet<Choice> {
  const unproven = sorted.filter((one) => one.isFromOutside !== true && !isProven(one, policy))
  const sources = new Set<string>()
  const isFirst = ({ id, source = id }: Choice) => !sources.has(source) && sources.add(source)
  const first = unproven.filter(isFirst)
  const later = unproven.filter((one) => !first.includes(one))
  return new Set([...first, ...later].slice(0, policy.mostUnproven))
}

function byDensity(a: Choice, b: Choice): number {
  return b.density - a.density || (a.id < b.id ? -1 : 1)
}
