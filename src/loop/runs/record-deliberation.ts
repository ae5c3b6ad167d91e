import { type Deliberation, readDeliberation } from '../../capture/deliberation-file.ts'
import { type RefusedLine, readPatterns } from '../../capture/extract-patterns.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { Provenance } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { isFromOutside } from '../../domain/pattern-sighting.ts'
import { isValidator, sameRole } from '../../engine/laws/role-pairs.ts'
import { readVerdict } from '../../engine/laws/verdict.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, checkPlace } from '../facts/append-keys.ts'
import { withTotal } from '../facts/cached-lists.ts'
import { factsAbout, factsIn, timesOf } from '../facts/facts-about.ts'
import { appendFacts, type Draft, isConflict, placeOf, runStream } from '../journal/append-facts.ts'
import { lineageIn } from '../learning/lineage.ts'
import { type SightedPattern, statedIn } from '../learning/sight-patterns.ts'
import { withContradictions } from '../patterns/join-pattern.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { deliberationsInput, recordDeliberationInput } from '../verbs/deliberations.ts'
import { toolRecords } from './record-build.ts'

type Recorded = PayloadOf<'deliberation-recorded'>

export type DeliberationInput = Fields<typeof recordDeliberationInput> & { readonly occurredAt?: number }

export interface DeliberationRecorded {
  readonly deliberation: string
  readonly duplicate: boolean
  readonly role: string
  readonly verdict: Deliberation['verdict']
  readonly evidenceLevel: 1 | 2 | 3
  /** The reason for the level. */
  readonly evidenceReason?: string
  readonly patterns: readonly SightedPattern[]
  /** Findings that claim more than the evidence holds. */
  readonly problems: readonly string[]
  /** Rejected lines of its "Accumulated Patterns", with the reason. */
  readonly refused: readonly RefusedLine[]
  /** Patterns that it repeats because its run was shown them; not counted as sightings. */
  readonly echoes: readonly string[]
}

/** Records a role's deliberation, and the patterns it states. One transaction; repeating the same deliberation in a run records nothing twice. */
export async function recordDeliberation(
  context: LoopContext,
  input: DeliberationInput,
): Promise<DeliberationRecorded> {
  const { text, run, deliberation: id, trust = 'internal', ...options } = redactDeep(input).value as DeliberationInput
  checkPlace({ run, occurredAt: options.occurredAt })
  const read = readDeliberation(text, {
    ...options,
    isTrusted: (role) => !isFromOutside(trust) && isValidator(role, context.policy.roles),
    records: await toolRecords(context, run),
  })
  const deliberation = id ?? deliberationId(run, read)
  const checked = await checkPayload('deliberation-recorded', payloadOf(deliberation, read, options.changedFiles))
  const known = await knownDeliberation(context, checked, id === undefined)
  if (known !== undefined) return known
  const place = { ...placeOf(run, read.occurredAt), provenance: provenanceOf(context, read.role, trust) }
  const { patterns } = readPatterns(read.text)
  const { sightings, echoes } = await statedIn(context, checked, patterns, {
    run,
    at: read.occurredAt ?? context.now(),
  })
  const lineage = await lineageIn(context, run)
  const payload = echoes.length === 0 ? checked : { ...checked, echoes: [...echoes] }
  const drafts: Draft[] = [{ type: 'deliberation-recorded', payload, key: `deliberation/${deliberation}`, ...place }]
  for (const [index, { payload, key }] of sightings.entries()) {
    const { provenance, held } = lineage(payload.text, place.provenance)
    const sighting = held === undefined ? payload : { ...payload, held }
    const before = sightings.slice(0, index).map((other) => other.payload)
    const sighted = { ...place, type: 'pattern-sighted' as const, payload: sighting, key, provenance }
    drafts.push(...(await withContradictions(context, sighted, { others: before })))
  }
  const sighted = sightings.map((sighting) => sighting.sighted)
  try {
    const [appended] = await appendFacts(context, drafts)
    return recorded(payload, sighted, appended?.duplicate ?? false)
  } catch (error) {
    const meanwhile = isConflict(error) ? await knownDeliberation(context, payload, id === undefined) : undefined
    if (meanwhile === undefined) throw error
    return meanwhile
  }
}

/** The recorded deliberation. Under a given id, a different text is a conflict. */
async function knownDeliberation(
  context: LoopContext,
  { deliberation, text }: Recorded,
  isOurId: boolean,
): Promise<DeliberationRecorded | undefined> {
  const subject = `deliberation/${deliberation}`
  const [first] = await factsAbout(context, subject, 'deliberation-recorded')
  if (first === undefined || (!isOurId && first.payload.text !== text)) return undefined
  const patterns = (await factsAbout(context, subject, 'pattern-sighted')).map(({ payload }) => {
    const { pattern, text, joined, strength } = payload
    return { pattern, text, method: joined.method, strength }
  })
  return recorded(first.payload, patterns, true)
}

function recorded(payload: Recorded, patterns: readonly SightedPattern[], duplicate: boolean): DeliberationRecorded {
  const { deliberation, role, verdict, evidenceLevel, evidenceReason, echoes = [] } = payload
  const why = evidenceReason === undefined ? {} : { evidenceReason }
  const { refused } = readPatterns(payload.text)
  const problems = evidenceLevel === 3 ? criticalIn(payload.text) : []
  return { deliberation, duplicate, role, verdict, evidenceLevel, ...why, patterns, problems, refused, echoes }
}

function criticalIn(text: string): string[] {
  return readVerdict(stripOwnBlocks(text))
    .issues.filter(({ severity }) => severity === 'CRITICAL')
    .map(({ id }) => `${id}: CRITICAL needs evidence of level 1 or 2; it counts as HIGH`)
}

function payloadOf(deliberation: string, read: Deliberation, files: readonly string[] | undefined) {
  const { occurredAt: _, ...kept } = read
  return { deliberation, ...kept, files }
}

function deliberationId(run: string | undefined, { role, phase, issue, iteration, text }: Deliberation) {
  const content = canonicalJson([run ?? null, role, phase ?? null, issue ?? null, iteration ?? null, text])
  return `d-${digest(content).slice(0, 24)}`
}

function provenanceOf(context: LoopContext, role: string, trust: Provenance['trust']): Provenance {
  const source = isFromOutside(trust) ? 'external' : isValidator(role, context.policy.roles) ? 'validator' : 'agent'
  return { source, role, trust }
}

export type DeliberationFilter = Fields<typeof deliberationsInput>

export interface DeliberationView extends PayloadOf<'deliberation-recorded'> {
  readonly run?: string
  readonly at: number
}

const MOST_READ = 2_000

export async function listDeliberations(
  context: LoopContext,
  { run, role, issue, limit = MOST_READ }: DeliberationFilter = {},
): Promise<DeliberationView[]> {
  const stream = run === undefined ? undefined : runStream(run)
  const where = { types: ['deliberation-recorded'] as const, stream, limit }
  const facts = await factsIn(context, where, ({ payload: said }) => {
    return (role === undefined || sameRole(said.role, role)) && (issue === undefined || said.issue === issue)
  })
  const views = facts.map(({ payload, occurredAt: at, run: own }) => ({ ...payload, at, run: own }))
  const isAll = (run ?? role ?? issue) === undefined
  return withTotal(views, isAll ? await timesOf(context, 'deliberation-recorded') : undefined)
}
