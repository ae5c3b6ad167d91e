import type { JournalEvent } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { WhyNamed } from './why-named.ts'

type Receipt = PayloadOf<'pattern-injected'>

export type Fate =
  | 'shown'
  | 'withheld'
  | 'budget'
  | 'cap'
  | 'score'
  | 'flag'
  | 'unproven'
  | 'near'
  | 'not-there'
  | 'excluded'
  | 'not-for-the-reader'
  | 'not-for-the-repository'
  | 'said-before'
  | 'outranked'

/** Why a pattern was not in a receipt: one explanation, in the form of every other. */
export interface WhyNot extends WhyNamed {
  readonly pattern: string
  readonly fate: Fate
}

/** What was known about a pattern at the time of the receipt, and now. */
export interface Looked {
  readonly then?: PatternRecord
  readonly now?: PatternRecord
  readonly excludedBecause?: readonly string[]
  /** The fact since which it was excluded; absent where only age excludes it. */
  readonly since?: { readonly at: number; readonly event: string; readonly position: number }
  readonly isForReader?: boolean
  readonly isForRepository?: boolean
  readonly saidBefore?: boolean
  /** Its score for the receipt's work; absent if it was not a candidate. */
  readonly score?: number
  readonly isPresentPolicy: boolean
  readonly minScore: number
}

interface Verdict {
  readonly fate: Fate
  readonly state: string
  readonly arithmetic?: string
  readonly change: readonly string[]
}

export function explainWhyNot(event: JournalEvent<Receipt>, pattern: string, looked: Looked): WhyNot {
  const { payload: receipt, occurredAt: at, id, position, run } = event
  const { fate, state, arithmetic, change } = named(receipt, pattern) ?? unnamed(receipt, looked)
  const { since } = looked
  return {
    name: receipt.receipt,
    pattern,
    fate,
    state: `${pattern} ${state}`,
    arithmetic: arithmetic ?? `${receipt.usedTokens} of ${receipt.budgetTokens} tokens were used`,
    evidence: notes(looked),
    whatWouldChangeIt: change,
    timeline: [
      { at, event: id, position, what: 'the receipt', run },
      ...(since === undefined ? [] : [{ ...since, what: 'excluded since' }]),
    ],
  }
}

/** The receipt's own explanation. */
function named(receipt: Receipt, pattern: string): Verdict | undefined {
  const place = receipt.items.findIndex((item) => item.pattern === pattern)
  if (place >= 0)
    return { fate: 'shown', state: `was shown as number ${place + 1} of ${receipt.items.length}`, change: [] }
  const held = receipt.withheld.find((item) => item.pattern === pattern)
  if (held !== undefined)
    return {
      fate: 'withheld',
      state: heldHow(receipt, held.propensity),
      change: ['another run: the draw is made once per run', OFF],
    }
  const left = receipt.displaced.find((item) => item.pattern === pattern)
  return left === undefined ? undefined : displaced(receipt, left)
}

const OFF = 'no hold-out: "holdout.share": 0 in ~/.config/mettle/config.json'

function heldHow({ holdout }: Receipt, propensity: number): string {
  return holdout?.isRunHeld === true
    ? `was withheld with all others: this run is shown no patterns, drawn with a probability of ${holdout.runShare?.toFixed(2)}`
    : `was withheld at random, with a probability of ${(1 - propensity).toFixed(2)}`
}

function displaced(receipt: Receipt, left: Receipt['displaced'][number]): Verdict {
  const room = Math.max(0, receipt.budgetTokens - receipt.usedTokens)
  const missing = Math.max(0, left.tokens - room)
  const scored = `${scoreWords(receipt, left.score)}${lowestWords(receipt)}`
  const told = (state: string, ...change: string[]) => ({ fate: left.reason, state, arithmetic: scored, change })
  switch (left.reason) {
    case 'budget':
      return {
        ...told(`found no room: it takes ${left.tokens} tokens`, `a budget of ${missing} tokens more`, OUTRANKS),
        arithmetic: `${scored}; ${room} of ${receipt.budgetTokens} tokens were left, ${missing} too few`,
      }
    case 'cap':
      return told('ranked too low: this surface shows no more lines', `more relevance or ${OUTRANKS}`)
    case 'score':
      return tooLittle(receipt, scored)
    case 'unproven': {
      const vouched = 'a person who vouches for it: mettle pattern promote'
      const state = 'is not proven, and a block shows few such lines'
      return told(state, 'outcomes and verdicts in its favour', vouched, 'a higher score than other unproven lines')
    }
    case 'near':
      return told(`is near to ${left.near}, which is shown`, 'a higher value than that one')
    case 'flag':
      return told('fails when it is applied', 'a better record where it is applied')
  }
}

const OUTRANKS = 'a higher score than what was shown'
const HIGHER = 'a higher score: successes, a newer sighting, or a task that is more like it'
const SPOKEN_FOR = 'outcomes and verdicts in its favour, or a task that it fits better'

/** Under the bayes profile, a pattern is shown only if worth more than its tokens, even with free room. */
function tooLittle({ profile }: Receipt, arithmetic: string): Verdict {
  return profile === 'bayes'
    ? {
        fate: 'score',
        state: 'was not worth its room',
        arithmetic,
        change: [`a value above 0: ${SPOKEN_FOR}`],
      }
    : { fate: 'score', state: 'scored too little', arithmetic, change: [HIGHER] }
}

/** The explanation from the state at that time, in the order of the checks. */
function unnamed(receipt: Receipt, looked: Looked): Verdict {
  const { then, now, excludedBecause = [], isForReader, isForRepository, saidBefore, score, minScore } = looked
  const reader = receipt.agent ?? receipt.role ?? 'the agent'
  if (then === undefined)
    return {
      fate: 'not-there',
      state: `did not exist yet; it was first recorded at ${new Date(now!.pattern.firstSeenAt).toISOString()}`,
      change: ['nothing: the next receipt may show it'],
    }
  if (excludedBecause.length > 0)
    return {
      fate: 'excluded',
      state: `was excluded: ${excludedBecause.join('; ')}`,
      change: ['what excludes it: mettle pattern why says what would change that'],
    }
  if (isForReader === false)
    return {
      fate: 'not-for-the-reader',
      state: `is for ${[then.pattern.role, ...then.pattern.appliesTo].join(', ')}, not for ${reader}`,
      change: [`a person lets it apply to ${reader}: mettle pattern edit`, 'it becomes a rule, or is reinforced'],
    }
  if (isForRepository === false)
    return {
      fate: 'not-for-the-repository',
      state: `holds in ${(then.pattern.repositories ?? []).join(', ')} only`,
      change: ['the same work there'],
    }
  if (saidBefore === true && receipt.surface !== 'role-block' && receipt.surface !== 'agent-start')
    return { fate: 'said-before', state: 'had been shown, or withheld, earlier in the run', change: ['another run'] }
  if (score !== undefined && (receipt.profile === 'bayes' ? score <= 0 : score < minScore))
    return tooLittle(
      receipt,
      `${scoreWords(receipt, score)}; ${receipt.profile === 'bayes' ? 'only what is above 0 is shown' : `${minScore} is the least`}`,
    )
  return outranked(receipt, score)
}

function outranked(receipt: Receipt, score: number | undefined): Verdict {
  const told = score === undefined ? 'nothing led to it' : scoreWords(receipt, score)
  return {
    fate: 'outranked',
    state:
      score === undefined
        ? 'was not a candidate: others rank higher, and the work does not mention it'
        : `ranked below the ${receipt.items.length + receipt.displaced.length} that the receipt names`,
    arithmetic: `${told}${lowestWords(receipt)}; ${receipt.displacedTotal} found no place`,
    change: [receipt.profile === 'bayes' ? `a higher value: ${SPOKEN_FOR}` : HIGHER],
  }
}

/** Words the score, which under the bayes profile is the value relative to its size. */
function scoreWords({ profile }: Receipt, score: number): string {
  return profile === 'bayes' ? `its value / sqrt(tokens) is ${score.toFixed(4)}` : `it scored ${score.toFixed(4)}`
}

function lowestWords({ profile, items }: Receipt): string {
  if (items.length === 0) return ''
  const lowest = Math.min(...items.map(({ score }) => score)).toFixed(4)
  return `; the lowest that was shown ${profile === 'bayes' ? 'has' : 'scored'} ${lowest}`
}

function notes({ then, now, isPresentPolicy }: Looked): string[] {
  return [
    ...(isPresentPolicy
      ? []
      : ['made with other settings; what the receipt does not record is computed with the current ones']),
    ...(then !== undefined && now === undefined
      ? ['it no longer exists: the events behind it were undone or erased']
      : []),
    ...(then !== undefined && now !== undefined && then.pattern.text !== now.pattern.text
      ? [`its text was different then: ${then.pattern.text}`]
      : []),
  ]
}
