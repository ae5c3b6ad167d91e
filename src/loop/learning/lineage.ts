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
import { nearByEmbedding } from '../patterns/near-by-embedding.ts'
import { type OwnWords, ownWordsIn, personSaidIn } from './person-said.ts'
import { type Ground, isFoundAlone, isSaidByPerson, isShownBySteps, restsOnNothing } from './rests-on-steps.ts'
import { type Seen, stepsSeen } from './seen-texts.ts'

/** A statement's trust, and the reason if it is held. */
export interface Lineage {
  readonly provenance: Provenance
  readonly held?: string
}

export type LineageOf = (text: string, given: Provenance) => Lineage

/** The trust of a run's statement: no higher than that of its tools' outputs, unless its own steps confirm it. A text that gives orders is always held, unless a person typed it. */
export async function lineageIn(context: LoopContext, run: string | undefined): Promise<LineageOf> {
  const [{ seen, done }, said, own] = await Promise.all([
    stepsSeen(context),
    run === undefined ? [] : personSaidIn(context, run),
    run === undefined ? [] : ownWordsIn(context, run),
  ])
  const misled = misledBy(seen.filter((one) => run !== undefined && one.run === run))
  const ground: Ground = { run, seen, done, said, embedder: context.embedder() }
  return (text, given) => {
    if (isFromOutside(given.trust)) return { provenance: given }
    const claims = claimsIn(text)
    if (said.some((one) => isTyped(one, claims, seen, run))) return { provenance: given }
    const wroteAt = own.find(({ words }) => isRepeated(claims, words, FROM_HERE))?.at ?? Number.POSITIVE_INFINITY
    const isShown = adviceRisk(text) !== undefined && isFoundAlone(text, ground)
    const held = adviceRisk(text, isShown) ?? takenFrom({ text, claims, wroteAt }, ground, misled)
    return held === undefined ? { provenance: given } : { provenance: heldBack(given), held }
  }
}

/** Holds a statement that asks for something risky, whoever makes it. */
export function risky(text: string, given: Provenance): Lineage {
  const held = adviceRisk(text)
  return held === undefined ? { provenance: given } : { provenance: heldBack(given), held }
}

function heldBack(given: Provenance): Provenance {
  return { ...given, source: 'external', trust: 'external' }
}

const ORDERS = new WeakMap<Seen, boolean>()

/** The text with orders to agents that the run read, by others or from a failing command, if any. Statements of such a run are not trusted, because that text may have dictated them. */
function misledBy(seen: readonly Seen[]): Seen | undefined {
  return seen.find((one) => {
    const known = ORDERS.get(one) ?? ((one.isOutside || one.isFailure) && sentencesOf(one.text).some(givesOrders))
    ORDERS.set(one, known)
    return known
  })
}

type Claims = ReturnType<typeof claimsIn>

/** Whether a person said so, without repeating earlier tool output. */
function isTyped({ words, at }: OwnWords, claims: Claims, seen: readonly Seen[], run: string | undefined) {
  if (!isRepeated(claims, words, FROM_HERE)) return false
  return !seen.some((one) => one.run === run && one.at < at && isRepeated(claims, one.words, FROM_HERE))
}

interface Statement {
  readonly text: string
  readonly claims: Claims
  /** When the agent itself wrote it into a file or a command; reading it back later is not an outside source. */
  readonly wroteAt: number
}

/** Why to hold a statement: the text that it may come from. */
function takenFrom(statement: Statement, ground: Ground, misled: Seen | undefined): string | undefined {
  const { text, wroteAt } = statement
  const repeated = repeatedBy(statement, ground)
  if (repeated !== undefined)
    return isShownBySteps(text, ground, repeated.source) || isSaidByPerson(text, ground, repeated.source)
      ? undefined
      : repeated.reason
  if (misled !== undefined)
    return isShownBySteps(text, ground, misled)
      ? undefined
      : `its run read a text that gives orders to agents, from ${misled.name}`
  return restsOnNothing(text, ground, (one) => one.isOutside || one.at <= wroteAt)
}

function repeatedBy({ text, claims, wroteAt }: Statement, { seen, run, embedder }: Ground) {
  const source = seen.find((one) => {
    const isThisRun = one.run === run
    if (one.isWritten && isThisRun) return false
    if (one.isOutside) return isRepeated(claims, one.words, isThisRun ? FROM_OUTSIDE : FROM_OUTSIDE_EARLIER)
    return one.at <= wroteAt && isRepeated(claims, one.words, isThisRun ? FROM_HERE : FROM_HERE_EARLIER)
  })
  if (source !== undefined)
    return { source, reason: `it repeats what ${source.name} printed${source.run === run ? '' : ' in an earlier run'}` }
  const others = seen.filter((one) => !one.isWritten || one.run !== run)
  const near = nearByEmbedding(text, others, run, embedder)
  return near && { source: near, reason: `it says in other words what ${near.name} printed` }
}
