import type { JournalEvent } from '../domain/event.ts'
import type { EventType, PayloadOf } from '../domain/events/catalogue.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { IMPLICIT_FEEDBACK } from '../engine/laws/implicit-feedback.ts'
import { outcomeFeedback } from '../engine/laws/outcome-feedback.ts'

/** Events that say something about a pattern; a receipt only says that it was shown. */
export const TELLING: readonly EventType[] = [
  'pattern-sighted',
  'pattern-acknowledged',
  'citation-verified',
  'citation-checked',
  'outcome-recorded',
  'run-merged',
  'run-reverted',
  'run-reworked',
  'review-recorded',
  'verdict-recorded',
  'pattern-reinforced',
  'pattern-ignored',
  'pattern-aged',
  'feedback-given',
  'pattern-promoted',
  'pattern-deprecated',
  'pattern-reset',
  'pattern-edited',
  'pattern-merged',
  'pattern-quarantined',
  'pattern-imported',
  'pattern-pushed',
  'pattern-pulled',
]

/** One line in plain words for what an event says about a pattern. */
export function describeEvent(
  event: JournalEvent<unknown>,
  pattern: string,
  policy = IMPLICIT_FEEDBACK,
): string {
  const known = event as KnownEvent
  switch (known.type) {
    case 'pattern-sighted':
      return seen(known.payload)
    case 'pattern-injected':
      return shown(known.payload, pattern)
    case 'pattern-acknowledged':
      return 'cited by the agent'
    case 'citation-verified':
      return `${known.payload.verified ? 'applied' : 'citation not verified'}: ${known.payload.reason}`
    case 'citation-checked':
      return `the lines at ${known.payload.citation.file}:${known.payload.citation.line ?? 1} ${known.payload.found ? 'are there again' : 'have changed'}`
    case 'outcome-recorded':
      return ended(known.payload, policy)
    case 'run-merged':
      return 'the run’s work was merged'
    case 'run-reverted':
      return 'the run’s work was reverted'
    case 'run-reworked':
      return mended(known.payload)
    case 'review-recorded':
      return reviewed(known.payload)
    case 'verdict-recorded':
      return `${known.payload.validatorRole} said ${known.payload.result} on evidence of level ${known.payload.evidenceLevel ?? 3}`
    case 'pattern-merged':
      return `${known.payload.pattern} merged into ${known.payload.into} by ${known.payload.by}: ${known.payload.reason}`
    case 'pattern-ignored':
      return `called a false positive by ${known.payload.by}, weight ${known.payload.weight}`
    case 'pattern-reinforced':
      return `reinforced, evidence level ${known.payload.evidenceLevel}`
    case 'pattern-aged':
      return 'passed over'
    case 'feedback-given':
      return wordOf(known.payload)
    case 'pattern-promoted':
    case 'pattern-deprecated':
    case 'pattern-reset':
      return `${known.type.slice('pattern-'.length)} by ${known.payload.by}: ${known.payload.reason}`
    case 'pattern-quarantined':
      return `${known.payload.released ? 'released' : 'set aside'} by ${known.payload.by}: ${known.payload.reason}`
    case 'pattern-imported':
      return `told elsewhere, not counted here: ${claimed(known.payload)}`
    case 'pattern-edited':
      return `edited by ${known.payload.by}: ${known.payload.reason}`
    case 'pattern-pushed':
      return `given to ${known.payload.organisation} by ${known.payload.by}`
    case 'pattern-pulled':
      return pulled(known.payload, pattern)
    default:
      return event.type.replace(/\.v\d+$/, '').replaceAll('-', ' ')
  }
}

/** `first seen by builder, and held: it names a place on the network` */
function seen({ joined, role, held }: PayloadOf<'pattern-sighted'>): string {
  const how = `(${joined.method}, similarity ${joined.similarity.toFixed(2)})`
  const what = joined.method === 'new' ? `first seen by ${role}` : `seen again by ${role} ${how}`
  return held === undefined ? what : `${what}, and held: ${held}`
}

/** `task t1 ended: success (seen by record), helpful: Fast completion (60s), 0 errors, 0 retries, succeeded` */
function ended(outcome: PayloadOf<'outcome-recorded'>, policy: typeof IMPLICIT_FEEDBACK): string {
  const { task, result, observedBy } = outcome
  const what = `${task === undefined ? 'run' : `task ${task}`} ended: ${result} (seen by ${observedBy})`
  const feedback = outcomeFeedback(outcome, policy)
  return feedback?.strength === undefined ? what : `${what}, ${feedback.type}: ${feedback.reasoning}`
}

/** `the run’s work was reworked: 3f2a91c mends 8d0c2fe (fixup!)` */
function mended({ commit, mends, sign }: PayloadOf<'run-reworked'>): string {
  const how = sign === undefined ? '' : ` (${sign === 'fixup' ? 'fixup!' : 'Fixes:'})`
  return `the run’s work was reworked: ${commit} mends ${mends ?? 'it'}${how}`
}

/** `ann asked for changes to the run’s work (8d0c2fe, review 80)` */
function reviewed({ review, state, reviewer, commit }: PayloadOf<'review-recorded'>): string {
  const which = [commit, `review ${review}`].filter((part) => part !== undefined).join(', ')
  return state === 'dismissed'
    ? `the review${reviewer === undefined ? '' : ` by ${reviewer}`} was dismissed (${which})`
    : `${reviewer ?? 'a reviewer'} asked for changes to the run’s work (${which})`
}

function wordOf({ type, by, task, reasoning }: PayloadOf<'feedback-given'>): string {
  const about = task === undefined ? '' : ` about ${task}`
  return `${type} feedback by ${by}${about}${reasoning === undefined ? '' : `: ${reasoning}`}`
}

function claimed({ file, sourceId, evidence }: PayloadOf<'pattern-imported'>): string {
  const figures = Object.entries(evidence).map(([figure, value]) => `${figure} ${value}`)
  const from = [sourceId, file].filter((part) => part !== undefined).join(' of ')
  return `${figures.join(', ') || 'no figures'}${from === '' ? '' : ` (${from})`}`
}

function pulled({ sourceProject, joined, left }: PayloadOf<'pattern-pulled'>, pattern: string): string {
  if (left === pattern) return `${sourceProject} has given it other words`
  if (joined.method === 'new') return `came from ${sourceProject}`
  if (joined.method === 'known') return `newer counts came from ${sourceProject}`
  return `${sourceProject} knows it too (${joined.method}, similarity ${joined.similarity.toFixed(2)})`
}

/** ` to builder`, ` to builder at its start`, ` to builder before Bash`. */
function whereShown({ role, surface, tool }: PayloadOf<'pattern-injected'>): string {
  const to = role === undefined ? '' : ` to ${role}`
  if (surface === 'agent-start') return `${to} at its start`
  return tool === undefined ? to : `${to} before ${tool}`
}

/** Under the bayes profile the value to the work at hand, of which the score is only what places are given by. */
function worthOf({ score, parts }: PayloadOf<'pattern-injected'>['items'][number]): string {
  return parts.value === undefined ? `score ${score.toFixed(2)}` : `value ${parts.value.toFixed(3)}`
}

function shown(receipt: PayloadOf<'pattern-injected'>, pattern: string): string {
  const to = whereShown(receipt)
  const place = receipt.items.findIndex((item) => item.pattern === pattern)
  const item = receipt.items[place]
  if (item !== undefined)
    return `shown${to} as number ${place + 1} of ${receipt.items.length}, ${worthOf(item)}`
  const held = receipt.withheld.find((other) => other.pattern === pattern)
  if (held === undefined) return `named in a receipt${to}`
  return `would have been shown${to}, but was withheld at random (probability ${(1 - held.propensity).toFixed(2)})`
}
