import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { Document } from '../../domain/document.ts'
import { typesThat } from '../../domain/events/traits.ts'
import type { GateAnswer } from '../../engine/governance/gate.ts'
import { lineTokensOf } from '../../engine/laws/inject.ts'
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
import {
  believedRecord,
  type Health,
  type KnownFailures,
  leanBelief,
  leanRecord,
} from '../../precomputed/precomputed-layout.ts'
import { type AheadFacts, type AheadPattern, renderAhead } from '../../precomputed/write-precomputed.ts'
import {
  EMPTY_LOOP,
  LOOP,
  type LoopRecord,
  PATTERN,
  SHOWABLE,
  timesRecorded,
} from '../../projection/documents/documents.ts'
import { APPROVAL } from '../../projection/fold-approvals.ts'
import { COMMAND_FAILURE, REPOSITORY_COMMAND } from '../../projection/fold-commands.ts'
import type { LoopContext } from '../context.ts'
import { tightAdapters } from './active-overlays.ts'
import { viewOf } from './approval-view.ts'
import { beliefs } from './beliefs.ts'
import { chosenGoal } from './goal.ts'
import { Meanings } from './meanings.ts'
import { standings } from './standings.ts'

/** An answer of a person that holds, as it is kept beside the journal. */
export interface AnswerInForce extends GateAnswer {
  readonly approval: string
}

/** Where what hooks read is kept beside the journal. Keeping never throws: the deed that moved something has been done. */
export interface AheadKeeper {
  /** Whether any hook reads here; nothing is written for nobody. */
  isWanted(): boolean
  /** Something was appended, so that what is kept may have to be written anew. */
  note(): void
  isNoted(): boolean
  /** The stamp of the patterns that are kept; undefined: none, or damaged. */
  stamp(): string | undefined
  keepPatterns(bytes: Uint8Array): void
  keepAnswers(answers: readonly AnswerInForce[]): void
  keepSettings(): void
  /** Where the model behind meanings is; undefined: there is none. */
  modelFile(): string | undefined
}

/** So many patterns are written ahead at most, the best of each state. */
const MOST_PATTERNS = 10_000
const PAGE = 500

/** Writes the patterns ahead for hooks, unless nothing moved since it was last done. Says whether it did. */
export async function keepAhead(context: LoopContext): Promise<boolean> {
  const { ahead } = context
  if (ahead === undefined || !ahead.isWanted()) return false
  ahead.keepSettings()
  const [document] = await context.journal.documents([{ kind: LOOP, id: LOOP }])
  const loop = document?.body ?? EMPTY_LOOP
  const failures = await knownFailures(context)
  const stamp = await stampOf(context, loop, Object.keys(failures))
  if (stamp === ahead.stamp()) return false
  const rows = await rowsOf(context)
  const facts = { ...(await factsOf(context, { loop, stamp, rows })), failures }
  const surfaces = await usualSurfaces(context, facts)
  const scales = { now: facts.renderedAt, policy: context.policy }
  ahead.keepPatterns(renderAhead(facts, await patternsOf(context, rows), (file) => keptChoices(file, surfaces, scales)))
  return true
}

/** So many of the commands by which the repository is built and tested, those of most sessions first. */
const MOST_COMMANDS = 24

/** What is asked again and again: how a session starts, and the steps that this repository is checked by. */
async function usualSurfaces(
  { journal, policy }: LoopContext,
  { priority }: Pick<AheadFacts, 'priority'>,
): Promise<Surface[]> {
  const documents = await journal.list(REPOSITORY_COMMAND, { limit: MOST_COMMANDS })
  const commands = documents.map(({ body }) => body.command)
  return [
    agentSurface({ agent: MAIN }, priority, policy.inject),
    ...commands.map((command) => toolSurface({ tool: 'shell', command }, policy.inject)),
  ]
}

/** So many failures are known to hooks, those of most sessions first. */
const MOST_FAILURES = 200

async function knownFailures({ journal }: LoopContext): Promise<KnownFailures> {
  const documents = await journal.list(COMMAND_FAILURE, { limit: MOST_FAILURES })
  return Object.fromEntries(documents.map(({ id, body }) => [id, body.sessions.slice(0, 2)]))
}

async function stampOf(context: LoopContext, loop: LoopRecord, failures: readonly string[]): Promise<string> {
  const { projector, repository, settings } = context
  const { patternsChangedAt, runs } = loop
  const { journal } = await context.journal.head()
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
  readonly byState: readonly {
    readonly state: string
    readonly documents: readonly Document<PatternRecord>[]
  }[]
  /** Those that may not be shown; a search meets them all the same. */
  readonly others: readonly Document<PatternRecord>[]
}

async function rowsOf(context: LoopContext): Promise<Rows> {
  const states = context.settings.profile === 'bayes' ? [...SHOWABLE, HIDDEN] : SHOWABLE
  const byState = await Promise.all(
    states.map(async (state) => ({
      state,
      documents: (await listed(context, [state])).filter((document) => isOffered(context, document)),
    })),
  )
  const offered = new Set(byState.flatMap(({ documents }) => documents.map(({ id }) => id)))
  const others = (await listed(context)).filter(({ id }) => !offered.has(id))
  return { byState, others }
}

/** Under the bayes profile little is hidden for good. */
function isOffered({ settings }: LoopContext, { body }: Document<PatternRecord>): boolean {
  return settings.profile === 'classic' || exclusionsOf(body).length === 0
}

async function listed({ journal }: LoopContext, states?: readonly string[]) {
  const documents: Document<PatternRecord>[] = []
  while (documents.length < MOST_PATTERNS) {
    const range = { limit: PAGE, offset: documents.length, states }
    const page = await journal.list(PATTERN, range)
    documents.push(...page)
    if (page.length < PAGE) break
  }
  return documents
}

async function factsOf(
  context: LoopContext,
  { loop, stamp, rows }: { loop: LoopRecord; stamp: string; rows: Rows },
): Promise<Omit<AheadFacts, 'failures'>> {
  const { journal, projector, repository, embedder, ahead, now, settings } = context
  const [model, file, goal] = [embedder(), ahead?.modelFile(), await chosenGoal(context)]
  return {
    stamp,
    renderedAt: now(),
    policyHash: projector.policyHash,
    profile: settings.profile === 'bayes' ? settings.profile : undefined,
    project: journal.scope.project,
    repository: repository?.(),
    priority: goal?.priority,
    model: model === undefined || file === undefined ? undefined : { id: model.id, dims: model.dims, file },
    health: await healthOf(context, loop, rows),
    counts: Object.fromEntries(usualLines().map((line) => [line, countTokens(line)])),
    states: rows.byState.map(({ state, documents }) => ({ state, rows: documents.length })),
  }
}

async function healthOf(context: LoopContext, loop: LoopRecord, rows: Rows): Promise<Health> {
  const patterns: Record<string, number> = {}
  for (const { body } of rows.byState.flatMap(({ documents }) => documents)) {
    const { category } = body.pattern
    patterns[category] = (patterns[category] ?? 0) + 1
  }
  const gated = (await tightAdapters(context, 20)).filter(({ overlay }) => overlay.requireApproval)
  return {
    patterns,
    runs: loop.runs,
    learnedAt: loop.lastAt.learn,
    gated: gated.map(({ adapter }) => adapter),
    failures: loop.failures,
  }
}

async function patternsOf(context: LoopContext, { byState, others }: Rows): Promise<AheadPattern[]> {
  const { policy } = context
  const shown = byState.flatMap(({ documents }) => documents)
  const ids = shown.map(({ id }) => id)
  const at = await standings(context, ids)
  const believe = context.settings.profile === 'bayes' ? await beliefs(context, ids) : undefined
  const meaningOf = await meaningsOf(context)
  const patterns = [...shown, ...others].map((document, row): AheadPattern => {
    const record = document.body
    const meaning = meaningOf?.(record)
    const said = { id: document.id, text: document.text, meaning }
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
          : {
              belief: leanBelief(believe(record)),
              cost: lineTokensOf(candidateLine(document.id, record, 0)),
            }),
      },
    }
  })
  return patterns
}

async function meaningsOf({ journal, embedder }: LoopContext) {
  const model = embedder()
  if (model === undefined) return undefined
  const index = await new Meanings().refresh(journal, model)
  return ({ pattern: { id, text, textHash } }: PatternRecord) => {
    const known = index.vector(id, textHash)
    if (known !== undefined) return known
    const bytes = quantize(model.embed(text))
    return { bytes, square: squareOf(bytes) }
  }
}

const MOST_ANSWERS = 1_000

/** Writes down the answers of people that hold now. */
export async function keepAnswers(context: LoopContext): Promise<void> {
  const { ahead, journal, now } = context
  if (ahead === undefined || !ahead.isWanted()) return
  const states = ['allowed', 'refused']
  const documents = await journal.list(APPROVAL, { states, limit: MOST_ANSWERS })
  const views = documents.map(({ body }) => viewOf(context, body))
  ahead.keepAnswers(
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
