import type { JournalEvent } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { hasTrait } from '../../domain/events/traits.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { entryWorth } from '../entry-worth.ts'
import { counted } from '../standing-words.ts'
import type { WhyNamed } from './why-named.ts'
import { whyShown } from './why-pattern.ts'

type Receipt = PayloadOf<'pattern-injected'>
type Reason = Receipt['displaced'][number]['reason']

/** Why a block had its content: what was shown, with the parts of its score, what was left out, and what was withheld. `turnedOut`: how often runs with the same prediction succeeded. */
export function whyReceipt(event: JournalEvent<Receipt>, turnedOut?: number): WhyNamed {
  const { payload: receipt, occurredAt: at, id, position, run } = event
  const { items, displaced, displacedTotal, withheld, budgetTokens, usedTokens } = receipt
  return {
    name: receipt.receipt,
    state: `${receipt.surface}${readerOf(receipt)}: ${items.length} shown, ${withheld.length} withheld, ${displacedTotal} left out`,
    arithmetic: `${usedTokens} of ${budgetTokens} tokens, ${receipt.path}${predictionOf(receipt, turnedOut)}`,
    evidence: [
      ...items.map((item, place) => `${place + 1}. ${item.pattern}: ${whyShown(item)}`),
      ...withheld.map(({ pattern, propensity }) => `withheld at random: ${pattern}, shown to a share of ${propensity}`),
      ...displaced.map(
        (entry) =>
          `left out: ${entry.pattern}, ${worthOf(receipt, entry)}, ${entry.near ? `near to ${entry.near}, which is shown` : reasonsOf(receipt)[entry.reason]}`,
      ),
      ...items
        .filter(({ parts }) => parts.exploration === 1)
        .map(({ pattern, propensity }) => `drawn to learn about it: ${pattern}, with a probability of ${propensity}`),
    ],
    whatWouldChangeIt: [...new Set(displaced.map(({ reason }) => reason))].map((reason) => changesOf(receipt)[reason]),
    timeline: [{ at, event: id, position, what: aboutOf(receipt), run }],
  }
}

/** Why each pattern in a receipt was or was not shown: in words, by id. */
export function fatesIn(receipt: Receipt): Record<string, string> {
  return Object.fromEntries([
    ...receipt.displaced.map(({ pattern, reason }) => [pattern, reasonsOf(receipt)[reason]]),
    ...receipt.withheld.map(({ pattern, propensity }) => [pattern, `shown to a share of ${propensity}`]),
    ...receipt.items.map((item) => [item.pattern, whyShown(item)]),
  ])
}

const REASONS: Readonly<Record<Reason, string>> = {
  budget: 'no room in the budget',
  cap: 'enough lines without it',
  score: 'scores too little',
  flag: 'fails when it is applied',
  near: 'near to another, which is shown',
  unproven: 'too little is known of it, and of such lines there were enough',
}

const CHANGES: Readonly<Record<Reason, string>> = {
  budget: 'more room: a larger budget shows the patterns that did not fit',
  cap: 'a higher rank than the shown patterns: more relevance or a higher score',
  score: 'a higher score: successes, a newer sighting, or a task that is more like it',
  flag: 'a better record where it is applied',
  near: 'a higher value than the lesson that it is near to',
  unproven: 'proof: outcomes and verdicts in its favour, or a person who promotes it',
}

/** The reasons that differ under the bayes profile. */
const BELIEVED_REASONS: typeof REASONS = { ...REASONS, score: 'not worth its room' }

const BELIEVED_CHANGES: typeof CHANGES = {
  ...CHANGES,
  score: 'a value above 0: outcomes and verdicts in its favour, or a task that it fits better',
}

const reasonsOf = ({ profile }: Receipt) => (profile === 'bayes' ? BELIEVED_REASONS : REASONS)
const changesOf = ({ profile }: Receipt) => (profile === 'bayes' ? BELIEVED_CHANGES : CHANGES)

function worthOf({ profile }: Receipt, entry: Receipt['displaced'][number]): string {
  const worth = entryWorth(entry, profile)
  return profile === 'bayes' ? `value ${worth.toFixed(3)}` : `score ${worth.toFixed(2)}`
}

function predictionOf({ prediction }: Receipt, turnedOut = prediction): string {
  if (prediction === undefined || turnedOut === undefined) return ''
  const [said, came] = [prediction.toFixed(2), turnedOut.toFixed(2)]
  return `; the run was expected to succeed with ${said}${said === came ? '' : `, or ${came} by how such predictions have turned out`}`
}

function readerOf({ role, agent, tool }: Receipt): string {
  const reader = agent ?? role ?? tool
  return reader === undefined ? '' : ` for ${reader}`
}

function aboutOf({ request, items }: Receipt): string {
  const about = request.task ?? request.command
  return `${counted(items.length, 'pattern')} put in front of the run${about === undefined ? '' : `, about: ${about}`}`
}

/** The facts recorded only because of others: a learning's label and sighting, a deliberation's sightings, a verdict's effects on patterns. Undoing the first undoes these too. What a person or an agent said afterwards is independent. */
export function following(facts: readonly KnownEvent[], taken: ReadonlySet<string>): KnownEvent[] {
  const grounds = new Set<string>()
  const found: KnownEvent[] = []
  for (const fact of facts) {
    const isTaken = taken.has(fact.id)
    if (!isTaken && !groundsOf(fact).some((ground) => grounds.has(ground))) continue
    if (!isTaken) found.push(fact)
    for (const ground of laidBy(fact)) grounds.add(ground)
  }
  return found
}

function laidBy(fact: KnownEvent): string[] {
  switch (fact.type) {
    case 'learning-captured':
    case 'learning-classified':
      return [`learning/${fact.payload.learning}`]
    case 'deliberation-recorded':
      return [`deliberation/${fact.payload.deliberation}`]
    case 'verdict-recorded':
      return [breath(fact)]
    default:
      return []
  }
}

function groundsOf(fact: KnownEvent): string[] {
  switch (fact.type) {
    case 'learning-classified':
      return [`learning/${fact.payload.learning}`]
    case 'pattern-sighted': {
      const { learning, deliberation } = fact.payload
      return [
        ...(learning === undefined ? [] : [`learning/${learning}`]),
        ...(deliberation === undefined ? [] : [`deliberation/${deliberation}`]),
      ]
    }
    default:
      return hasTrait(fact.type, 'from-verdict') ? [breath(fact)] : []
  }
}

/** Facts of one transaction in one stream. */
function breath({ stream, recordedAt }: KnownEvent): string {
  return `verdict ${stream} ${recordedAt}`
}
