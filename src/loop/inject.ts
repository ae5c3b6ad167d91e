import { isWithheld } from '../engine/holdout.ts'
import { budgetOf, headerOf, type Injection, inject as injectLaw } from '../engine/inject.ts'
import { packSections, type Section } from '../engine/sections.ts'
import { byScore, type Candidate, candidateOf } from '../injection/candidate.ts'
import type { MayShow } from '../injection/gathering.ts'
import { type Packed, receiptOf } from '../injection/receipt.ts'
import { maturitySections } from '../injection/sections.ts'
import { type InjectRequest, isKnownWork, type Work } from '../injection/surroundings.ts'
import { MOST_LINES, saidOnce, type Weighed, weighAll, worthy } from '../injection/weigh.ts'
import { withhold } from '../injection/withhold.ts'
import { whyShown } from '../report/why-shown.ts'
import { appendFacts, runStream } from './append-facts.ts'
import { checkInjectRequest } from './check-inject-request.ts'
import type { LoopContext } from './context.ts'
import { forRole, gather } from './gather.ts'

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
        ? sectioned(request, maturitySections(worthy(candidates, context.policy), context.policy), context)
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
  const { injection, candidates, withheld } = withhold(await weigh(), render, isHeld)
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

/** What may be shown for some work, in no order. */
export async function weigh(context: LoopContext, work: Work, mayShow: MayShow): Promise<Weighed[]> {
  const { shelf, policy } = context
  const gathered = await gather(context, work, mayShow)
  return weighAll(gathered, work, {
    now: context.now(),
    policy,
    steady: (one) => shelf.steadyWorth(one, policy),
  })
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
    candidates: worthy(candidates, context.policy),
    budgetTokens: budget,
  })
  return injectLaw({ ...asked, summary: lines.join('\n') }, policy.inject)
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
