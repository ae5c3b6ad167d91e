import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { copied, own, withMember, withMembers } from '../domain/sets.ts'
import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import type { Prediction } from '../engine/belief/calibration.ts'
import { type Holdout, NO_HOLDOUT } from '../engine/belief/holdout.ts'
import { partOf, relevanceProbability } from '../engine/belief/pattern-value.ts'
import { expectedEffect } from '../engine/belief/posterior.ts'
import type { Contribution } from '../engine/belief/posterior-record.ts'

/** The patterns that a run was shown, and its reports about them so far. */
export interface Exposure {
  /** Identifies the runs that it is compared with: those of the same role and phase. */
  readonly context?: string
  readonly shown: { readonly [pattern: string]: Shown }
  /** The random withholding of the run, if all of its receipts agree; otherwise the run cannot be used for comparison. */
  readonly holdout?: Holdout & { readonly isRunHeld?: true }
  /** Patterns with another withholding share than the rest, and that share. */
  readonly shares?: { readonly [pattern: string]: number }
  /** The newest prediction of its outcome, from its receipts. */
  readonly prediction?: number
  /** Some of its patterns were chosen by belief, so its outcome could have been predicted. */
  readonly isBelieved?: true
  /** Each validator's verdict on its work. */
  readonly reviews?: { readonly [reviewer: string]: boolean }
  /** The verdict on the best evidence, and the evidence level at which patterns were confirmed by name. */
  readonly judged?: { readonly level: 1 | 2; readonly reviewer: string }
  readonly heldUp?: { readonly [pattern: string]: 1 | 2 }
  /** Its result as counted in the baselines, and the baseline that it was measured with. */
  readonly ended?: { readonly success: boolean; readonly baseline: number }
  readonly counted?: {
    readonly prediction?: Prediction
    readonly reviews?: { readonly [reviewer: string]: boolean }
  }
  readonly told: { readonly [pattern: string]: { readonly [signal: string]: Contribution } }
}

export interface Shown {
  readonly relevance: number
  /** The expected effect of the pattern, in logits. */
  readonly effect: number
  readonly inverted?: true
  /** A person made it a rule, so it is shown regardless of the draw. */
  readonly isRule?: true
}

export const NO_EXPOSURE: Exposure = { shown: {}, told: {} }

/** Folds an event into a run's exposure; returns the same object for unrelated events. */
export function evolveExposure(
  known: Exposure | undefined,
  event: KnownEvent,
  policy: BayesPolicy,
): Exposure | undefined {
  switch (event.type) {
    case 'pattern-injected':
      return exposed(known ?? NO_EXPOSURE, event.payload, policy)
    case 'verdict-recorded':
      return reviewed(known ?? NO_EXPOSURE, event.payload)
    case 'pattern-reinforced': {
      const { pattern, evidenceLevel } = event.payload
      const level = Math.min(evidenceLevel, own(known?.heldUp, pattern) ?? 2) as 1 | 2
      return { ...(known ?? NO_EXPOSURE), heldUp: withMember(known?.heldUp, pattern, level) }
    }
    default:
      return known
  }
}

/** A pattern that is shown again keeps its most relevant showing. A run without any pattern also has a context, because it shows how runs end without patterns. */
export function exposed(known: Exposure, receipt: PayloadOf<'pattern-injected'>, policy: BayesPolicy): Exposure {
  const shown = copied(known.shown)
  for (const { pattern, parts } of receipt.items) {
    const next = shownAs(parts, policy)
    if (next.relevance >= (own(shown, pattern)?.relevance ?? -1)) shown[pattern] = next
  }
  const { context = contextOf(receipt), prediction, isBelieved } = known
  return withMembers(known, {
    context,
    shown,
    holdout: heldFrom(known, receipt),
    shares: ownShares(known, receipt),
    prediction: receipt.prediction ?? prediction,
    isBelieved: receipt.profile === 'bayes' || isBelieved,
  })
}

function ownShares({ shares }: Exposure, receipt: PayloadOf<'pattern-injected'>): Exposure['shares'] {
  const { share = 0 } = receipt.holdout ?? {}
  let own = shares
  const add = (pattern: string, drawn: number | undefined) => {
    if (drawn !== undefined && drawn !== share) own = withMember(own, pattern, drawn)
  }
  for (const { pattern, parts } of receipt.items) add(pattern, parts.withheldShare)
  for (const { pattern, propensity } of receipt.withheld) add(pattern, round(1 - propensity))
  return own
}

const round = (share: number) => Math.round(share * 1e6) / 1e6

/** If settings change during a run, its patterns no longer result from a single draw. */
function heldFrom(
  { context, holdout: before }: Exposure,
  { holdout: told }: PayloadOf<'pattern-injected'>,
): Exposure['holdout'] {
  const { share = 0, runShare = 0, isRunHeld } = told ?? {}
  if (context === undefined) return told && { share, runShare, isRunHeld: isRunHeld === true ? isRunHeld : undefined }
  const isSame = share === (before?.share ?? 0) && runShare === (before?.runShare ?? 0)
  return isSame ? before : NO_HOLDOUT
}

/** Values that a receipt lacks, because the classic profile does not need them, are those of an average pattern. */
function shownAs(parts: { readonly [part: string]: number }, policy: BayesPolicy): Shown {
  const { relevance, semantic, effect, inverted, rule } = parts
  return {
    effect: effect ?? expectedEffect(policy.prior, policy),
    inverted: inverted === 1 || undefined,
    isRule: rule === 1 || undefined,
    relevance: relevance ?? (semantic === undefined ? policy.unknownRelevance : relevanceProbability(semantic, policy)),
  }
}

/** The caller of a block, and the work that it is for. */
interface Asker {
  readonly role?: string | undefined
  readonly agent?: string | undefined
  readonly request: { readonly phase?: string | undefined; readonly files?: readonly string[] | undefined }
}

/** Runs of one role and phase in the same part of the code base are compared with each other; of several files, the first by name decides the part. */
export function contextOf({ role, agent, request }: Asker): string {
  const { phase, files = [] } = request
  const [first = ''] = [...files].sort()
  const place = partOf(first)
  return [role ?? agent ?? 'anyone', ...(phase === undefined ? [] : [phase]), ...(place === '' ? [] : [`in ${place}`])]
    .join('/')
    .toLowerCase()
}

function reviewed(known: Exposure, verdict: PayloadOf<'verdict-recorded'>): Exposure {
  const { result, evidenceLevel: level, validatorRole: reviewer } = verdict
  if (result === 'none') return known
  const reviews = { ...known.reviews, [reviewer]: result === 'PASS' }
  const isBetter = level === 1 || (level === 2 && known.judged?.level !== 1)
  return { ...known, reviews, ...(isBetter ? { judged: { level, reviewer } } : {}) }
}

/** `r effect + (1 - r) d_neutral`: the expected contribution of a pattern to the run. */
export function contribution({ relevance, effect }: Shown, { effects }: BayesPolicy): number {
  return relevance * effect + (1 - relevance) * effects.neutral
}

/** Sorted by name: in another order, the same numbers can add up to another last digit. */
export function totalEffect({ shown }: Exposure, policy: BayesPolicy): number {
  const patterns = Object.keys(shown).sort()
  return patterns.reduce((total, pattern) => total + contribution(shown[pattern]!, policy), 0)
}
