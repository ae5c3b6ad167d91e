import type { Provenance } from '../../domain/event.ts'
import { isFromOutside } from '../../domain/pattern-sighting.ts'
import { adviceRisk, givesOrders } from '../../engine/trust/advice-risk.ts'
import {
  claimsIn,
  FROM_HERE,
  FROM_HERE_EARLIER,
  FROM_OUTSIDE,
  FROM_OUTSIDE_EARLIER,
  isRepeated,
} from '../../engine/trust/repeated-words.ts'
import { sentencesOf } from '../../engine/trust/seen-words.ts'
import type { LoopContext } from '../context.ts'
import { nearInMeaning } from '../patterns/near-in-meaning.ts'
import { ownWordsIn, type PersonSaid, personSaidIn } from './person-said.ts'
import { type Seen, seenTexts } from './seen-texts.ts'

/** How far a statement is to be trusted, and why it is held where it is. */
export interface Lineage {
  readonly provenance: Provenance
  readonly held?: string
}

export type LineageOf = (text: string, told: Provenance) => Lineage

/**
 * How far a statement of a run is to be trusted: no further than what its tools brought in, where it gives that back, in this run or an earlier one. A text
 * that gives orders or asks for something dangerous is held wherever it comes from. What a person typed in the session is theirs to say, and is neither.
 */
export async function lineageIn(context: LoopContext, run: string | undefined): Promise<LineageOf> {
  const seen = await seenTexts(context)
  const said = run === undefined ? [] : await personSaidIn(context, run)
  const own = run === undefined ? [] : await ownWordsIn(context, run)
  const misled = misledBy(seen.filter((one) => run !== undefined && one.run === run))
  return (text, told) => {
    if (isFromOutside(told.trust)) return { provenance: told }
    const claims = claimsIn(text)
    if (said.some((one) => isTyped(one, claims, seen, run))) return { provenance: told }
    const held = adviceRisk(text) ?? repeats({ text, claims, seen, run, own }, context) ?? misled
    return held === undefined ? { provenance: told } : { provenance: heldBack(told), held }
  }
}

/** What is held for what it asks, whoever says it. */
export function risky(text: string, told: Provenance): Lineage {
  const held = adviceRisk(text)
  return held === undefined ? { provenance: told } : { provenance: heldBack(told), held }
}

function heldBack(told: Provenance): Provenance {
  return { ...told, source: 'external', trust: 'external' }
}

const ORDERS = new WeakMap<Seen, boolean>()

/** A run whose agent read orders to agents, in a text of others or in what a failing command printed, is not believed: what it says may be their doing. */
function misledBy(seen: readonly Seen[]): string | undefined {
  const source = seen.find((one) => {
    const known =
      ORDERS.get(one) ?? ((one.isOutside || one.isFailure) && sentencesOf(one.text).some(givesOrders))
    ORDERS.set(one, known)
    return known
  })
  return source === undefined
    ? undefined
    : `its run read a text that gives orders to agents, from ${source.name}`
}

type Claims = ReturnType<typeof claimsIn>

/** Whether a person said so, and had not taken it from what a tool had printed before. */
function isTyped(
  { words, at }: PersonSaid,
  claims: Claims,
  seen: readonly Seen[],
  run: string | undefined,
): boolean {
  if (!isRepeated(claims, words, FROM_HERE)) return false
  return !seen.some((one) => one.run === run && one.at < at && isRepeated(claims, one.words, FROM_HERE))
}

interface Statement {
  readonly text: string
  readonly claims: Claims
  readonly seen: readonly Seen[]
  readonly run: string | undefined
  /** What the agent itself wrote into files and commands; what it reads again of that came from nobody else. */
  readonly own: readonly PersonSaid[]
}

function repeats({ text, claims, seen, run, own }: Statement, context: LoopContext): string | undefined {
  const wroteAt =
    own.find(({ words }) => isRepeated(claims, words, FROM_HERE))?.at ?? Number.POSITIVE_INFINITY
  const source = seen.find((one) => {
    const isThisRun = one.run === run
    if (one.isOutside) return isRepeated(claims, one.words, isThisRun ? FROM_OUTSIDE : FROM_OUTSIDE_EARLIER)
    return one.at <= wroteAt && isRepeated(claims, one.words, isThisRun ? FROM_HERE : FROM_HERE_EARLIER)
  })
  if (source !== undefined)
    return `it repeats what ${source.name} printed${source.run === run ? '' : ' in an earlier run'}`
  const near = nearInMeaning(text, seen, run, context.embedder())
  return near === undefined ? undefined : `it says in other words what ${near.name} printed`
}
