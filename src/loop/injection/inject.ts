import type { Document } from '../../domain/document.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { recalibrated } from '../../engine/belief/calibration.ts'
import { type Drawn, drawFor, NO_HOLDOUT } from '../../engine/belief/holdout.ts'
import { successProbability } from '../../engine/belief/likelihood.ts'
import { helpEvidence } from '../../engine/belief/posterior-record.ts'
import {
  budgetOf,
  headerOf,
  type Injection,
  inject as injectLaw,
  lineOf,
  roomFor,
} from '../../engine/laws/role-block.ts'
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
  /** The text to show the run; empty if nothing is worth it. */
  readonly block: string
  readonly run: string
  /** Empty if there is none, for a tool call without relevant patterns. */
  readonly receipt: string
  readonly tokens: number
  readonly path: Injection['path']
  readonly items: readonly InjectedItem[]
  readonly withheld: readonly string[]
  /** Under the bayes profile: the calibrated probability that the run succeeds. */
  readonly prediction?: number
}

export interface InjectedItem {
  readonly pattern: string
  readonly text: string
  readonly score: number
  /** Its status, probability of helping and number of runs; absent under the classic profile. */
  readonly standing?: string
  /** The parts of the score, in words. */
  readonly why: string
}

/** How candidates become a block, and the receipt's other fields. */
export interface Form extends Pick<Packed, 'surface' | 'strategies' | 'tool' | 'command' | 'most'> {
  /** A different selection and order than by score for a role. */
  readonly weigh?: () => Promise<Candidate[]>
  /** No receipt where nothing was shown or withheld. */
  readonly isQuiet?: boolean
  /** `budgetTokens`: room for patterns that are not rules. The receipt id is known beforehand, so that it can seed a draw. */
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

/** The same for any form of block; the request must be validated. */
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

/** Appends the receipt without waiting for the disk: somebody is waiting, and only a prompt is at stake. Later facts about the receipt do wait, and flush it as well. */
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

/** The module, kept after the first use: even a repeated dynamic import takes longer than the prediction. */
let believing: Promise<typeof import('../views/beliefs.ts')> | undefined

/** Predicts a run's result from everything it was shown, including a new receipt; `inputs` were read before the receipt's content was known. */
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

/** Candidates for a role, best first: the highest-ranked overall, and those that match the task. */
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

/** Each pattern's standing, as shown in its line; undefined under the classic profile. */
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

/** The patterns that may be shown for some work, unordered. */
export async function weigh(context: LoopContext, asked: Asked, audience: Audience): Promise<Weighed[]> {
  const gathered = await gather(context, asked.work, audience)
  return weighAll(gathered, asked, await scalesFor(context, gathered))
}

/** The scales with which the active profile weighs the gathered patterns. */
export async function scalesFor(context: LoopContext, gathered: readonly Gathered[]): Promise<Scales> {
  const { policy, settings } = context
  const scales = { now: context.now(), policy }
  if (settings.profile === 'classic') return scales
  believing ??= import('../views/beliefs.ts')
  const { cachedBeliefs } = await believing
  return { ...scales, believe: await cachedBeliefs(context, gathered) }
}

/** All candidates, if they fit. Otherwise the best lines for the work; without known work, the best of each category first, then the next best lines that fit, so more room never shows less. */
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

/** A run's random draw, the same on every surface. Its number does not change when other runs begin meanwhile. */
export function drawnFor({ journal, settings }: LoopContext, run: string, runNumber: number): Drawn {
  const holdout = runNumber <= settings.holdoutAfterRuns ? NO_HOLDOUT : settings.holdout
  return drawFor(journal.scope.project, run, holdout)
}
