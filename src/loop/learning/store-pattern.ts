import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import { speakerOf } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { sameRole } from '../../engine/laws/role-pairs.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { LEARNING } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, checkPlace } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { deliberationNamed } from '../facts/facts-about.ts'
import { appendFact, placeOf } from '../journal/append-facts.ts'
import { findPattern } from '../patterns/find-pattern.ts'
import { showPattern } from '../patterns/patterns.ts'
import type { By, Fields } from '../verbs/define-verb.ts'
import type { recordFeedbackInput } from '../verbs/outcomes.ts'
import type { storePatternInput } from '../verbs/patterns.ts'
import { learn } from './learn.ts'
import { type LearningInput, recordLearning } from './record-learning.ts'

export type StoreRequest = Fields<typeof storePatternInput>

/** The result. A text that is not a pattern is refused, with the reason. */
export interface PatternStored {
  readonly status: 'new' | 'known' | 'refused'
  readonly pattern?: string
  readonly reason: string
}

/** Records a learning and makes a pattern of it at once, or joins it to the one it repeats. Of one deliberation the same text counts once; without one, every call is another sighting. */
export async function storePattern(context: LoopContext, request: StoreRequest): Promise<PatternStored> {
  const { role, text, deliberation, tags, appliesTo = [role] } = redactDeep(request).value as StoreRequest
  const origin: Origin = deliberation === undefined ? {} : await originOf(context, deliberation)
  const own =
    deliberation === undefined ? {} : { learning: `l-${digest(`${deliberation}\n${role}\n${text}`).slice(0, 24)}` }
  const work = { ...origin.context, ...(tags && { tags: [...tags] }) }
  const place = { ...origin, ...(Object.keys(work).length > 0 && { context: work }) }
  const input = { agent: role, role, lesson: text, appliesTo, ...own, ...place }
  const { learning, duplicate } = await recordLearning(context, input)
  await learn(context)
  return storedAs(context, { learning, duplicate, role, text })
}

type Origin = Pick<LearningInput, 'run' | 'context' | 'occurredAt'>

async function originOf(context: LoopContext, id: string): Promise<Origin> {
  const { payload, occurredAt, run } = await deliberationNamed(context, id)
  const { labels, phase } = payload
  return { occurredAt, run, context: withoutUndefined({ labels, phase }) }
}

async function storedAs(
  context: LoopContext,
  { learning, duplicate, role, text }: { learning: string; duplicate: boolean; role: string; text: string },
): Promise<PatternStored> {
  const record = await bodyOf(context.journal, LEARNING, learning)
  const { status, reason = '' } = record!
  if (status === 'rejected') return { status: 'refused', reason }
  const pattern = await findPattern(context, { role, text })
  const isNew = !duplicate && reason === 'new'
  return { status: isNew ? 'new' : 'known', reason, pattern }
}

type Given = PayloadOf<'feedback-given'>

/** Someone's word on a pattern, a criterion or a strategy. */
export type FeedbackInput = Fields<typeof recordFeedbackInput> & By

export interface FeedbackRecorded {
  readonly subject: Given['subject']
  readonly id: string
  readonly type: Given['type']
  readonly weight: number
  readonly duplicate: boolean
  /** Why it is recorded without effect, and what to do. */
  readonly note?: string
}

/** Records feedback. For one run or task, a voice counts once on the same subject; a different second vote is a conflict that shows both. Without either, every vote is new. */
export async function recordFeedback(context: LoopContext, input: FeedbackInput): Promise<FeedbackRecorded> {
  const { run, occurredAt, ...given } = input
  checkPlace({ run, occurredAt })
  const checked = await checkPayload('feedback-given', { ...given, weight: given.weight ?? 1 })
  const view = checked.subject === 'pattern' ? await showPattern(context, checked.id) : undefined
  const pattern = view?.pattern
  const id = pattern?.id ?? checked.id
  const payload = { ...checked, id }
  const { duplicate } = await appendFact(context, {
    ...placeOf(run, occurredAt),
    type: 'feedback-given',
    payload,
    key: run === undefined && payload.task === undefined ? undefined : keyOf(run, payload),
    provenance: { source: speakerOf(context.origin) === 'person' ? 'person' : 'agent', trust: 'internal' },
  })
  const { subject, type, weight } = payload
  const isOwn = type === 'helpful' && pattern !== undefined && sameRole(payload.by, pattern.role)
  if (isOwn || view === undefined || duplicate || type === 'neutral' || weight === 0)
    return { subject, id, type, weight, duplicate, note: isOwn ? ownPraise(pattern.role) : undefined }
  const { evidence } = await showPattern(context, id)
  const counted = `${type}Count` as const
  const isCounted = evidence[counted] !== view.evidence[counted]
  return { subject, id, type, weight, duplicate, note: isCounted ? undefined : usedUp(payload.by, context) }
}

function usedUp(by: string, { policy, origin }: LoopContext): string {
  const voice = speakerOf(origin) === 'person' ? `${by} has` : 'agents, who are one voice together, have'
  return `Recorded, but it does not count: a voice counts ${policy.influence.mostPerVoice} a day for a pattern, in all runs together, and ${voice} used that up. An outcome of a run that applied it counts, and so does another person's feedback.`
}

function ownPraise(role: string): string {
  return `Recorded, but it does not count: the pattern came from the role '${role}', and nobody's praise counts for a pattern of their own. An outcome that names it as applied counts, and so does feedback under another name.`
}

function keyOf(run: string | undefined, { subject, id, task, by }: Given): string {
  return `feedback/${digest(canonicalJson(redactDeep([run ?? '', task ?? '', subject, id, by]).value)).slice(0, 32)}`
}
