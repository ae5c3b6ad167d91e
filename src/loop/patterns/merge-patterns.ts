import { present } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import { sameRole } from '../../engine/laws/role-pairs.ts'
import type { StoodPattern } from '../../engine/standing/standing.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, untilAppended } from '../facts/append-keys.ts'
import { versionOf } from '../facts/facts-about.ts'
import { appendFact, BY_PERSON, patternStream } from '../journal/append-facts.ts'
import type { DecisionRequest } from './decide-pattern.ts'
import { showPattern } from './patterns.ts'

/** A person's statement that one pattern is another in different words. */
export interface MergeRequest extends Pick<DecisionRequest, 'pattern' | 'by' | 'reason'> {
  readonly into: string
}

export interface PatternsMerged {
  readonly pattern: string
  readonly into: string
  readonly changed: boolean
  /** The recorded event; undoing it separates them again. Absent if nothing changed. */
  readonly event?: string
  readonly warnings: readonly string[]
}

/** Merges a pattern into another: it is no longer shown, and its wordings become the other's. Evidence is not moved: the counts of both are shown separately. */
export async function mergePatterns(context: LoopContext, request: MergeRequest): Promise<PatternsMerged> {
  return untilAppended(async () => {
    const from = await showPattern(context, request.pattern)
    const into = await showPattern(context, request.into)
    const { id } = from.pattern
    const payload = await checkPayload('pattern-merged', { ...request, pattern: id, into: into.pattern.id })
    const warnings = warningsOf(from, into)
    if (from.pattern.mergedInto === payload.into)
      return { pattern: id, into: payload.into, changed: false, warnings: [] }
    refuse(from, into)
    const stream = patternStream(id)
    const expectedVersion = await versionOf(context, stream)
    const place = { stream, expectedVersion, provenance: BY_PERSON }
    const { event } = await appendFact(context, { type: 'pattern-merged', payload, ...place })
    return { pattern: id, into: payload.into, changed: true, event: event.id, warnings }
  })
}

/** Refuses cycles and chains: the target must not be merged itself. */
function refuse({ pattern: from }: StoodPattern, { pattern: into }: StoodPattern): void {
  if (from.id === into.id) throw new UserError('merge', `'${from.id}' is already itself.`, 'Name another pattern.')
  const [gone, goesOn] = [from.mergedInto, into.mergedInto]
  if (gone !== undefined)
    throw new UserError('merge', `'${from.id}' was merged into '${gone}' before.`, `mettle pattern show ${gone}`)
  if (goesOn !== undefined)
    throw new UserError('merge', `'${into.id}' was itself merged into '${goesOn}'.`, `Merge into ${goesOn}.`)
}

function said(polarity: 'do' | 'avoid'): string {
  return polarity === 'do' ? 'what to do' : 'what to avoid'
}

/** Warnings for the person; `never tag` and `always digest` may still be the same advice. */
function warningsOf({ pattern: from }: StoodPattern, { pattern: into }: StoodPattern): string[] {
  return present([
    !sameRole(from.role, into.role) && `'${from.id}' is of ${from.role}, '${into.id}' of ${into.role}`,
    from.polarity !== into.polarity && `'${from.id}' says ${said(from.polarity)}, '${into.id}' ${said(into.polarity)}`,
  ])
}
