import type { StoredEvent } from '../../domain/event.ts'
import { hasTrait } from '../../domain/events/traits.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { axesOf } from '../../engine/standing/axes.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, untilAppended } from '../facts/append-keys.ts'
import { bodiesOf } from '../facts/cached-lists.ts'
import { known, versionOf } from '../facts/facts-about.ts'
import { appendFact, appendFacts, BY_PERSON, type Draft, patternStream } from '../journal/append-facts.ts'
import type { VerbContext } from '../journal/keepers.ts'
import { undoTargets } from '../journal/undo.ts'
import { type ActedOn, shownOf } from '../journal/undo-effects.ts'
import { wholeJournal, withTheirMarks } from '../journal/whole-journal.ts'
import type { By, Fields } from '../verbs/define-verb.ts'
import type { quarantineSourceInput } from '../verbs/patterns.ts'
import type { DecisionRequest } from './decide-pattern.ts'
import { showPattern } from './patterns.ts'

export type QuarantineRequest = Pick<DecisionRequest, 'pattern' | 'by' | 'reason'>

export interface PatternQuarantined {
  readonly pattern: string
  readonly text: string
  readonly quarantined: boolean
  /** False if a person had already decided the same. */
  readonly changed: boolean
}

/** Sets a pattern aside: it is not shown until a person releases it. */
export function quarantinePattern(context: LoopContext, request: QuarantineRequest): Promise<PatternQuarantined> {
  return decide(context, request, false)
}

/** Releases a pattern from quarantine, whether it came from outside or a person quarantined it. */
export function releasePattern(context: LoopContext, request: QuarantineRequest): Promise<PatternQuarantined> {
  return decide(context, request, true)
}

function decide(context: LoopContext, { pattern: asked, by, reason }: QuarantineRequest, released: boolean) {
  return untilAppended(async () => {
    const { pattern } = await showPattern(context, asked)
    const { id, text } = pattern
    const stream = patternStream(id)
    const payload = await checkPayload('pattern-quarantined', { pattern: id, by, reason, released })
    const expectedVersion = await versionOf(context, stream)
    const changed = pattern.quarantined === released
    const place = { stream, expectedVersion, provenance: BY_PERSON }
    if (changed) await appendFact(context, { type: 'pattern-quarantined', payload, ...place })
    return { pattern: id, text, quarantined: !released, changed }
  })
}

export type SourceQuarantineRequest = Fields<typeof quarantineSourceInput> & By

export interface ContributedPattern {
  readonly pattern: string
  readonly text: string
  /** Whether it could be shown until now. */
  readonly shown: boolean
  /** `elsewhere`: others have seen it too, so it stays; `already`: it was quarantined before. */
  readonly fate: 'aside' | 'elsewhere' | 'already'
}

/** The patterns of a run or source, and which were, or would be, quarantined. */
export interface SourceQuarantined {
  readonly dryRun: boolean
  readonly changed: boolean
  /** Undoing it reverts everything. Absent if nothing was recorded. */
  readonly batch?: string
  readonly patterns: readonly ContributedPattern[]
  readonly actedOn: ActedOn
}

/** Quarantines every pattern whose only support is this run or source. Patterns that others have also seen stay. */
export async function quarantineSource(
  context: VerbContext,
  { run, source, by, reason, dryRun = false }: SourceQuarantineRequest,
): Promise<SourceQuarantined> {
  await checkPayload('pattern-quarantined', { pattern: 'p', by, reason, released: false })
  const facts = withTheirMarks(await wholeJournal(context.journal, context))
  const scope = { run, source }
  const { named, followed } = undoTargets(facts, scope)
  const patterns = await contributed(context, facts, [...named, ...followed])
  const aside = patterns.filter(({ fate }) => fate === 'aside').map(({ pattern }) => pattern)
  const batch = dryRun || aside.length === 0 ? undefined : context.nextId()
  const drafts = aside.map((pattern): Draft => {
    const payload = { pattern, by, reason, released: false, batch }
    return { type: 'pattern-quarantined', payload, stream: patternStream(pattern), provenance: BY_PERSON }
  })
  if (batch !== undefined) await appendFacts(context, drafts)
  return {
    dryRun,
    changed: aside.length > 0,
    batch,
    patterns,
    actedOn: shownOf(facts, { patterns: new Set(aside), adapters: new Set() }),
  }
}

async function contributed(
  context: LoopContext,
  facts: readonly StoredEvent[],
  theirs: readonly KnownEvent[],
): Promise<ContributedPattern[]> {
  const own = new Set(theirs.map(({ id }) => id))
  const seen = known(facts).filter(({ type }) => hasTrait(type, 'sighting'))
  const patternOf = (fact: KnownEvent) => (fact.payload as { pattern: string }).pattern
  const elsewhere = new Set(seen.filter(({ id }) => !own.has(id)).map(patternOf))
  const theirPatterns = seen.filter(({ id }) => own.has(id)).map(patternOf)
  return [...(await bodiesOf(context.journal, PATTERN, theirPatterns))].map(([id, record]) => {
    const { excludedBecause } = axesOf(record, context.now(), context.policy)
    const fate = record.pattern.quarantined ? 'already' : elsewhere.has(id) ? 'elsewhere' : 'aside'
    return { pattern: id, text: record.pattern.text, shown: excludedBecause.length === 0, fate }
  })
}
