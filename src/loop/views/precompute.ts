import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { Document } from '../../domain/document.ts'
import { typesThat } from '../../domain/events/traits.ts'
import { DAY_MS } from '../../domain/numbers.ts'
import { byCodePoint } from '../../domain/sets.ts'
import type { GateAnswer } from '../../engine/governance/gate.ts'
import { lineTokensOf } from '../../engine/laws/role-block.ts'
import { squareOf } from '../../engine/search/byte-cosines.ts'
import { quantize } from '../../engine/search/vector-search.ts'
import { HIDDEN, steadyWorth } from '../../engine/standing/axes.ts'
import { exclusionsOf } from '../../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { countTokens } from '../../engine/text/tokens.ts'
import { candidateLine, quoted } from '../../injection/candidate.ts'
import { learningLine, usualLines, withShortId } from '../../injection/learnings-block.ts'
import { agentSurface, type Surface, toolSurface } from '../../injection/surface.ts'
import { MAIN } from '../../injection/work-context.ts'
import { keptChoices } from '../../precomputed/kept-choices.ts'
import type { PrecomputedFile } from '../../precomputed/precomputed-file.ts'
import {
  believedRecord,
  type Health,
  type KnownFailures,
  leanBelief,
  leanRecord,
  type PRECOMPUTED_FILES,
} from '../../precomputed/precomputed-layout.ts'
import { type FileFacts, type FilePattern, idsIn, renderPrecomputed } from '../../precomputed/write-precomputed.ts'
import {
  EMPTY_LOOP,
  LOOP,
  type LoopRecord,
  PATTERN,
  RUN,
  SHOWABLE,
  timesRecorded,
} from '../../projection/documents/documents.ts'
import { APPROVAL } from '../../projection/fold-approvals.ts'
import { COMMAND_FAILURE, REPOSITORY_COMMAND } from '../../projection/fold-commands.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { tightAdapters } from './active-overlays.ts'
import { viewOf } from './approval-view.ts'
import { beliefs } from './beliefs.ts'
import { Embeddings } from './embeddings.ts'
import { chosenGoal } from './goal.ts'
import { standings } from './standings.ts'

/** Stores the files that hooks read beside the journal. Storing never throws: the action that changed something is already done. */
export interface PrecomputedKeeper {
  /** Whether any hook reads these files; otherwise nothing is written. */
  isWanted(): boolean
  /** Marks the stored files as possibly outdated after an append. */
  note(): void
  isNoted(): boolean
  /** The stored patterns, to be closed by the caller; undefined if none or damaged. */
  kept(): { readonly file: PrecomputedFile; close(): void } | undefined
  keepPatterns(bytes: Uint8Array, what: keyof typeof PRECOMPUTED_FILES): void
  /** The valid answers of people. */
  keepAnswers(answers: readonly (GateAnswer & { readonly approval: string })[]): void
  keepSettings(): void
  /** The path of the embedding model; undefined if there is none. */
  modelFile(): string | undefined
}

/** The maximum number of precomputed patterns, the best of each state; the doctor reports when there are more. */
export const MOST_PATTERNS = 10_000
const PAGE = 500

/** With fewer patterns than this, all are written on every change: it is cheap, and keeps all weights up to date. */
const FEW = 256
/** After more changes or events than this, all are rewritten. */
const MOST_CHANGED = 96
const MOST_EVENTS = 500

/** Precomputes the patterns for hooks if anything changed; returns whether it did. */
export async function keepPrecomputed(context: LoopContext): Promise<boolean> {
  const { precomputed } = context
  if (precomputed === undefined || !precomputed.isWanted()) return false
  precomputed.keepSettings()
  const loop = (await bodyOf(context.journal, LOOP, LOOP)) ?? EMPTY_LOOP
  const failures = await knownFailures(context)
  const { journal, position } = await context.journal.head()
  const stamp = stampOf(context, { loop, journal, failures: Object.keys(failures) })
  const kept = precomputed.kept()
  try {
    if (stamp === kept?.file.head.stamp) return false
    const goal = await chosenGoal(context)
    const frame = frameOf(context, goal?.priority)
    const changed = kept && (await changedSince(context, { loop, file: kept.file, frame }))
    const whole = changed && (kept.file.base ?? kept.file)
    const rows = await rowsOf(context, changed)
    const health = await healthOf(context, { loop, rows, whole })
    const facts = { ...factsOf(frame, rows), stamp, position, renderedAt: context.now(), health, failures }
    const surfaces = await usualSurfaces(context, frame)
    const scales = { now: facts.renderedAt, policy: context.policy }
    const choicesIn = (file: PrecomputedFile) => keptChoices(file, surfaces, scales)
    const bytes = renderPrecomputed(facts, await patternsOf(context, rows), choicesIn, whole)
    precomputed.keepPatterns(bytes, whole === undefined ? 'whole' : 'changes')
  } finally {
    kept?.close()
  }
  return true
}

/** The patterns that differ from the full file in content or weight; undefined if the full file must be rewritten. */
async function changedSince(
  { journal, now }: LoopContext,
  { loop, file, frame }: { readonly loop: LoopRecord; readonly file: PrecomputedFile; readonly frame: Frame },
): Promise<readonly string[] | undefined> {
  const { patternsChanged, patternsChangedAt } = loop
  const whole = (file.base ?? file).head
  const { position } = file.head
  const { policyHash, profile, project, repository, priority, model } = whole
  const isSameFrame =
    canonicalJson({ policyHash, profile, project, repository, priority, model }) === canonicalJson(frame)
  if (whole.rows < FEW || !isSameFrame || now() - whole.renderedAt > DAY_MS) return undefined
  if (patternsChangedAt > position && (patternsChanged?.since ?? patternsChangedAt) > position) return undefined
  const events = await journal.read({ after: position, types: [...typesThat('moves-beliefs')], limit: MOST_EVENTS })
  const runs = new Set(events.flatMap(({ run = [] }) => run))
  const ended = await journal.documents([...runs].map((id) => ({ kind: RUN, id })))
  const shown = ended.flatMap(({ body }) => Object.keys(body.run.tiers ?? {}))
  const last = (patternsChanged?.last ?? []).filter(([, at]) => at > position).map(([id]) => id)
  const before = file.base === undefined ? [] : idsIn(file)
  const changed = new Set([...before, ...last, ...shown])
  return events.length === MOST_EVENTS || changed.size > MOST_CHANGED ? undefined : [...changed].sort()
}

/** Maximum number of build and test commands, those of most sessions first. */
const MOST_COMMANDS = 24

/** The frequent requests: session starts, and the steps with which this repository is checked. */
async function usualSurfaces({ journal, policy }: LoopContext, { priority }: Frame): Promise<Surface[]> {
  const documents = await journal.list(REPOSITORY_COMMAND, { limit: MOST_COMMANDS })
  const commands = documents.map(({ body }) => body.command)
  return [
    agentSurface({ agent: MAIN }, priority, policy.inject),
    ...commands.map((command) => toolSurface({ tool: 'shell', command }, policy.inject)),
  ]
}

/** Maximum number of failures known to hooks, those of most sessions first. */
const MOST_FAILURES = 200

async function knownFailures({ journal }: LoopContext): Promise<KnownFailures> {
  const documents = await journal.list(COMMAND_FAILURE, { limit: MOST_FAILURES })
  return Object.fromEntries(documents.map(({ id, body }) => [id, body.sessions.slice(0, 2)]))
}

function stampOf(
  { projector, repository, settings }: LoopContext,
  { loop, journal, failures }: { loop: LoopRecord; journal: string; failures: readonly string[] },
): string {
  const { patternsChangedAt, runs } = loop
  const moving = [...typesThat('moves-rates'), ...(settings.profile === 'bayes' ? typesThat('moves-beliefs') : [])]
  const moved = moving.map((type) => timesRecorded(loop, type))
  const isPastFirstRuns = runs >= settings.holdoutAfterRuns
  const parts = [
    journal,
    patternsChangedAt,
    failures,
    moved,
    isPastFirstRuns,
    projector.policyHash,
    settings.profile,
    repository?.() ?? '',
  ]
  return digest(canonicalJson(parts)).slice(0, 16)
}

interface Rows {
  readonly byState: readonly { readonly state: string; readonly documents: readonly Document<PatternRecord>[] }[]
  /** Patterns that may not be shown, but that searches also match. */
  readonly others: readonly Document<PatternRecord>[]
}

/** The order of stores. */
const byRank = (a: Document, b: Document) => b.rank - a.rank || byCodePoint(a.id, b.id)
const STATES = [...SHOWABLE, HIDDEN] as const

async function rowsOf(context: LoopContext, changed?: readonly string[]): Promise<Rows> {
  const some =
    changed && (await context.journal.documents(changed.map((id) => ({ kind: PATTERN, id })))).toSorted(byRank)
  const all = await Promise.all(
    STATES.map(async (state) => ({
      state,
      documents: some?.filter((document) => document.state === state) ?? (await listed(context, state)),
    })),
  )
  const byState = all.map(({ state, documents }) => ({
    state,
    documents: documents.filter((document) => isOffered(context, document)),
  }))
  const offered = new Set(byState.flatMap(({ documents }) => documents.map(({ id }) => id)))
  const others = all.flatMap(({ documents }) => documents).filter(({ id }) => !offered.has(id))
  return { byState, others }
}

/** Whether a pattern may be shown; the bayes profile excludes few permanently. */
function isOffered({ settings }: LoopContext, { body, state }: Document<PatternRecord>): boolean {
  return settings.profile === 'classic' ? state !== HIDDEN : exclusionsOf(body).length === 0
}

async function listed({ journal }: LoopContext, state: string) {
  const documents: Document<PatternRecord>[] = []
  while (documents.length < MOST_PATTERNS) {
    const range = { limit: PAGE, offset: documents.length, states: [state] }
    const page = await journal.list(PATTERN, range)
    documents.push(...page)
    if (page.length < PAGE) break
  }
  return documents
}

type Frame = ReturnType<typeof frameOf>

/** The data common to all patterns of a file. */
function frameOf(context: LoopContext, priority: FileFacts['priority']) {
  const { journal, projector, repository, embedder, precomputed, settings } = context
  const [model, file] = [embedder(), precomputed?.modelFile()]
  return {
    policyHash: projector.policyHash,
    profile: settings.profile === 'bayes' ? settings.profile : undefined,
    project: journal.scope.project,
    repository: repository?.(),
    priority,
    model: model === undefined || file === undefined ? undefined : { id: model.id, dims: model.dims, file },
  }
}

function factsOf(frame: Frame, rows: Rows) {
  return {
    ...frame,
    counts: Object.fromEntries(usualLines().map((line) => [line, countTokens(line)])),
    states: rows.byState.map(({ state, documents }) => ({ state, rows: documents.length })),
  }
}

async function healthOf(
  context: LoopContext,
  { loop, rows, whole }: { loop: LoopRecord; rows: Rows; whole: PrecomputedFile | undefined },
): Promise<Health> {
  const patterns: Record<string, number> = { ...whole?.head.health.patterns }
  const shown = whole?.head.states.reduce((sum, state) => sum + state.rows, 0)
  const before = new Set(whole && idsIn(whole).slice(0, shown))
  const add = (documents: readonly Document<PatternRecord>[], change: 1 | -1) => {
    for (const { body } of documents.filter(({ id }) => before.has(id) === change < 0)) {
      const { category } = body.pattern
      patterns[category] = (patterns[category] ?? 0) + change
    }
  }
  for (const { documents } of rows.byState) add(documents, 1)
  add(rows.others, -1)
  const gated = (await tightAdapters(context, 20)).filter(({ overlay }) => overlay.requireApproval)
  return {
    patterns,
    runs: loop.runs,
    learnedAt: loop.lastAt.learn,
    gated: gated.map(({ adapter }) => adapter),
    failures: loop.failures,
  }
}

async function patternsOf(context: LoopContext, { byState, others }: Rows): Promise<FilePattern[]> {
  const { policy } = context
  const shown = byState.flatMap(({ documents }) => documents)
  const ids = shown.map(({ id }) => id)
  const at = await standings(context, ids)
  const believe = context.settings.profile === 'bayes' ? await beliefs(context, ids) : undefined
  const embeddingOf = await meaningsOf(context, shown.length + others.length)
  const patterns = [...shown, ...others].map((document, row): FilePattern => {
    const record = document.body
    const embedding = embeddingOf?.(record)
    const said = { id: document.id, rank: document.rank, text: document.text, embedding }
    if (row >= shown.length) return said
    const words = quoted(record)
    const { style, fails } = at.fared(record)
    const tokens = countTokens(withShortId(learningLine(words.text, style), document.id))
    const fared = { style, fails, tokens }
    const { text, role, files } = record.pattern
    const isQuotedAsItIs = words.text === text && words.role === role
    return {
      ...said,
      files,
      shown: {
        record: believe === undefined ? leanRecord(record) : believedRecord(record),
        steady: steadyWorth(record, policy),
        fared,
        quoted: isQuotedAsItIs ? undefined : { text: words.text, role: words.role },
        ...(believe === undefined
          ? {}
          : { belief: leanBelief(believe(record)), cost: lineTokensOf(candidateLine(document.id, record, 0)) }),
      },
    }
  })
  return patterns
}

/** Of a few patterns they are worked out again in less time than the index of all is read. */
async function meaningsOf({ journal, embedder }: LoopContext, patterns: number) {
  const model = embedder()
  if (model === undefined) return undefined
  const index = patterns < FEW ? undefined : await new Embeddings().refresh(journal, model)
  return ({ pattern: { id, text, textHash } }: PatternRecord) => {
    const known = index?.vector(id, textHash)
    if (known !== undefined) return known
    const bytes = quantize(model.embed(text))
    return { bytes, square: squareOf(bytes) }
  }
}

const MOST_ANSWERS = 1_000

/** Stores people's currently valid answers. */
export async function keepAnswers(context: LoopContext): Promise<void> {
  const { precomputed, journal, now } = context
  if (precomputed === undefined || !precomputed.isWanted()) return
  const states = ['allowed', 'refused']
  const documents = await journal.list(APPROVAL, { states, limit: MOST_ANSWERS })
  const views = documents.map(({ body }) => viewOf(context, body))
  precomputed.keepAnswers(
    views.flatMap(({ approval, answer, until }) =>
      answer === undefined || until === undefined || until <= now()
        ? []
        : [{ approval, answer: answer.answer, by: answer.by, until, ...reasonOf(answer) }],
    ),
  )
}

function reasonOf({ reason }: { readonly reason?: string }): { readonly reason?: string } {
  return reason === undefined ? {} : { reason }
}
