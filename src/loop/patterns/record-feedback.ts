import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import { speakerOf } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { sameRole } from '../../engine/laws/role-pairs.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, JOURNAL_STREAM, runStream } from '../journal/append-facts.ts'
import { checkPayload, checkPlace } from '../journal/check-payload.ts'
import { showPattern } from './patterns.ts'

type Given = PayloadOf<'feedback-given'>

/** Someone's word on a pattern, a criterion or a strategy. */
export interface FeedbackInput extends Omit<Given, 'weight'> {
  readonly weight?: number
  readonly run?: string
  readonly occurredAt?: number
}

export interface FeedbackRecorded {
  readonly subject: Given['subject']
  readonly id: string
  readonly type: Given['type']
  readonly weight: number
  readonly duplicate: boolean
  /** Why it is kept and counts for nothing, and what to do. */
  readonly note?: string
}

/**
 * Records feedback. Within a run or about a task, the same voice counts once on the same thing: the same word again is known,
 * another one is a conflict that shows both. Without either, every word is a new one.
 */
export async function recordFeedback(context: LoopContext, input: FeedbackInput): Promise<FeedbackRecorded> {
  const { run, occurredAt, ...given } = input
  checkPlace({ run, occurredAt })
  const checked = await checkPayload('feedback-given', { ...given, weight: given.weight ?? 1 })
  const pattern = checked.subject === 'pattern' ? (await showPattern(context, checked.id)).pattern : undefined
  const id = pattern?.id ?? checked.id
  const payload = { ...checked, id }
  const [appended] = await appendFacts(context, [
    {
      type: 'feedback-given',
      payload,
      stream: run === undefined ? JOURNAL_STREAM : runStream(run),
      key: run === undefined && payload.task === undefined ? undefined : keyOf(run, payload),
      run,
      occurredAt,
      provenance: { source: speakerOf(context.origin) === 'person' ? 'person' : 'agent', trust: 'internal' },
    },
  ])
  const { subject, type, weight } = payload
  const isOwn = type === 'helpful' && pattern !== undefined && sameRole(payload.by, pattern.role)
  const duplicate = appended?.duplicate ?? false
  return { subject, id, type, weight, duplicate, note: isOwn ? ownPraise(pattern.role) : undefined }
}

function ownPraise(role: string): string {
  return `Kept, and it counts for nothing: the pattern came from the role '${role}', and nobody validates their own. What counts is an outcome that names it as applied, a word under another name, or a person's.`
}

function keyOf(run: string | undefined, { subject, id, task, by }: Given): string {
  return `feedback/${digest(canonicalJson(redactDeep([run ?? '', task ?? '', subject, id, by]).value)).slice(0, 32)}`
}
