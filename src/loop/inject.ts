import { isWithheld } from '../engine/holdout.ts'
import { budgetOf, headerOf, type Injection, inject as injectLaw } from '../engine/inject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { packSections, type Section } from '../engine/sections.ts'
import { worthAt } from '../engine/standing.ts'
import { byScore, type Candidate, candidateOf, type Weight } from '../injection/candidate.ts'
import { likenessTo } from '../injection/likeness.ts'
import { type Packed, receiptOf } from '../injection/receipt.ts'
import { maturitySections } from '../injection/sections.ts'
import { type InjectRequest, isKnownWork, overlapWith, type Work } from '../injection/surroundings.ts'
import { whyShown } from '../report/why-shown.ts'
import { appendFacts, runStream } from './append-facts.ts'
import { checkInjectRequest } from './check-inject-request.ts'
import type { LoopContext } from './context.ts'
import { forRole, gather, type MayShow } from './gather.ts'

export type { InjectRequest }

export interface Injected {
  /** What to put in front of the run; empty when nothing is worth it. */
  readonly block: string
  readonly run: string
  /** Empty where none was left: before a tool call that nothing has to do with. */
  readonly receipt: string
  readonly tokens: number
  readonly path: Injection['path']
  readonly items: readonly InjectedItem[]
  readonly withheld: readonly string[]
}

export interface InjectedItem {
  readonly pattern: string
  readonly text: string
  readonly score: number
  /** What the score is made of, in words. */
  readonly why: string
}

/** More than fit into any block; what ranks below them is not even worded. */
export const MOST_LINES = 64

/** How what may be shown becomes a block, and what else the receipt says of it. */
export interface Form {
  readonly surface: Packed['surface']
  readonly strategies?: readonly string[]
  readonly tool?: string
  readonly command?: string
  readonly most?: number
  /** Another choice and order than by the score for a role. */
  readonly weigh?: () => Promise<Candidate[]>
  /** No receipt where nothing was shown or withheld. */
  readonly isQuiet?: boolean
  readonly render: (candidates: readonly Candidate[]) => Injection
}

/** Puts the best patterns for some work into a block within the budget, and keeps a receipt of what was shown and why. */
export async function inject(context: LoopContext, input: InjectRequest): Promise<Injected> {
  const request = checkInjectRequest(input)
  return injectAs(context, request, {
    surface: 'role-block',
    render: (candidates) =>
      request.sections === true
        ? sectioned(request, maturitySections(worthy(candidates, context), context.policy), context)
        : injectionOf(context, request, candidates),
  })
}

/** The same for any form of block; the request is one that was checked. */
export async function injectAs(context: LoopContext, request: InjectRequest, form: Form): Promise<Injected> {
  const run = request.run ?? context.nextId()
  const { runNumber } = await context.shelf.refresh(context.journal, run)
  const holdoutShare = shareOf(context, runNumber)
  const isHeld = (pattern: string) =>
    isWithheld({ seed: context.journal.scope.project, run, pattern }, holdoutShare)
  const { render, weigh = () => weighForRole(context, request), isQuiet = false, ...said } = form
  const { injection, candidates, withheld } = pack(await weigh(), render, isHeld)
  const isSilent = isQuiet && injection.included.length + withheld.length === 0
  const receipt = isSilent ? '' : context.nextId()
  const { policyHash } = context.projector
  const packed = { receipt, injection, candidates, withheld, holdoutShare, policyHash, ...said }
  if (!isSilent)
    await appendFacts(context, [
      {
        type: 'pattern-injected.v1',
        payload: receiptOf(request, packed, context.policy),
        stream: runStream(run),
        run,
        key: `receipt/${receipt}`,
      },
    ])
  const included = new Set(injection.included)
  return {
    block: injection.block,
    run,
    receipt,
    tokens: injection.tokens,
    path: injection.path,
    items: candidates
      .filter(({ id }) => included.has(id))
      .map(({ id, line, standing }) => ({
        pattern: id,
        text: line.text,
        score: standing.score,
        why: whyShown(standing),
      })),
    withheld: withheld.map(({ id }) => id),
  }
}

/** Candidates for a role, best first: those that rank highest by themselves, and those that the task speaks of. */
async function weighForRole(context: LoopContext, request: InjectRequest): Promise<Candidate[]> {
  const weighed = await weigh(context, request, forRole(context, request))
  const best = saidOnce(weighed.sort(byScore)).slice(0, MOST_LINES)
  return best.map(({ id, record, standing }) => candidateOf(id, record, standing))
}

/** A pattern that may be shown, and what it scores for some work. */
export interface Weighed {
  readonly id: string
  readonly record: PatternRecord
  readonly standing: Weight
  /** To the task; undefined without one. */
  readonly similarity: number | undefined
}

/** What may be shown for some work, in no order. */
export async function weigh(context: LoopContext, work: Work, mayShow: MayShow): Promise<Weighed[]> {
  const { shelf, policy } = context
  const now = context.now()
  const likeness = likenessTo(work.task)
  const weighed: Weighed[] = []
  for (const { shelved, alike, cosine } of await gather(context, work, mayShow)) {
    const { id, record, words } = shelved
    const similarity = likeness?.({ words, alike, cosine })
    const overlap = overlapWith(record, work)
    const around = similarity === undefined ? { overlap } : { overlap, similarity }
    const worth = worthAt(shelf.steadyWorth(shelved, policy), now, policy, around)
    if (!worth.isBarred) weighed.push({ id, record, similarity, standing: notAboveWorth(worth, context) })
  }
  return weighed
}

/** Two roles may hold the same lesson; a block says it once, for the one that ranks higher. */
export function saidOnce<T extends { readonly record: PatternRecord }>(best: readonly T[]): T[] {
  const said = new Set<string>()
  return best.filter(({ record }) => {
    const { textHash } = record.pattern
    return said.has(textHash) ? false : said.add(textHash)
  })
}

/**
 * What validators dismissed until it is worth next to nothing keeps that score, however much the task or its labels are like it, and so is not
 * shown. Age does not count here: an old lesson may come back when the task speaks of it.
 */
function notAboveWorth(standing: Weight, { policy }: LoopContext): Weight {
  const { successRate, categoryWeight, multiplier } = standing.parts
  const worth = successRate * categoryWeight * multiplier
  return worth < policy.inject.minScore ? { ...standing, score: Math.min(standing.score, worth) } : standing
}

/**
 * The block without what is withheld from this run. A pattern that moves up into the room of a withheld one is drawn for
 * too, so that the draw binds every injection of the run.
 */
function pack(all: readonly Candidate[], render: Form['render'], isHeld: (pattern: string) => boolean) {
  const withheld: Candidate[] = []
  let candidates = all
  for (;;) {
    const injection = render(candidates)
    const included = new Set(injection.included)
    const held = candidates.filter(({ id }) => included.has(id) && isHeld(id))
    if (held.length === 0) return { injection, candidates, withheld: withheld.sort(byScore) }
    withheld.push(...held)
    candidates = candidates.filter((candidate) => !held.includes(candidate))
  }
}

/**
 * All that may be shown if it fits. Else, when nothing is known of the work, the summary; when something is, the best lines
 * for it, which no summary made before could know.
 */
function injectionOf(
  context: LoopContext,
  request: InjectRequest,
  candidates: readonly Candidate[],
): Injection {
  const { shelf, policy } = context
  const { role, budgetTokens, remainingTokens } = request
  const asked = { role, patterns: candidates.map(({ line }) => line), budgetTokens, remainingTokens }
  const injection = injectLaw(asked, policy.inject)
  if (injection.path !== 'truncated' || isKnownWork(request)) return injection
  const budget = budgetOf(asked, policy.inject)
  const { lines } = shelf.summaries.of({
    role,
    candidates: worthy(candidates, context),
    budgetTokens: budget,
  })
  return injectLaw({ ...asked, summary: lines.join('\n') }, policy.inject)
}

/** What scores enough to be shown at all. */
export function worthy(candidates: readonly Candidate[], { policy }: LoopContext): Candidate[] {
  return candidates.filter(({ standing }) => standing.score >= policy.inject.minScore)
}

/** Sections within the budget of a request; none with too little room left. */
export function sectioned(
  request: InjectRequest,
  sections: readonly Section[],
  { policy }: LoopContext,
): Injection {
  const { remainingTokens = Number.POSITIVE_INFINITY } = request
  const isTight = remainingTokens < policy.inject.minRemainingTokens
  return packSections(headerOf(request.role), sections, isTight ? 0 : budgetOf(request, policy.inject))
}

/** By the number of the run, which stays the same however many others begin meanwhile. */
function shareOf({ settings }: LoopContext, runNumber: number): number {
  return runNumber <= settings.holdoutAfterRuns ? 0 : settings.holdoutShare
}
