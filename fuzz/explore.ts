import fc from 'fast-check'
import { oneOf, type Random, seeded } from '../bench/world/random.ts'
import { mutated } from './mutate.ts'
import type { Opened, Target } from './target.ts'

/** An input that broke a promise. */
export interface Failure {
  readonly input: string
  readonly error: unknown
}

export interface Exploration {
  readonly seed: number
  /** Whether to go on, with how many inputs were read and how many of them were new. */
  readonly goesOn: (read: number, kept: number) => boolean
  /** Told before an input is read, so that one which never ends is known. */
  readonly before?: (input: string) => void
  /** The pieces of code that ran; left out, nothing guides the search. */
  readonly covered?: () => readonly string[]
  /** Told of every input that reached something new. */
  readonly keep?: (input: string) => void
  /** Inputs of earlier searches. */
  readonly known?: readonly string[]
}

const AT_ONCE = 32
const MADE_AT_ONCE = 256

/**
 * Looks for an input that breaks a promise: the samples, then what is made by structure and what is mutated from the samples. An
 * input that reaches code no other has reached is mutated further.
 */
export async function explore(target: Target, opened: Opened, exploration: Exploration): Promise<Failure | undefined> {
  const { seed, goesOn, covered, keep } = exploration
  const random = seeded(seed)
  const corpus = [...target.samples]
  const inputs = inputsOf(target, { corpus, random, known: exploration.known ?? [] })
  const seen = new Set<string>()
  let [read, kept] = [0, 0]
  while (goesOn(read, kept)) {
    const batch = Array.from({ length: AT_ONCE }, () => inputs.next().value as string)
    for (const input of batch) {
      const error = await errorOf(opened, input, exploration)
      read += 1
      if (error !== undefined) return { input, error }
    }
    if (covered === undefined) continue
    for (const input of await telling(batch, newsOf(covered, seen), { opened, covered, seen })) {
      corpus.push(input)
      keep?.(input)
      kept += 1
    }
  }
  return undefined
}

type Search = { opened: Opened; covered: () => readonly string[]; seen: Set<string> }

const newsOf = (covered: () => readonly string[], seen: ReadonlySet<string>) =>
  covered().filter((piece) => !seen.has(piece))

/** Those of some inputs that reached something new: they are halved, and each half asked again, until one is left. */
async function telling(batch: readonly string[], news: readonly string[], search: Search): Promise<string[]> {
  if (news.length === 0) return []
  const { opened, covered, seen } = search
  const found: string[] = []
  if (batch.length === 1) found.push(...batch)
  else
    for (const half of [batch.slice(0, batch.length / 2), batch.slice(batch.length / 2)]) {
      for (const input of half) await opened.check(input)
      found.push(...(await telling(half, newsOf(covered, seen), search)))
    }
  for (const piece of news) seen.add(piece)
  return found
}

async function errorOf({ check }: Opened, input: string, { before }: Exploration): Promise<unknown> {
  before?.(input)
  try {
    await check(input)
    return undefined
  } catch (error) {
    return error ?? new Error('nothing was thrown')
  }
}

interface Source {
  readonly corpus: string[]
  readonly random: Random
  readonly known: readonly string[]
}

function* inputsOf({ samples, words, made }: Target, { corpus, random, known }: Source): Generator<string> {
  yield* samples
  yield* known
  let ready: string[] = []
  for (;;) {
    if (made !== undefined && random() < 0.3) {
      if (ready.length === 0) ready = fc.sample(made, { numRuns: MADE_AT_ONCE, seed: Math.floor(random() * 2 ** 31) })
      yield ready.pop()!
    } else yield mutated(oneOf(random, corpus), { words, corpus }, random)
  }
}
