import type { Provenance } from '../domain/event.ts'
import { isFromOutside } from '../domain/pattern-sighting.ts'
import { bringsOutside } from '../engine/outside-tools.ts'
import { isRepeated } from '../engine/repeated-words.ts'
import { runStream } from './append-facts.ts'
import type { LoopContext } from './context.ts'
import { factsIn } from './facts-about.ts'

const NEWEST = 500

/**
 * How far a statement of a run is to be trusted: no further than what its tools brought in, where it gives that back. An agent that repeats a page is not a
 * second source.
 */
export async function lineageIn(
  context: LoopContext,
  run: string | undefined,
): Promise<(text: string, told: Provenance) => Provenance> {
  const read = run === undefined ? [] : await outsideWords(context, run)
  return (text, told) =>
    isFromOutside(told.trust) || !read.some((words) => isRepeated(text, words))
      ? told
      : { ...told, source: 'external', trust: 'external' }
}

async function outsideWords(context: LoopContext, run: string): Promise<string[]> {
  const facts = await factsIn(context, { stream: runStream(run), types: ['tool-used.v1'], limit: NEWEST })
  return facts.flatMap((fact) =>
    fact.type === 'tool-used.v1' && fact.payload.output !== undefined && bringsOutside(fact.payload)
      ? [fact.payload.output]
      : [],
  )
}
