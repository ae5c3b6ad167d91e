import { speakerOf } from '../../domain/event.ts'
import { type TypeThat, typesThat } from '../../domain/events/traits.ts'
import type { Axis } from '../../domain/pattern.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Status } from '../../domain/values/pattern.ts'
import type { StoodPattern } from '../../engine/standing/standing.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, untilAppended } from '../facts/append-keys.ts'
import { factsIn, versionOf } from '../facts/facts-about.ts'
import { appendFact, BY_PERSON, patternStream } from '../journal/append-facts.ts'
import type { By, Fields } from '../verbs/define-verb.ts'
import type { decision } from '../verbs/patterns.ts'
import { conflictsOf } from './named-pattern.ts'
import { showPattern } from './patterns.ts'
import { releasePattern } from './quarantine.ts'

/** A person's decision on a pattern; on both axes unless one is given. */
export type DecisionRequest = Fields<typeof decision> & By

/** The pattern's status before and after, and whether anything was recorded. */
export interface PatternDecided {
  readonly pattern: string
  readonly changed: boolean
  readonly axes: readonly Axis[]
  readonly before: Status
  readonly after: Status
  readonly warnings: readonly string[]
}

export type DecisionType = TypeThat<'on-axes'>

/** The result of a decider: the axes that change, and notes for the person. */
interface Ruling {
  readonly axes: readonly Axis[]
  readonly warnings: readonly string[]
}

interface Matter {
  readonly view: StoodPattern
  readonly asked: readonly Axis[]
  /** A person's decisions on the pattern, newest first. */
  readonly decisions: readonly KnownEvent[]
}

const AXES: readonly Axis[] = ['lifecycle', 'maturity']
const TOP = { lifecycle: 'active', maturity: 'proven' } as const
const FEW_HELPFUL = 3

/** Promotes a pattern to active and proven by a person's decision, releases it from quarantine, and retires what contradicts it. A deprecated pattern must be reset first. */
export async function promotePattern(context: LoopContext, request: DecisionRequest): Promise<PatternDecided> {
  const promoted = await decide(context, 'pattern-promoted', request, (matter) => {
    const retired = matter.asked.find((axis) => isRetired(matter, axis))
    if (retired !== undefined) throw resetFirst(matter.view, retired)
    const axes = matter.asked.filter((axis) => !isTop(matter.view, axis))
    const { helpfulCount } = matter.view.evidence
    const isEarly = axes.length > 0 && helpfulCount < FEW_HELPFUL
    return {
      axes,
      warnings: isEarly ? [`it has ${helpfulCount} helpful feedback; evidence alone asks for ${FEW_HELPFUL}`] : [],
    }
  })
  const view = await showPattern(context, promoted.pattern)
  const { quarantined, held = 'quarantined' } = view.pattern
  // A person who promotes a quarantined pattern vouches for it; an agent gets the command for a person.
  const isVouched = quarantined && speakerOf(context.origin) === 'person'
  if (isVouched) await releasePattern(context, { ...request, pattern: promoted.pattern })
  const release = isVouched ? 'is now released' : `stays so until mettle pattern release ${promoted.pattern}`
  const conflicts = await conflictsOf(context, view)
  const rivals = conflicts.filter(({ state }) => state === 'open').map(({ pattern }) => pattern)
  const reason = `contradicts ${promoted.pattern}, which was promoted: ${request.reason}`
  for (const pattern of rivals) await deprecatePattern(context, { ...request, axes: AXES, pattern, reason })
  const settled = rivals.map((pattern) => `${pattern} contradicts it and is now retired`)
  const warnings = [...promoted.warnings, ...(quarantined ? [`it was held (${held}) and ${release}`] : [])]
  const { standing } = await showPattern(context, promoted.pattern)
  return { ...promoted, after: standing.status, warnings: [...warnings, ...settled] }
}

/** Retires a pattern: it is not shown until a person resets it. */
export function deprecatePattern(context: LoopContext, request: DecisionRequest): Promise<PatternDecided> {
  return decide(context, 'pattern-deprecated', request, ({ view, asked }) => ({
    axes: asked.filter((axis) => view.pattern.decisions[axis]?.kind !== 'deprecate'),
    warnings: [],
  }))
}

/** Reverts a decision: the pattern's evidence determines its status again, and it may be promoted. */
export function resetPattern(context: LoopContext, request: DecisionRequest): Promise<PatternDecided> {
  return decide(context, 'pattern-reset', request, (matter) => {
    const { view, asked } = matter
    const axes = asked.filter((axis) => view.pattern.decisions[axis] !== undefined || isRetired(matter, axis))
    const retiredByEvidence = axes.filter(
      (axis) => isRetired(matter, axis) && view.pattern.decisions[axis] === undefined,
    )
    return {
      axes,
      warnings: retiredByEvidence.map(
        (axis) => `its ${axis} is deprecated by the evidence, and stays so unless it is promoted`,
      ),
    }
  })
}

/** Whether a promotion would change nothing. Evidence alone can lead there only under the classic profile. */
function isTop({ pattern, axes, known }: StoodPattern, axis: Axis): boolean {
  return known === undefined ? axes[axis] === TOP[axis] : pattern.decisions[axis]?.kind === 'promote'
}

/** Whether it is deprecated without a later reset; after a reset, a promoting person knows the evidence. */
function isRetired({ view, decisions }: Matter, axis: Axis): boolean {
  const decision = view.pattern.decisions[axis]
  if (view.known !== undefined) return decision?.kind === 'deprecate'
  if (view.axes[axis] !== 'deprecated') return false
  if (decision !== undefined) return true
  const last = decisions.find((event) => (event.payload as { axes?: readonly Axis[] }).axes?.includes(axis))
  return last?.type !== 'pattern-reset'
}

function resetFirst({ pattern, axes }: StoodPattern, axis: Axis): UserError {
  const why = axis === 'lifecycle' ? axes.lifecycleReason : axes.maturityReason
  return new UserError(
    'deprecated',
    `'${pattern.id}' is retired (${why}); reset it first.`,
    `mettle pattern reset ${pattern.id} --reason "…"`,
  )
}

/** Decides on the current pattern, and repeats if somebody else decided meanwhile. */
async function decide(
  context: LoopContext,
  type: DecisionType,
  request: DecisionRequest,
  rule: (matter: Matter) => Ruling,
): Promise<PatternDecided> {
  const { pattern: asked, by, reason, axes = AXES, occurredAt } = request
  return untilAppended(async () => {
    const view = await showPattern(context, asked)
    const { id } = view.pattern
    const stream = patternStream(id)
    const payload = await checkPayload(type, { pattern: id, by, reason, axes: [...new Set(axes)] })
    const expectedVersion = await versionOf(context, stream)
    const decisions = await factsIn(context, { stream, types: typesThat('on-axes') })
    const ruling = rule({ view, asked: payload.axes, decisions })
    const { axes: news, warnings } = ruling
    const place = { stream, expectedVersion, occurredAt, provenance: BY_PERSON }
    if (news.length > 0) await appendFact(context, { type, payload: { ...payload, axes: [...news] }, ...place })
    const after = (await showPattern(context, id)).standing.status
    return { pattern: id, changed: news.length > 0, axes: news, before: view.standing.status, after, warnings }
  })
}
