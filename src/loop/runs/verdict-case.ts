import { findingTexts, type KnownWording } from '../../capture/findings.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { own } from '../../domain/sets.ts'
import { type RolePair, sameRole } from '../../engine/laws/role-pairs.ts'
import type { Verdict } from '../../engine/laws/verdict.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { CorrectionVerdict, InjectedPattern } from '../../engine/standing/verdict-effects.ts'
import type { ToolRecord } from '../../engine/trust/confirm-output.ts'
import { PATTERN, RUN, type RunRecord } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload } from '../facts/append-keys.ts'
import { bodiesOf, bodyOf } from '../facts/cached-lists.ts'
import { deliberationNamed, factsAbout, factsIn, versionOf } from '../facts/facts-about.ts'
import { type Draft, placeOf, runStream } from '../journal/append-facts.ts'
import type { CorrectionAction, CorrectRequest } from './apply-verdict.ts'
import type { Blame } from './blame.ts'
import { toolRecords } from './record-build.ts'
import type { Cited } from './restatements.ts'

type Recorded = Extract<KnownEvent, { type: 'deliberation-recorded' }>
type Receipt = Extract<KnownEvent, { type: 'pattern-injected' }>

export interface CaseQuestion {
  readonly pair: RolePair
  readonly run: string | undefined
  readonly deliberation: string | undefined
  readonly findings: readonly string[]
}

/** Everything known at a verdict: the challenger's deliberation, what it was shown, and what was counted before. */
export interface CorrectionCase {
  readonly run?: string
  readonly stream: string
  readonly version: number
  readonly deliberation?: Recorded
  readonly record?: RunRecord
  /** What the challenger was shown in this run, best first. */
  readonly injected: readonly InjectedPattern[]
  /** The changed files, from the deliberation, else from the receipts. */
  readonly files: readonly string[]
  readonly records: readonly ToolRecord[]
  readonly findings: ReadonlyMap<string, readonly string[]>
  readonly patterns: ReadonlyMap<string, PatternRecord>
  /** Patterns that this run has penalised or aged already. */
  readonly penalised: ReadonlySet<string>
  readonly aged: ReadonlySet<string>
}

const NEWEST = 500
const SEARCHED = 12

/** Gathers the case. Unless a run or deliberation is named, it concerns the challenger's newest deliberation. */
export async function correctionCase(context: LoopContext, question: CaseQuestion): Promise<CorrectionCase> {
  const deliberation = await deliberationOf(context, question)
  const run = question.run ?? deliberation?.run
  const { stream } = placeOf(run)
  const version = await versionOf(context, stream)
  const types = ['pattern-injected', 'pattern-ignored', 'pattern-aged'] as const
  const facts = run === undefined ? [] : await factsIn(context, { stream, types })
  const record = run === undefined ? undefined : await bodyOf(context.journal, RUN, run)
  const receipts = facts.filter((fact) => isReceiptOf(fact, question.pair.adversarial))
  const findings = findingTexts(deliberation?.payload.text ?? '', question.findings)
  const shown = bestFirst(receipts)
  const patterns = await patternsFor(context, {
    deliberation,
    findings,
    shown,
    role: question.pair.adversarial,
    asked: question.findings,
  })
  return {
    run,
    stream,
    version,
    deliberation,
    record,
    injected: shown.map((id) => injectedPattern(id, record, patterns.get(id))),
    files: deliberation?.payload.files ?? receipts.flatMap(({ payload }) => payload.request.files ?? []),
    records: await toolRecords(context, run),
    findings,
    patterns,
    penalised: named(facts, 'pattern-ignored'),
    aged: named(facts, 'pattern-aged'),
  }
}

async function deliberationOf(context: LoopContext, question: CaseQuestion): Promise<Recorded | undefined> {
  if (question.deliberation !== undefined) return deliberationNamed(context, question.deliberation)
  const stream = question.run === undefined ? undefined : runStream(question.run)
  const facts = await factsIn(context, { stream, types: ['deliberation-recorded'], limit: NEWEST })
  return facts.find(({ payload }) => sameRole(payload.role, question.pair.adversarial))
}

/** Whether a receipt is the challenger's: a run may have many roles. */
function isReceiptOf(fact: KnownEvent, role: string): fact is Receipt {
  return fact.type === 'pattern-injected' && (fact.payload.role === undefined || sameRole(fact.payload.role, role))
}

function bestFirst(receipts: readonly Receipt[]): string[] {
  const best = new Map<string, number>()
  for (const { pattern, score } of receipts.flatMap(({ payload }) => payload.items))
    best.set(pattern, Math.max(score, best.get(pattern) ?? Number.NEGATIVE_INFINITY))
  return [...best].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id)
}

function injectedPattern(id: string, record: RunRecord | undefined, pattern: PatternRecord | undefined) {
  const { files = [], citation } = pattern?.pattern ?? {}
  return {
    id,
    tier: own(record?.run.tiers, id) ?? 'shown',
    files: citation === undefined ? files : [...files, citation.file],
  }
}

/** Patterns that a finding may concern: those shown, those stated in the deliberation, and similar ones of the role. */
async function patternsFor(
  context: LoopContext,
  asked: {
    readonly deliberation: Recorded | undefined
    readonly findings: ReadonlyMap<string, readonly string[]>
    readonly shown: readonly string[]
    readonly role: string
    /** The requested findings; the report may have others. */
    readonly asked: readonly string[]
  },
): Promise<Map<string, PatternRecord>> {
  const { deliberation, findings, shown, role } = asked
  const stated =
    deliberation === undefined || findings.size === 0
      ? []
      : (await factsAbout(context, `deliberation/${deliberation.payload.deliberation}`, 'pattern-sighted')).map(
          ({ payload }) => payload.pattern,
        )
  const patterns = new Map(await bodiesOf(context.journal, PATTERN, [...shown, ...stated]))
  for (const texts of asked.asked.flatMap((id) => [findings.get(id) ?? []]))
    for (const { document } of await context.journal.search(PATTERN, texts.join(' ').slice(0, 2_000), SEARCHED))
      if (sameRole(document.body.pattern.role, role)) patterns.set(document.id, document.body)
  return patterns
}

function named(facts: readonly KnownEvent[], type: KnownEvent['type']): ReadonlySet<string> {
  return new Set(
    facts.filter((fact) => fact.type === type).map((fact) => (fact.payload as { pattern: string }).pattern),
  )
}

export function wordingsOf(patterns: Iterable<PatternRecord>): KnownWording[] {
  return [...patterns].map(({ pattern }) => ({ id: pattern.id, texts: [pattern.text, ...pattern.aliases] }))
}

/** A verdict with all its consequences. */
export interface Ruling extends CorrectionVerdict {
  readonly id: string
  readonly asked: CorrectRequest
  readonly pair: RolePair
  readonly verdict: Verdict
  readonly known: CorrectionCase
  readonly level: 1 | 2 | 3 | undefined
  readonly blames: readonly Blame[]
  readonly cited: readonly Cited[]
  readonly actions: readonly CorrectionAction[]
}

const LONGEST_NAME = 200

/** The facts of a ruling. The verdict expects the stream's version at the time of the ruling. A run penalises and ages a pattern once, so those keys include the run if there is one. */
export async function correctionDrafts(ruling: Ruling): Promise<Draft[]> {
  const { id, pair, known, fates, level } = ruling
  const place = placeIn(ruling)
  const once = known.run ?? id
  const uses = ruling.cited.flatMap((each) => each.uses).map((use): Draft => ({ ...use, ...place }))
  const drafts: Draft[] = [...uses, await verdictDraft(ruling, known.version + uses.length)]
  for (const { payload } of ruling.blames)
    if (payload !== undefined)
      drafts.push({
        type: 'pattern-ignored',
        payload: { ...payload, by: pair.validator },
        key: `ignored/${once}/${payload.pattern}`,
        ...place,
      })
  for (const { pattern, fate } of fates) {
    if (fate === 'aged' && !known.aged.has(pattern))
      drafts.push({ type: 'pattern-aged', payload: { pattern }, key: `aged/${once}/${pattern}`, ...place })
    if (fate === 'reinforced' && (level === 1 || level === 2))
      drafts.push({
        type: 'pattern-reinforced',
        payload: { pattern, evidenceLevel: level, verdict: id },
        key: `reinforced/${id}/${pattern}`,
        ...place,
      })
  }
  return drafts
}

function placeIn({ asked, pair, known }: Ruling) {
  return {
    stream: known.stream,
    run: known.run,
    occurredAt: asked.occurredAt,
    provenance: { source: 'validator', role: pair.validator, trust: 'internal' } as const,
  }
}

async function verdictDraft(ruling: Ruling, expectedVersion: number): Promise<Draft> {
  const { id, pair, verdict, known, level } = ruling
  const payload = await checkPayload('verdict-recorded', {
    verdict: id,
    deliberation: known.deliberation?.payload.deliberation,
    adversarialRole: pair.adversarial,
    validatorRole: pair.validator,
    result: verdict.verdict,
    mustFix: names(verdict.mustFix),
    falsePositives: names(verdict.falsePositives),
    evidenceLevel: level,
    actions: ruling.actions,
  })
  const key = `verdict/${id}`
  return { type: 'verdict-recorded', payload, key, expectedVersion, ...placeIn(ruling) }
}

function names(ids: readonly string[]): string[] {
  return ids.map((id) => id.slice(0, LONGEST_NAME))
}
