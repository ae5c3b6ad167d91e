import type { JournalEvent } from '../domain/event.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { typesThat } from '../domain/events/traits.ts'
import { type ByType, byType, type KnownEvent, typesIn } from '../domain/read-event.ts'
import { IMPLICIT_FEEDBACK, outcomeFeedback } from '../engine/laws/implicit-feedback.ts'

const WORDS: ByType<string, [pattern: string, policy: typeof IMPLICIT_FEEDBACK]> = {
  'pattern-sighted': ({ payload }) => seen(payload),
  'pattern-injected': ({ payload }, pattern) => shown(payload, pattern),
  'pattern-acknowledged': () => 'cited by the agent',
  'pattern-observed': ({ payload: { result, relapsed, shown, check } }) =>
    `${result ?? `its mistake ${relapsed ? 'came back' : 'did not come back'}`}${shown ? '' : ', though it was withheld'}${relapsed && result === 'followed' ? ', and later not' : ''}: ${check}`,
  'citation-verified': ({ payload: { verified, reason } }) =>
    `${verified ? 'applied' : 'citation not verified'}: ${reason}`,
  'citation-checked': ({ payload: { citation, found }, run }) =>
    `the lines at ${citation.file}:${citation.line ?? 1} ${run !== undefined ? 'were changed by a run that used it' : found ? 'are there again' : 'were changed by somebody else'}`,
  'outcome-recorded': ({ payload }, _, policy) => ended(payload, policy),
  'run-merged': () => 'the run’s work was merged',
  'run-reverted': () => 'the run’s work was reverted',
  'run-reworked': ({ payload }) => fixed(payload),
  'review-recorded': ({ payload }) => reviewed(payload),
  'verdict-recorded': ({ payload: { validatorRole, result, evidenceLevel = 3 } }) =>
    `${validatorRole} said ${result} on evidence of level ${evidenceLevel}`,
  'pattern-merged': ({ payload: { pattern, into, by, reason } }) =>
    `${pattern} merged into ${into} by ${by}: ${reason}`,
  'pattern-ignored': ({ payload: { by, weight } }) => `called a false positive by ${by}, weight ${weight}`,
  'pattern-reinforced': ({ payload }) => `reinforced, evidence level ${payload.evidenceLevel}`,
  'pattern-contradicted': ({ payload }, pattern) =>
    `${payload.by === pattern ? `contradicts ${payload.pattern}` : `contradicted by ${payload.by}`}: ${payload.reason}`,
  'pattern-aged': () => 'shown but not used',
  'feedback-given': ({ payload }) => wordOf(payload),
  'pattern-promoted': ({ payload: { by, reason } }) => `promoted by ${by}: ${reason}`,
  'pattern-deprecated': ({ payload: { by, reason } }) => `retired by ${by}: ${reason}`,
  'pattern-reset': ({ payload: { by, reason } }) => `reset by ${by}: ${reason}`,
  'pattern-quarantined': ({ payload: { released, by, reason } }) =>
    `${released ? 'released' : 'held'} by ${by}: ${reason}`,
  'pattern-imported': ({ payload }) => `reported elsewhere, not counted here: ${claimed(payload)}`,
  'pattern-edited': ({ payload: { by, reason } }) => `edited by ${by}: ${reason}`,
  'pattern-pushed': ({ payload: { organisation, by } }) => `shared with ${organisation} by ${by}`,
  'pattern-pulled': ({ payload }, pattern) => pulled(payload, pattern),
}

/** Events with information about a pattern; receipts, which only show it, are excluded. */
export const TELLING = [...new Set([...typesIn(WORDS), ...typesThat('truth')])].filter(
  (type) => type !== 'pattern-injected',
)

/** One line in plain words on what an event means for a pattern. */
export function describeEvent(event: JournalEvent<unknown>, pattern: string, policy = IMPLICIT_FEEDBACK): string {
  return byType(WORDS, event as KnownEvent, pattern, policy) ?? event.type.replace(/\.v\d+$/, '').replaceAll('-', ' ')
}

/** `first recorded by builder, and held: it names a place on the network` */
function seen({ joined, role, held }: PayloadOf<'pattern-sighted'>): string {
  const how = `(${joined.method}, similarity ${joined.similarity.toFixed(2)})`
  const by = role === 'mined' ? 'code, in the session' : role
  const what = joined.method === 'new' ? `first recorded by ${by}` : `recorded again by ${by} ${how}`
  return held === undefined ? what : `${what}, and held: ${held}`
}

/** `task t1 ended: success (observed by record), helpful: Fast completion (60s), 0 errors, 0 retries, succeeded` */
function ended(outcome: PayloadOf<'outcome-recorded'>, policy: typeof IMPLICIT_FEEDBACK): string {
  const { task, result, observedBy } = outcome
  const part = task?.match(/^session\.(\d+)$/)?.[1]
  const name = part === undefined ? `task ${task}` : `part ${part} of the session`
  const what = `${task === undefined ? 'run' : name} ended: ${result}${observedBy === 'none' ? '' : ` (observed by ${observedBy})`}`
  const feedback = outcomeFeedback(outcome, policy)
  return feedback?.strength === undefined ? what : `${what}: ${feedback.reasoning}`
}

/** `others fixed the run’s work: 3f2a91c fixes 8d0c2fe (fixup!)` */
function fixed({ commit, mends, sign }: PayloadOf<'run-reworked'>): string {
  const how = sign === undefined ? '' : ` (${sign === 'fixup' ? 'fixup!' : 'Fixes:'})`
  return `others fixed the run’s work: ${commit} fixes ${mends ?? 'it'}${how}`
}

/** `ann asked for changes to the run’s work (8d0c2fe, review 80)` */
function reviewed({ review, state, reviewer, commit }: PayloadOf<'review-recorded'>): string {
  const which = [commit, `review ${review}`].filter((part) => part !== undefined).join(', ')
  return state === 'dismissed'
    ? `the review${reviewer === undefined ? '' : ` by ${reviewer}`} was dismissed (${which})`
    : `${reviewer ?? 'a reviewer'} asked for changes to the run’s work (${which})`
}

function wordOf({ subject, id, type, by, task, reasoning }: PayloadOf<'feedback-given'>): string {
  const about = task === undefined ? '' : ` about ${task}`
  return `${type} feedback${subject === 'pattern' ? '' : ` on ${id}`} by ${by}${about}${reasoning === undefined ? '' : `: ${reasoning}`}`
}

function claimed({ file, sourceId, evidence }: PayloadOf<'pattern-imported'>): string {
  const figures = Object.entries(evidence).map(([figure, value]) => `${figure} ${value}`)
  const from = [sourceId, file].filter((part) => part !== undefined).join(' of ')
  return `${figures.join(', ') || 'no figures'}${from === '' ? '' : ` (${from})`}`
}

function pulled({ sourceProject, joined, left }: PayloadOf<'pattern-pulled'>, pattern: string): string {
  if (left === pattern) return `${sourceProject} reworded it`
  if (joined.method === 'new') return `came from ${sourceProject}`
  if (joined.method === 'known') return `newer counts came from ${sourceProject}`
  return `${sourceProject} also has it (${joined.method}, similarity ${joined.similarity.toFixed(2)})`
}

/** ` to builder`, ` to builder at its start`, ` to builder before Bash`. */
function whereShown({ role, surface, tool }: PayloadOf<'pattern-injected'>): string {
  const to = role === undefined ? '' : ` to ${role}`
  if (surface === 'agent-start') return `${to} at its start`
  return tool === undefined ? to : `${to} before ${tool}`
}

/** The score under the classic profile. Under the other one the value decides about one block only; `why` of the receipt has it. */
function scoreOf({ score, parts }: PayloadOf<'pattern-injected'>['items'][number]): string {
  return parts.value === undefined ? `, score ${score.toFixed(2)}` : ''
}

function shown(receipt: PayloadOf<'pattern-injected'>, pattern: string): string {
  const to = whereShown(receipt)
  const place = receipt.items.findIndex((item) => item.pattern === pattern)
  const item = receipt.items[place]
  if (item !== undefined)
    return `shown${item.parts.inverted === 1 ? ' as a warning' : ''}${to} as number ${place + 1} of ${receipt.items.length}${scoreOf(item)}`
  const held = receipt.withheld.find((other) => other.pattern === pattern)
  if (held === undefined) return `named in a receipt${to}`
  return `would have been shown${to}, but was withheld at random (probability ${(1 - held.propensity).toFixed(2)})`
}
