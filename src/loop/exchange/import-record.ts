import type {
  ForeignAcknowledgement,
  ForeignDeliberation,
  ForeignLearning,
  ForeignRecord,
} from '../../compat/formats/foreign-record.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import { UserError } from '../../domain/user-error.ts'
import { isValidator } from '../../engine/laws/role-pairs.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import type { LoopContext } from '../context.ts'
import { type Draft, isStoreFailure, unlessTaken } from '../journal/append-facts.ts'
import { recordLearning } from '../learning/record-learning.ts'
import type { CorrectRequest } from '../runs/apply-verdict.ts'
import { keepRefused } from '../runs/list-outcomes.ts'
import { OutcomeRefused } from '../runs/read-outcome-record.ts'
import { recordDeliberation } from '../runs/record-deliberation.ts'
import {
  acknowledgementDrafts,
  applicationDrafts,
  buildDrafts,
  errorDrafts,
  feedbackDrafts,
  goalDrafts,
  gradedDrafts,
  type ImportNames,
  outcomeDrafts,
  runDrafts,
  strikeDrafts,
} from './import-drafts.ts'
import { type ImportSource, importClaim, importPattern } from './import-pattern.ts'
import type { ImportBatch } from './import-request.ts'

/** The result for one entry. `later`: it refers to a pattern that a later file may contain. */
export type Fate =
  | { readonly kind: 'recorded' | 'known'; readonly released?: boolean }
  | { readonly kind: 'refused' | 'passed' | 'later'; readonly reason: string }

export interface ImportDesk {
  readonly context: LoopContext
  readonly names: ImportNames
  readonly batch: ImportBatch
  readonly repository: string | undefined
  /** Applied once all deliberations that they could refer to have been imported. */
  readonly verdicts: CorrectRequest[]
}

const SPEAKS_OF_PATTERNS: readonly ForeignRecord['kind'][] = ['application', 'acknowledgement', 'feedback']

/** Events change statistics. From an external source they are unverified, so they are held back. */
export function isHeldBack({ kind }: ForeignRecord, trust: ImportSource['trust']): boolean {
  return trust === 'external' && (kind in SPEAKS_FOR_ITSELF || SPEAKS_OF_PATTERNS.includes(kind))
}

/** Entries that depend on no others, with the facts recorded for each. */
const SPEAKS_FOR_ITSELF: {
  readonly [K in ForeignRecord['kind']]?: (record: RecordOf<K>) => Promise<Draft[]>
} = {
  run: runDrafts,
  outcome: (record) => outcomeDrafts(record, record.outcome.attempt ?? 1),
  graded: gradedDrafts,
  goal: goalDrafts,
  build: buildDrafts,
  error: errorDrafts,
  strikes: strikeDrafts,
}

type RecordOf<K> = Extract<ForeignRecord, { readonly kind: K }>

/** Records one entry, immediately or with the next batch; `settle` receives the result. */
export async function importRecord(
  desk: ImportDesk,
  given: ForeignRecord,
  source: ImportSource & { readonly name: string },
  settle: (fate: Fate) => void,
): Promise<void> {
  const record = redactDeep(given).value as ForeignRecord
  try {
    const done = await importAtOnce(desk, record, source)
    if (done !== undefined) return settle(done)
    const drafts = await draftsOf(desk.names, record)
    if (!Array.isArray(drafts)) return settle(drafts as Fate)
    await desk.batch.add({
      drafts: drafts as Draft[],
      again:
        record.kind === 'outcome' && record.outcome.task !== undefined
          ? (tries) => outcomeDrafts(record, tries)
          : undefined,
      settle: (fate) => settle('refused' in fate ? { kind: 'refused', reason: fate.refused } : known(fate.isNew)),
    })
  } catch (error) {
    if (!(error instanceof UserError) || isStoreFailure(error)) throw error
    if (error instanceof OutcomeRefused && record.kind === 'graded')
      await keepRefused(desk.context, { problems: error.problems, record: record.record, source: source.file })
    settle({ kind: 'refused', reason: error.message.replaceAll('\n', '; ') })
  }
}

function known(isNew: boolean): Fate {
  return { kind: isNew ? 'recorded' : 'known' }
}

/** Imports entries that depend on the entries before them. */
async function importAtOnce(
  { context, names, repository, verdicts }: ImportDesk,
  record: ForeignRecord,
  source: ImportSource & { readonly name: string },
): Promise<Fate | undefined> {
  switch (record.kind) {
    case 'pattern': {
      if (record.repository !== undefined && record.repository.toLowerCase() !== repository?.toLowerCase())
        return { kind: 'passed', reason: `it is for the repository ${record.repository}; --repository takes it` }
      const imported = await importPattern(context, record, source)
      names.learn(record.sourceId, imported.pattern)
      return { ...known(imported.isNew || imported.released), released: imported.released } as Fate
    }
    case 'claim': {
      const pattern = await names.bySourceId(record.sourceId)
      if (pattern === undefined) return unknownPattern(record.sourceId)
      return known(await importClaim(context, { pattern, claim: record, at: record.at ?? source.at }, source))
    }
    case 'learning':
      return importLearning(context, record, source)
    case 'deliberation':
      return importDeliberation(context, record, source, verdicts)
    default:
      return undefined
  }
}

function unknownPattern(id: string): Fate {
  return { kind: 'later', reason: `no pattern is known here by '${id.slice(0, 80)}'` }
}

async function draftsOf(names: ImportNames | undefined, record: ForeignRecord): Promise<Draft[] | Fate> {
  switch (record.kind) {
    case 'application': {
      const pattern = await names?.byWords(record.trigger)
      return pattern === undefined ? unknownPattern(record.trigger) : applicationDrafts(record, pattern)
    }
    case 'acknowledgement': {
      const patterns = names === undefined ? [] : await acknowledged(names, record)
      if (!record.acknowledged) return { kind: 'passed', reason: 'the agent acknowledged nothing' }
      return patterns.length === 0 ? unknownPattern(record.patterns) : acknowledgementDrafts(record, patterns)
    }
    case 'feedback': {
      const id = record.subject === 'pattern' ? await names?.bySourceId(record.id) : record.id
      return id === undefined ? unknownPattern(record.id) : feedbackDrafts(record, id)
    }
    default: {
      const drafts = SPEAKS_FOR_ITSELF[record.kind] as ((record: ForeignRecord) => Promise<Draft[]>) | undefined
      return drafts?.(record) ?? { kind: 'passed', reason: 'there is nothing to record' }
    }
  }
}

/** The patterns that a log entry names, one or several, each once. */
async function acknowledged(names: ImportNames, { patterns }: ForeignAcknowledgement): Promise<string[]> {
  const whole = await names.byWords(patterns)
  if (whole !== undefined) return [whole]
  const found = await Promise.all(patterns.split(/[;,]/).map((part) => names.byWords(part)))
  return [...new Set(found.flatMap((id) => id ?? []))]
}

async function importLearning(
  context: LoopContext,
  { kind: _, at, ...entry }: ForeignLearning,
  { trust, at: modifiedAt }: ImportSource,
): Promise<Fate> {
  const content = canonicalJson([trust, entry.run ?? null, entry.agent, entry.lesson])
  const learning = `l-${digest(content).slice(0, 24)}`
  const input = { ...entry, learning, trust, occurredAt: at ?? modifiedAt }
  return known(await unlessTaken(async () => !(await recordLearning(context, input)).duplicate, false))
}

/** Imports a deliberation; its run is the issue that the pipeline worked on. A validator's verdict is acted on only in the user's own files. */
async function importDeliberation(
  context: LoopContext,
  { text }: ForeignDeliberation,
  { name, trust, at }: ImportSource & { readonly name: string },
  verdicts: CorrectRequest[],
): Promise<Fate> {
  const issue = issueOf(text, name)
  const run = issue === undefined ? {} : { run: `issue-${issue}` }
  const hasTime = /"timestamp"\s*:/.test(text)
  const recorded = await recordDeliberation(context, { text, name, trust, ...run, ...(!hasTime && { occurredAt: at }) })
  const speaks = isValidator(recorded.role, context.policy.roles) && recorded.verdict !== 'none'
  if (trust === 'internal' && speaks && run.run !== undefined)
    verdicts.push({ validatorRole: recorded.role, verdict: reportIn(text), occurredAt: at, ...run })
  return known(!recorded.duplicate)
}

function issueOf(text: string, name: string): string | undefined {
  const told = /"issue"\s*:\s*"?([A-Za-z0-9_-]{1,60})"?/.exec(text.startsWith('{') ? text : '')?.[1]
  return told ?? /^([A-Za-z0-9]{1,40})-[a-z][a-z-]*-\d+\.(?:json|md)$/.exec(name)?.[1]
}

/** The role's text, without the surrounding file. */
function reportIn(text: string): string {
  if (!text.startsWith('{')) return text
  const { response } = JSON.parse(text) as { response?: unknown }
  return typeof response === 'string' ? response : text
}
