import { digest } from '../../domain/digest.ts'
import { UserError } from '../../domain/user-error.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { LEARNING } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { factsAbout } from '../journal/facts-about.ts'
import { learn } from '../learning/learn.ts'
import { type LearningInput, recordLearning } from '../learning/record-learning.ts'
import { findPattern } from './find-pattern.ts'

export interface StoreRequest {
  readonly role: string
  readonly text: string
  /** The deliberation that states it; its run, phase and labels are those of the pattern. */
  readonly deliberation?: string
  /** For whom it is; else the role alone. */
  readonly appliesTo?: readonly string[]
  readonly tags?: readonly string[]
}

/** What became of it. A text that is no pattern is refused, with the reason. */
export interface PatternStored {
  readonly status: 'new' | 'known' | 'refused'
  readonly pattern?: string
  readonly reason: string
}

/**
 * Records a learning and makes a pattern of it at once, or joins it to the one it repeats. Of the same deliberation the same
 * text counts once; without one, every call is another sighting.
 */
export async function storePattern(context: LoopContext, request: StoreRequest): Promise<PatternStored> {
  const { role, text, deliberation, tags, appliesTo = [role] } = redactDeep(request).value as StoreRequest
  const origin: Origin = deliberation === undefined ? {} : await originOf(context, deliberation)
  const own =
    deliberation === undefined
      ? {}
      : { learning: `l-${digest(`${deliberation}\n${role}\n${text}`).slice(0, 24)}` }
  const work = { ...origin.context, ...(tags === undefined ? {} : { tags: [...tags] }) }
  const place = { ...origin, ...(Object.keys(work).length === 0 ? {} : { context: work }) }
  const input = { agent: role, role, lesson: text, appliesTo, ...own, ...place }
  const { learning, duplicate } = await recordLearning(context, input)
  await learn(context)
  return storedAs(context, { learning, duplicate, role, text })
}

type Origin = Pick<LearningInput, 'run' | 'context' | 'occurredAt'>

async function originOf(context: LoopContext, id: string): Promise<Origin> {
  const facts = await factsAbout(context, `deliberation/${id}`)
  const found = facts.find((fact) => fact.type === 'deliberation-recorded')
  if (found?.type !== 'deliberation-recorded')
    throw new UserError('not-found', `There is no deliberation '${id}'.`, 'mettle deliberation list')
  const { labels, phase } = found.payload
  return {
    occurredAt: found.occurredAt,
    run: found.run,
    context: {
      ...(labels === undefined ? {} : { labels }),
      ...(phase === undefined ? {} : { phase }),
    },
  }
}

async function storedAs(
  context: LoopContext,
  { learning, duplicate, role, text }: { learning: string; duplicate: boolean; role: string; text: string },
): Promise<PatternStored> {
  const [document] = await context.journal.documents([{ kind: LEARNING, id: learning }])
  const { status, reason = '' } = document!.body
  if (status === 'rejected') return { status: 'refused', reason }
  const pattern = await findPattern(context, { role, text })
  const isNew = !duplicate && reason === 'new'
  return { status: isNew ? 'new' : 'known', reason, pattern }
}
