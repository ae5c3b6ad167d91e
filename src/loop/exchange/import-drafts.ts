import type {
  Application,
  ForeignAcknowledgement,
  ForeignBuild,
  ForeignError,
  ForeignFeedback,
  ForeignGoal,
  ForeignOutcome,
  ForeignRun,
  ForeignStrikes,
  GradedRun,
} from '../../compat/formats/foreign-record.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { EventType, PayloadOf } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { match } from '../../engine/laws/match-text.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPlace } from '../facts/append-keys.ts'
import { eachEvent } from '../facts/facts-about.ts'
import {
  type Draft,
  type DraftPlace,
  errorStream,
  JOURNAL_STREAM,
  placeOf,
  taskStream,
} from '../journal/append-facts.ts'
import { readOutcomeRecord } from '../runs/read-outcome-record.ts'
import { outcomeDraft } from '../runs/record-outcome.ts'
import { errorKey } from '../runs/task-errors.ts'

/** Converts another system's facts to ours. Keys derive from content, so that importing a file twice changes nothing. */
export async function applicationDrafts(row: Application, pattern: string): Promise<Draft[]> {
  const { run, iteration, agent, at, citations, verified, relevance, goal, build } = row
  const place = checkedPlace(run, at)
  const key = `import/${digest(canonicalJson([run, iteration, agent, pattern])).slice(0, 24)}`
  const told = digest(canonicalJson([citations, verified])).slice(0, 8)
  const drafts = [await checked('pattern-injected', receiptOf(row, pattern, key), `${key}/shown`, place)]
  if (row.status === 'applied') {
    const acknowledged = { pattern, ...agentOf(agent), iteration, citations: [...citations] }
    drafts.push(await checked('pattern-acknowledged', acknowledged, `${key}/applied/${told}`, place))
    const [citation] = citations
    if (citation !== undefined) {
      const reason = verified ? 'as the imported log says' : 'the imported log says it does not hold'
      const payload = { pattern, citation, verified, reason, iteration }
      drafts.push(await checked('citation-verified', payload, `${key}/citation/${told}`, place))
    }
  }
  if (relevance !== undefined) {
    const scores = [{ pattern, score: relevance.score, matched: [] }]
    const payload = { iteration, method: 'context_tags', changedFiles: 0, scores }
    drafts.push(await checked('relevance-measured', payload, `${key}/relevance/${relevance.score}`, place))
  }
  if (goal !== undefined) {
    const { name, success, score } = goal
    drafts.push(...(await goalDrafts({ kind: 'goal', run, iteration, at, goal: name, success, score, metrics: {} })))
  }
  if (build !== undefined)
    drafts.push(...(await buildDrafts({ kind: 'build', run, iteration, at, passed: build === 'passed' })))
  return drafts
}

/** The log does not record scores or packing, only that the pattern was shown. */
function receiptOf(row: Application, pattern: string, key: string): PayloadOf<'pattern-injected'> {
  return {
    receipt: `i-${digest(key).slice(0, 24)}`,
    surface: 'agent-start',
    ...agentOf(row.agent),
    iteration: row.iteration,
    request: {},
    profile: 'classic',
    policyHash: 'imported',
    budgetTokens: 0,
    usedTokens: 0,
    path: 'full',
    items: [{ pattern, score: 0, tokens: 0, parts: {}, propensity: 1 }],
    displaced: [],
    displacedTotal: 0,
    withheld: [],
  }
}

function agentOf(agent: string): { agent?: string } {
  return agent.trim() === '' ? {} : { agent: agent.trim() }
}

export async function acknowledgementDrafts(row: ForeignAcknowledgement, patterns: readonly string[]) {
  const evidence = row.evidence.trim() === '' ? {} : { evidence: row.evidence.trim() }
  return Promise.all(
    patterns.map((pattern) => {
      const { iteration } = row
      const payload = { pattern, ...agentOf(row.agent), iteration, ...evidence, citations: [] }
      return checked(
        'pattern-acknowledged',
        payload,
        importKey('acknowledged', row, pattern),
        checkedPlace(row.run, row.at),
      )
    }),
  )
}

/** The log has no result, so the outcome is unknown and credits nothing. */
export async function runDrafts({ run, at, notes }: ForeignRun): Promise<Draft[]> {
  const payload = { run, result: 'unknown' as const, observedBy: 'none' as const, notes }
  return [await checked('outcome-recorded', payload, importKey('run', run, notes), checkedPlace(run, at))]
}

/** Uses the same key as an outcome recorded here, so that both are one. A task may have several attempts. */
export async function outcomeDrafts({ outcome, at }: ForeignOutcome, attempt: number): Promise<Draft[]> {
  const tried = attempt === 1 ? {} : { attempt }
  return [await outcomeDraft({ ...outcome, ...tried }, at)]
}

export async function gradedDrafts({ record }: GradedRun): Promise<Draft[]> {
  const { payload, occurredAt } = await readOutcomeRecord(record)
  return [await outcomeDraft(payload, occurredAt)]
}

export async function goalDrafts({ kind: _, run, at, ...goal }: ForeignGoal): Promise<Draft[]> {
  const key = importKey('goal', run, goal.iteration ?? null, goal.goal, goal.success, goal.score)
  return [await checked('goal-evaluated', { ...goal, metrics: { ...goal.metrics } }, key, checkedPlace(run, at))]
}

export async function buildDrafts({ run, at, iteration, passed }: ForeignBuild): Promise<Draft[]> {
  const payload = { passed, iteration }
  return [await checked('build-finished', payload, importKey('build', run, iteration, passed), checkedPlace(run, at))]
}

export async function feedbackDrafts(given: ForeignFeedback, id: string): Promise<Draft[]> {
  const { kind: _, at, ...feedback } = given
  const payload = { ...feedback, id, by: 'imported feedback' }
  const key = importKey('feedback', { ...given, id })
  return [await checked('feedback-given', payload, key, { stream: JOURNAL_STREAM, occurredAt: at })]
}

export async function errorDrafts({ kind: _, at, resolved, ...failed }: ForeignError): Promise<Draft[]> {
  const place = { stream: errorStream(undefined, failed.task), occurredAt: at }
  const drafts = [await checked('error-recorded', failed, errorKey(failed.error), place)]
  if (resolved)
    drafts.push(await checked('error-resolved', { error: failed.error }, `error-resolved/${failed.error}`, place))
  return drafts
}

export async function strikeDrafts({ task, failures }: ForeignStrikes): Promise<Draft[]> {
  return Promise.all(
    failures.map(({ at, ...strike }) =>
      checked('strike-added', { task, ...strike }, importKey('strike', task, at, strike), {
        stream: taskStream(task),
        occurredAt: at,
      }),
    ),
  )
}

function checkedPlace(run: string, at: number | undefined): DraftPlace {
  checkPlace({ run, occurredAt: at })
  return placeOf(run, at)
}

async function checked<T extends EventType>(type: T, payload: unknown, key: string, place: DraftPlace) {
  return (await checkedDraft(type, payload, { key, ...place })) as Draft
}

export function importKey(kind: string, ...parts: readonly unknown[]): string {
  return `import/${kind}/${digest(canonicalJson(parts)).slice(0, 32)}`
}

const MOST_PATTERNS = 20_000

/** Finds the journal's pattern that another system means: by its id there, or by words that name it. */
export interface ImportNames {
  bySourceId(id: string): Promise<string | undefined>
  byWords(words: string): Promise<string | undefined>
  /** Adds a newly imported pattern. */
  learn(sourceId: string | undefined, pattern: string): void
}

export function importNames(context: LoopContext): ImportNames {
  let ids: Promise<Map<string, string>> | undefined
  let wordings: Promise<{ id: string; summary: string }[]> | undefined
  const matched = new Map<string, string | undefined>()
  const idsOf = () => (ids ??= importedIds(context))
  return {
    bySourceId: async (id) => (await idsOf()).get(id),
    async byWords(words) {
      wordings ??= knownWordings(context)
      if (!matched.has(words)) matched.set(words, match(words, await wordings).id)
      return matched.get(words)
    },
    learn(sourceId, pattern) {
      if (sourceId !== undefined) ids = idsOf().then((known) => known.set(sourceId, pattern))
      wordings = undefined
      matched.clear()
    },
  }
}

/** The ids from earlier imports; if two patterns share one, the later wins. */
async function importedIds({ journal }: LoopContext): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  for await (const stored of eachEvent(journal, { types: ['pattern-imported'] })) {
    const { sourceId, pattern } = (readEvent(stored)?.payload ?? {}) as { sourceId?: string; pattern?: string }
    if (sourceId !== undefined && pattern !== undefined) known.set(sourceId, pattern)
  }
  return known
}

/** Triggers first, for logs name patterns by them; then the texts. */
async function knownWordings({ journal }: LoopContext): Promise<{ id: string; summary: string }[]> {
  const documents = await journal.list(PATTERN, { limit: MOST_PATTERNS })
  return documents.flatMap(({ id, body }) => {
    const { pattern } = body
    if (pattern.mergedInto !== undefined) return []
    const wordings = [pattern.trigger, pattern.text, ...pattern.aliases]
    return wordings.flatMap((summary) => (summary === undefined ? [] : [{ id, summary }]))
  })
}
