import type { Document } from '../../domain/document.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { recalibrated } from '../../engine/belief/calibration.ts'
import { type Drawn, drawFor, type Holdout, NO_HOLDOUT } from '../../engine/belief/holdout.ts'
import { successProbability } from '../../engine/belief/likelihood.ts'
import { helpEvidence } from '../../engine/belief/posterior-record.ts'
import { budgetOf, headerOf, type Injection, inject as injectLaw, lineOf, roomFor } from '../../engine/laws/inject.ts'
import { beliefNow } from '../../engine/standing/believed-pattern.ts'
import { briefOf, standingLabel } from '../../engine/standing/standing.ts'
import { packSections } from '../../engine/text/block-room.ts'
import { estimateBlockTokens } from '../../engine/text/tokens.ts'
import { believedBlock } from '../../injection/believed-block.ts'
import { type Candidate, candidateOf } from '../../injection/candidate.ts'
import type { Gathered } from '../../injection/gathering.ts'
import { type Packed, receiptOf } from '../../injection/receipt.ts'
import { maturitySections } from '../../injection/sections.ts'
import { freshnessOf, withhold } from '../../injection/traits.ts'
import { type Asked, type Scales, type Weighed, weighAll, weighBest, worthy } from '../../injection/weigh.ts'
import { type InjectRequest, isKnownWork } from '../../injection/work-context.ts'
import { baselineOf, calibrationSums, truthKeys } from '../../projection/documents/belief-documents.ts'
import { contextOf, type Exposure, exposed, NO_EXPOSURE, totalEffect } from '../../projection/exposure.ts'
import { whyShown } from '../../report/why/why-pattern.ts'
import type { LoopContext } from '../context.ts'
import { readerOf } from '../facts/facts-about.ts'
import { criteriaSection } from '../governance/criteria.ts'
import { appendFacts, type DraftOf, placeOf, receiptKey } from '../journal/append-facts.ts'
import { type Audience, forRole, gather } from '../patterns/gather.ts'
import { checkInjectRequest } from './check-request.ts'

export type { InjectRequest }

type Receipt = PayloadOf<'pattern-injected'>

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
  /** Under the bayes profile: how probable it is that the run succeeds, in the light of how such predictions turned out. */
  readonly prediction?: number
}

export interface InjectedItem {
  readonly pattern: string
  readonly text: string
  readonly score: number
  /** Its status, how probable it is that it helps, and the number of runs behind that; absent under the classic profile. */
  readonly standing?: string
  /** What the score is made of, in words. */
  readonly why: string
}

/** How what may be shown becomes a block, and what else the receipt says of it. */
export interface Form extends Pick<Packed, 'surface' | 'strategies' | 'tool' | 'command' | 'most'> {
  /** Another choice and order than by the score for a role. */
  readonly weigh?: () => Promise<Candidate[]>
  /** No receipt where nothing was shown or withheld. */
  readonly isQuiet?: boolean
  /** The room for what is no rule. The receipt is known before, so that a draw can be named by it. */
  readonly render: (
    candidates: readonly Candidate[],
    place: { readonly budgetTokens: number; readonly receipt: string },
  ) => Injection
}

/** Puts the best patterns for some work into a block within the budget, and keeps a receipt of what was shown and why. */
export async function inject(context: LoopContext, input: InjectRequest): Promise<Injected> {
  const request = checkInjectRequest(input)
  const judged = request.sections === true ? [await criteriaSection(context)] : []
  return injectAs(context, request, {
    surface: 'role-block',
    render: (candidates, { budgetTokens, receipt }) => {
      const { policy, settings } = context
      const { role } = request
      if (request.sections === true)
        return packSections(
          headerOf(role),
          [...maturitySections(worthy(candidates, budgetTokens, policy), policy), ...judged],
          budgetTokens,
        )
      return settings.profile === 'bayes'
        ? believedBlock(candidates, { role, budgetTokens, seed: receipt }, policy.bayes)
        : injectionOf(context, { ...request, budgetTokens }, candidates)
    },
  })
}

/** The same for any form of block; the request is one that was checked. */
export async function injectAs(context: LoopContext, request: InjectRequest, form: Form): Promise<Injected> {
  const run = request.run ?? context.nextId()
  const { profile } = context.settings
  const expected = profile === 'bayes' ? contextOf({ ...request, request }) : undefined
  const needed = expected === undefined ? [] : truthKeys(expected)
  const { runNumber, known, documents } = await context.cache.refresh(context.journal, request.run, needed)
  const drawn = drawnFor(context, run, runNumber)
  const { render, weigh = () => weighForRole(context, request), isQuiet = false, ...said } = form
  const name = context.nextId()
  const budgetTokens = roomFor(request, context.policy.inject)
  const { injection, candidates, withheld } = withhold(
    await weigh(),
    { budgetTokens, render: (some, left) => render(some, { budgetTokens: left, receipt: name }) },
    drawn,
  )
  const isSilent = isQuiet && injection.included.length + withheld.length === 0
  const receipt = isSilent ? '' : name
  const { policyHash } = context.projector
  const packed = { receipt, injection, candidates, withheld, drawn, policyHash, profile, ...said }
  const payload = receiptOf(request, packed, context.policy)
  const predicted =
    isSilent || expected === undefined
      ? undefined
      : await predict(context, payload, { known: known?.exposure, context: expected, documents })
  if (!isSilent) {
    const told = predicted === undefined ? payload : { ...payload, prediction: predicted.prediction }
    await keepReceipt(context, run, told)
  }
  const included = new Set(injection.included)
  return {
    block: injection.block,
    run,
    receipt,
    tokens: injection.tokens,
    path: injection.path,
    items: candidates
      .filter(({ id }) => included.has(id))
      .map(({ id, line, standing, rule }) => ({
        pattern: id,
        text: line.text,
        score: standing.score,
        standing: line.label,
        why: rule === undefined ? whyShown(standing) : `a rule from ${rule.by}`,
      })),
    withheld: withheld.map(({ id }) => id),
    prediction: predicted?.recalibrated,
  }
}

/** The one fact that somebody waits for with nothing but a prompt at stake, so it does not wait for the disk. Whatever is said of the receipt later does, and brings it along. */
async function keepReceipt(context: LoopContext, run: string, payload: Receipt): Promise<void> {
  const receipt: DraftOf<'pattern-injected'> = {
    type: 'pattern-injected',
    payload,
    ...placeOf(run),
    key: receiptKey(payload.receipt),
    own: ['receipt', 'policyHash', 'items', 'displaced', 'withheld'],
  }
  await appendFacts(context, [receipt], { waitsForDisk: false })
}

/** Loaded with the first block by belief, and held: to ask for what is loaded takes longer than to predict. */
let believing: Promise<typeof import('../views/beliefs.ts')> | undefined

/** Predicts how a run will end after all that it was shown, a new receipt included; `inputs` was read before it was known what that is. */
async function predict(
  { journal, policy }: LoopContext,
  receipt: Receipt,
  { known = NO_EXPOSURE, ...inputs }: { known?: Exposure | undefined; context: string; documents: readonly Document[] },
): Promise<{ prediction: number; recalibrated: number }> {
  const context = known.context ?? contextOf(receipt)
  const read = readerOf(context === inputs.context ? inputs.documents : await journal.documents(truthKeys(context)))
  const shown = totalEffect(exposed(known, receipt, policy.bayes), policy.bayes)
  const prediction = successProbability(baselineOf(read, context).logits + shown, policy.bayes)
  const rounded = Math.round(prediction * 1e6) / 1e6
  return { prediction: rounded, recalibrated: recalibrated(rounded, calibrationSums(read), policy.bayes) }
}

/** Candidates for a role, best first: those that rank highest by themselves, and those that the task speaks of. */
async function weighForRole(context: LoopContext, request: InjectRequest): Promise<Candidate[]> {
  const { role, files = [], labels: tags = [] } = request
  const asked = { role, work: request, subject: { files, tags } }
  const gathered = await gather(context, request, forRole(context, request))
  const scales = await scalesFor(context, gathered)
  const labelOf = labels(gathered, scales)
  return weighBest(gathered, asked, scales).map(({ id, record, standing }) =>
    candidateOf(id, record, standing, labelOf?.(id)),
  )
}

/** Where each of them stands, as its line says it; undefined under the classic profile. */
function labels(gathered: readonly Gathered[], { believe, now, policy }: Scales) {
  if (believe === undefined) return undefined
  const byId = new Map(gathered.map(({ cached }) => [cached.id, cached]))
  return (id: string) => {
    const cached = byId.get(id)!
    const { record } = cached
    const held = believe(cached)
    const belief = beliefNow(held, now, policy.bayes)
    const evidence = helpEvidence(held.observed, belief.prior, now, policy.bayes)
    const known = { belief, evidence, now, freshness: freshnessOf(record, policy) }
    return standingLabel(briefOf(record, known, policy.bayes))
  }
}

/** What may be shown for some work, in no order. */
export async function weigh(context: LoopContext, asked: Asked, audience: Audience): Promise<Weighed[]> {
  const gathered = await gather(context, asked.work, audience)
  return weighAll(gathered, asked, await scalesFor(context, gathered))
}

/** By which the profile in force weighs what was gathered. */
export async function scalesFor(context: LoopContext, gathered: readonly Gathered[]): Promise<Scales> {
  const { policy, settings } = context
  const scales = { now: context.now(), policy }
  if (settings.profile === 'classic') return scales
  believing ??= import('../views/beliefs.ts')
  const { cachedBeliefs } = await believing
  return { ...scales, believe: await cachedBeliefs(context, gathered) }
}

/** Everything that may be shown, if it fits. Otherwise the best lines for the work; if nothing is known about it, the best of each category comes first, and the next best lines have the room that is left: more room never shows less. */
function injectionOf(context: LoopContext, request: InjectRequest, candidates: readonly Candidate[]) {
  const { cache, policy } = context
  const { role, budgetTokens, remainingTokens } = request
  const asked = { role, patterns: candidates.map(({ line }) => line), budgetTokens, remainingTokens }
  const injection = injectLaw(asked, policy.inject)
  if (injection.path !== 'truncated' || isKnownWork(request)) return injection
  const budget = budgetOf(asked, policy.inject)
  const { lines } = cache.summaries.of({
    role,
    candidates: worthy(candidates, budget, context.policy),
    budgetTokens: budget,
  })
  if (lines.length === 0) return injection
  const rest = asked.patterns.filter((line) => !lines.includes(lineOf(line, role)))
  const room = { role, patterns: rest, budgetTokens: budget - estimateBlockTokens(lines) }
  const more = injectLaw(room, policy.inject).block.split('\n').slice(1)
  return injectLaw({ ...asked, summary: [...lines, ...more].join('\n') }, policy.inject)
}

/** How the random draw falls for a run, once for every way in which it is shown patterns. */
export function drawnFor(context: LoopContext, run: string, runNumber: number): Drawn {
  return drawFor(context.journal.scope.project, run, holdoutFor(context, runNumber))
}

/** By the number of the run, which stays the same however many others begin meanwhile. */
function holdoutFor({ settings }: LoopContext, runNumber: number): Holdout {
  return runNumber <= settings.holdoutAfterRuns ? NO_HOLDOUT : settings.holdout
}
