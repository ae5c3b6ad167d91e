import { learningStore, type StoredRun, sourceState } from '../../compat/formats/learning-json.ts'
import { lessonSection, withSection } from '../../compat/formats/lesson-section.ts'
import { writeToon } from '../../compat/formats/org-patterns-toon.ts'
import { isPlainGoal, writeOutcomesLine } from '../../compat/formats/run-logs.ts'
import { writeGoal, writeRetention } from '../../compat/formats/settings-yaml.ts'
import { quantity } from '../../domain/numbers.ts'
import { inputError } from '../../domain/user-error.ts'
import { type GoalDefinition, USUAL_PRIORITY } from '../../engine/governance/goal.ts'
import type { Retention } from '../../engine/laws/retention.ts'
import { shownText } from '../../engine/standing/standing.ts'
import { LEARNING, PATTERN } from '../../projection/documents/documents.ts'
import { markdownOf } from '../../report/cycle-summary.ts'
import type { LoopContext } from '../context.ts'
import { listGoals } from '../governance/goals.ts'
import { type GovernanceReport, governanceReport } from '../governance/governance-report.ts'
import { forRepository } from '../patterns/gather.ts'
import { listPatterns } from '../patterns/patterns.ts'
import { graph } from '../reports/overview.ts'
import { readApplications, signalsOf } from '../runs/applications.ts'
import { exportOutcomes } from '../runs/list-outcomes.ts'
import { policyView } from '../views/policy-view.ts'
import { exportPatternRows } from './export-patterns.ts'

/** The export formats, and who reads them. */
export const EXPORT_FORMATS = [
  'toon',
  'outcomes-log',
  'pending',
  'org',
  'goal',
  'retention',
  'learning-store',
  'learning-tree',
  'outcomes-jsonl',
  'claude-md',
  'agents-md',
  'journal-jsonl',
] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportRequest {
  readonly format: ExportFormat
  readonly limit?: number
  /** The token budget of a section in a file that agents read. */
  readonly budgetTokens?: number
  /** The retention settings; omitted: the defaults. */
  readonly retention?: Retention
  readonly by?: string
}

/** A file to be written. A large one comes in pieces. */
export interface ExportFile {
  readonly name: string
  chunks(): AsyncIterable<string> | Iterable<string>
}

export interface Exported {
  readonly format: ExportFormat
  readonly files: readonly ExportFile[]
  /** What the files contain, and how many entries. */
  readonly entries: number
  readonly total: number
  /** The lines of a section for somebody else's file. */
  readonly section?: readonly string[]
}

const TOON_CAP = 50
const MOST = 20_000
const PAGE = 1_000
const SECTION_TOKENS = 800

type Export = (context: LoopContext, request: ExportRequest) => Promise<Omit<Exported, 'format'>>

const EXPORTS: { readonly [F in ExportFormat]: Export } = {
  toon: async (context, { limit = TOON_CAP }) => {
    const { rows, total, updatedAt = context.now() } = await exportPatternRows(context, limit)
    return { files: [file('org-patterns.toon', writeToon(rows, updatedAt))], entries: rows.length, total }
  },
  org: exportOrganisation,
  'outcomes-log': exportOutcomesLog,
  pending: exportPending,
  goal: exportGoals,
  retention: async (_context, { retention }) => ({
    files: [file('retention.yaml', writeRetention(retention))],
    entries: 6,
    total: 6,
  }),
  'learning-store': async (context) => {
    const runs = await storedRuns(context)
    const text = json(learningStore(runs, (await policyView(context)).adapters))
    return { files: [file('learning-store.json', text)], entries: runs.length, total: runs.length }
  },
  'learning-tree': async (context) => {
    const [runs, view, report] = [await storedRuns(context), await policyView(context), await governanceReport(context)]
    const { compat, policyDiff } = report
    const lines = (await graph(context)).map((event) => `${JSON.stringify(event)}\n`)
    const state: [string, object][] = [
      ...runs.map((run): [string, object] => [`outcomes/${encodeURIComponent(run.runId)}.json`, run]),
      ...sourceState(view),
      ['policies/policy-diff.json', policyDiff[0]?.policyDiff ?? {}],
      ['reports/latest-learning-report.json', compat],
    ]
    const files = [
      file('.codekit/learning/learning-store.json', json(learningStore(runs, view.adapters))),
      ...state.map(([path, content]) => file(`.ck/learning/${path}`, json(content))),
      file('.ck/learning/reports/latest-learning-report.md', sourceMarkdown(report)),
      file('.ck/learning/memory/graph-events.jsonl', lines.join('')),
    ]
    return { files, entries: files.length, total: files.length }
  },
  'outcomes-jsonl': async (context) => {
    const lines: string[] = []
    for await (const record of exportOutcomes(context)) lines.push(`${JSON.stringify(record)}\n`)
    return { files: [{ name: 'outcomes.jsonl', chunks: () => lines }], entries: lines.length, total: lines.length }
  },
  'claude-md': (context, request) => exportSection(context, request, 'CLAUDE.md'),
  'agents-md': (context, request) => exportSection(context, request, 'AGENTS.md'),
  'journal-jsonl': async (context) => {
    const { position } = await context.journal.head()
    return {
      files: [{ name: 'journal.jsonl', chunks: () => journalLines(context, position) }],
      entries: position,
      total: position,
    }
  },
}

function sourceMarkdown({ totalOutcomes, policyDiff, suggestions, agents, skills }: GovernanceReport): string {
  const moved = Object.entries(policyDiff[0]?.policyDiff ?? {}).map(
    ([key, to]) => `${key}: ${to.before} -> ${to.after}`,
  )
  const advice = suggestions.map(({ constraint, action, confidence }) => `${constraint}: ${action} (${confidence})`)
  const section = (title: string, none: string, lines: readonly string[]) => ({ title, none, lines })
  const profiles = agents.map(({ agent, reliability }) => `${agent}: ${reliability}`)
  const learned = skills.map(({ skill, score }) => `${skill}: ${score}`)
  return markdownOf('Phase 6 Learning Report', [
    section('Summary', 'No outcomes.', [quantity(totalOutcomes, 'outcome')]),
    section('Policy Diff', 'No threshold changes in this cycle.', moved),
    section('Constraint Suggestions', 'None.', advice),
    section('Agent Profiles', 'None.', profiles),
    section('Skill Learning', 'None.', learned),
  ])
}

async function storedRuns(context: LoopContext): Promise<StoredRun[]> {
  const runs: StoredRun[] = []
  for await (const record of exportOutcomes(context)) runs.push(record as StoredRun)
  return runs
}

/** Exports the journal's knowledge to a file of another system. Records nothing. */
export async function exportFiles(context: LoopContext, request: ExportRequest): Promise<Exported> {
  if (!EXPORT_FORMATS.includes(request.format))
    throw inputError(
      `format: '${String(request.format)}' is not one of ${EXPORT_FORMATS.join(', ')}`,
      'mettle export --help',
    )
  return { format: request.format, ...(await EXPORTS[request.format](context, request)) }
}

function file(name: string, text: string): ExportFile {
  return { name, chunks: () => [text] }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The patterns in the organisation's shared format, with their origins. */
async function exportOrganisation(context: LoopContext, { limit = MOST, by = 'mettle' }: ExportRequest) {
  const { rows, total } = await exportPatternRows(context, limit)
  const at = new Date(context.now()).toISOString()
  const patterns = rows.map((row) => ({
    ...row,
    seen_count: String(row.seen_count),
    success_rate: row.success_rate === '' ? '' : row.success_rate.toFixed(2),
  }))
  const { project } = context.journal.scope
  const sources = Object.fromEntries(
    rows.map(({ id }) => [id, { source_project: project, source_id: id, pushed_at: at, pushed_by: by }]),
  )
  return {
    files: [
      file('org-patterns.json', json({ schema_version: '1.0', generated_at: at, patterns })),
      file('sources.json', json({ patterns: sources })),
    ],
    entries: rows.length,
    total,
  }
}

async function exportOutcomesLog(context: LoopContext) {
  const wordings = await triggers(context)
  const lines: { at: number; text: string }[] = []
  for (const run of (await readApplications(context)).values())
    for (const row of run.rows.values()) {
      const { goal, build } = signalsOf(run, row)
      const text = writeOutcomesLine({
        kind: 'application',
        at: row.at,
        run: row.run,
        iteration: row.iteration,
        agent: row.agent,
        trigger: wordings.get(row.pattern) ?? row.pattern,
        status: row.isApplied ? 'applied' : 'injected',
        citations: row.citations,
        verified: row.verified ?? true,
        relevance: row.relevance === undefined ? undefined : { score: row.relevance, method: 'context_tags' },
        goal: goal === undefined || !isPlainGoal(goal.name) ? undefined : goal,
        build: build === undefined ? undefined : build.passed ? 'passed' : 'failed',
      })
      lines.push({ at: row.at, text: `${text}\n` })
    }
  lines.sort((a, b) => a.at - b.at)
  const texts = lines.map(({ text }) => text)
  return { files: [{ name: 'outcomes.log', chunks: () => texts }], entries: texts.length, total: texts.length }
}

async function triggers({ journal }: LoopContext): Promise<ReadonlyMap<string, string>> {
  const documents = await journal.list(PATTERN, { limit: MOST })
  return new Map(
    documents.map(({ id, body }) => {
      const { pattern } = body
      return [id, pattern.trigger ?? pattern.text]
    }),
  )
}

/** The learnings that wait, one file each, as an agent would have left them. */
async function exportPending({ journal }: LoopContext, { limit = MOST }: ExportRequest) {
  const documents = await journal.list(LEARNING, { states: ['pending'], limit: MOST })
  const files = documents.slice(0, limit).map(({ body }) => {
    const { learning, run, capturedAt } = body
    const agent = learning.agent.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+/, '') || 'agent'
    return file(
      `${agent.slice(0, 80)}-${learning.learning.replaceAll('-', '')}.json`,
      json({
        agent: learning.agent,
        what_happened: learning.whatHappened,
        why: learning.why,
        fix_applied: learning.fixApplied,
        pattern_to_remember: learning.lesson,
        trigger: learning.trigger,
        category: learning.category,
        applies_to: learning.appliesTo,
        context: learning.citation,
        run_id: run,
        captured_at: new Date(capturedAt).toISOString(),
      }),
    )
  })
  return { files, entries: files.length, total: documents.length }
}

/** The best patterns as a section of a file that agents read. */
async function exportSection(
  context: LoopContext,
  { limit = MOST, budgetTokens = SECTION_TOKENS }: ExportRequest,
  name: string,
) {
  const isHere = forRepository(context, undefined)
  const shown = (await listPatterns(context)).filter(isHere)
  const lessons = shown
    .slice(0, limit)
    .map(({ pattern, standing }) => ({ ...pattern, text: shownText(pattern, standing.status) }))
  const { lines, kept } = lessonSection(lessons, budgetTokens)
  return { files: [file(name, withSection('', lines))], entries: kept, total: shown.length, section: lines }
}

async function* journalLines({ journal }: LoopContext, upTo: number): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const page = await journal.read({ after, upTo, limit: PAGE })
    if (page.length > 0)
      yield page
        .map(
          ({ payload, ...event }) =>
            `${JSON.stringify({ ...event, payload: payload === null ? null : JSON.parse(payload) })}\n`,
        )
        .join('')
    if (page.length < PAGE) return
    after = page.at(-1)!.position
  }
}

/** The chosen goal, as it was when chosen, among those available. */
async function exportGoals(context: LoopContext): Promise<Omit<Exported, 'format'>> {
  const { goals, chosen } = await listGoals(context)
  if (chosen === undefined || chosen.kind === 'none') return goalFile(writeGoal(goals), goals.length)
  const { goal: name, kind, target, command, priority } = chosen
  const known = goals.find((goal) => goal.name === name)
  const active: GoalDefinition = {
    name,
    kind,
    description: known?.description ?? `The goal ${name}, chosen here`,
    priority: priority ?? USUAL_PRIORITY,
    target,
    command,
  }
  const all = [...goals.filter((goal) => goal.name !== name), active]
  return goalFile(writeGoal(all, name), all.length)
}

function goalFile(text: string, entries: number): Omit<Exported, 'format'> {
  return { files: [file('goal.yaml', text)], entries, total: entries }
}
