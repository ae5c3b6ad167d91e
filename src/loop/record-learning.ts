import { digest } from '../domain/digest.ts'
import type { Provenance } from '../domain/event.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { redactDeep } from '../engine/redact.ts'
import { stripOwnBlocks } from '../engine/strip-own-blocks.ts'
import { appendFacts, JOURNAL_STREAM, runStream } from './append-facts.ts'
import { checkPayload } from './check-payload.ts'
import type { LoopContext } from './context.ts'

type Captured = PayloadOf<'learning-captured.v1'>

/** What someone learned. `lesson` is the sentence to remember. */
export interface LearningInput extends Omit<Captured, 'learning' | 'appliesTo'> {
  readonly learning?: string
  readonly appliesTo?: readonly string[]
  readonly run?: string
  readonly occurredAt?: number
  readonly trust?: Provenance['trust']
}

/**
 * Captures a learning. The same lesson of the same agent in the same run is one learning, however often it is told.
 * Our own injected text is cut out first: the loop never learns from itself.
 */
export async function recordLearning(
  context: LoopContext,
  input: LearningInput,
): Promise<{ learning: string; duplicate: boolean }> {
  const { run, occurredAt, trust = 'internal', ...given } = redactDeep(input).value as LearningInput
  const lesson = typeof given.lesson === 'string' ? stripOwnBlocks(given.lesson).trim() : given.lesson
  const learning = given.learning ?? learningId(context, run, `${given.agent}\n${lesson}`)
  const payload = await checkPayload('learning-captured.v1', {
    ...given,
    lesson,
    learning,
    appliesTo: given.appliesTo ?? ['*'],
  })
  const [appended] = await appendFacts(context, [
    {
      type: 'learning-captured.v1',
      payload,
      stream: run === undefined ? JOURNAL_STREAM : runStream(run),
      key: `learning/${learning}`,
      ...(run === undefined ? {} : { run }),
      ...(occurredAt === undefined ? {} : { occurredAt }),
      provenance: {
        source: payload.agent === 'person' ? 'person' : 'agent',
        role: payload.role ?? payload.agent,
        trust,
      },
    },
  ])
  return { learning, duplicate: appended?.duplicate ?? false }
}

function learningId(context: LoopContext, run: string | undefined, content: string): string {
  return run === undefined ? context.nextId() : `l-${digest(`${run}\n${content}`).slice(0, 24)}`
}
