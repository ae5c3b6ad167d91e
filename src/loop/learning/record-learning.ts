import { digest } from '../../domain/digest.ts'
import { type Provenance, speakerOf } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { isFromOutside } from '../../domain/pattern-sighting.ts'
import { inputError, UserError } from '../../domain/user-error.ts'
import { TRUSTS } from '../../domain/values/session.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, checkPlace } from '../facts/append-keys.ts'
import { appendFact, type DraftOf, placeOf, unlessTaken } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { recordLearningInput } from '../verbs/learning.ts'

/** A learning. `lesson` is the sentence to remember. */
export type LearningInput = Fields<typeof recordLearningInput>
const PROSE = ['lesson', 'whatHappened', 'why', 'fixApplied', 'trigger'] as const

/** Captures a learning. The same lesson of the same agent in the same run is one learning. Our own injected text is cut out first: the loop never learns from itself. */
export async function recordLearning(context: LoopContext, input: LearningInput) {
  const draft = await learningDraft(context, input)
  const append = async () => (await appendFact(context, draft)).duplicate
  // Our own id is derived from the lesson, so the same id is a duplicate; under a given id, different content is a conflict.
  const duplicate = await (input.learning === undefined ? unlessTaken(append, true) : append())
  return { learning: draft.payload.learning, duplicate }
}

/** The fact of a learning, for a verb that records it together with others. */
export async function learningDraft(context: LoopContext, input: LearningInput): Promise<DraftOf<'learning-captured'>> {
  const { run, occurredAt, trust = 'internal', ...given } = redactDeep(input).value as LearningInput
  checkPlace({ run, occurredAt })
  if (!TRUSTS.includes(trust))
    throw inputError(`trust: '${trust}' is not one of ${TRUSTS.join(', ')}`, 'Leave it out: internal.')
  const own = ownWords(given)
  const learning = own.learning ?? learningId(context, run, own)
  const appliesTo = own.appliesTo ?? ['*']
  const payload = await checkPayload('learning-captured', { ...own, learning, appliesTo })
  const place = { ...placeOf(run, occurredAt), key: `learning/${learning}` }
  return { type: 'learning-captured', payload, ...place, provenance: provenanceOf(context, payload, trust) }
}

function provenanceOf(
  { origin }: LoopContext,
  { agent, role, mined }: PayloadOf<'learning-captured'>,
  trust: Provenance['trust'],
): Provenance {
  if (mined !== undefined) return { source: 'mettle', role: role ?? agent, trust }
  const source = isFromOutside(trust)
    ? 'external'
    : agent === 'person' && speakerOf(origin) === 'person'
      ? 'person'
      : 'agent'
  return { source, role: role ?? agent, trust }
}

/** The learning without anything that we put into the prompt ourselves. */
function ownWords<T extends { readonly [key: string]: unknown }>(given: T): T {
  const stripped: Record<string, unknown> = { ...given }
  for (const field of PROSE) if (typeof given[field] === 'string') stripped[field] = stripOwnBlocks(given[field]).trim()
  if (given.lesson && stripped.lesson === '')
    throw new UserError('own-text', 'The lesson is text that Mettle itself injected.', 'Record your own words.')
  return stripped as T
}

function learningId(
  context: LoopContext,
  run: string | undefined,
  { agent, lesson, sameAs, insteadOf }: Pick<LearningInput, 'agent' | 'lesson' | 'sameAs' | 'insteadOf'>,
): string {
  return run === undefined
    ? context.nextId()
    : `l-${digest([run, agent, lesson, ...((sameAs ?? insteadOf) ? [sameAs, insteadOf] : [])].join('\n')).slice(0, 24)}`
}
