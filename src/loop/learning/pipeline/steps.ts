import { classificationPrompt, isRewording } from '../../../capture/classify.ts'
import { hardRejection, junkReason } from '../../../capture/why-not-a-lesson.ts'
import type { PayloadOf } from '../../../domain/events/catalogue.ts'
import { readEvent } from '../../../domain/events/lift-event.ts'
import { type ModelLabel, readModelLabel } from '../../../domain/model-label.ts'
import { quantity } from '../../../domain/numbers.ts'
import { evaluateGoal, type GoalRun } from '../../../engine/governance/goal.ts'
import { relevance } from '../../../engine/laws/relevance.ts'
import { axesOf } from '../../../engine/standing/axes.ts'
import type { PatternRecord } from '../../../engine/standing/pattern-record.ts'
import { estimateTokens } from '../../../engine/text/tokens.ts'
import { type LearningRecord, PATTERN, SHOWABLE } from '../../../projection/documents/documents.ts'
import type { IterationRecord } from '../../../projection/documents/iteration-documents.ts'
import type { GoalRecord } from '../../../projection/fold-scores.ts'
import { counted } from '../../../report/standing-words.ts'
import { collected } from '../../../sharing/collection.ts'
import type { LoopContext } from '../../context.ts'
import { appendFact, placeOf, runStream } from '../../journal/append-facts.ts'
import { chosenGoal } from '../../views/goal.ts'
import { usageOf } from '../../views/usage.ts'
import type { Labelled, Labeller } from '../learn.ts'
import type { Model } from '../project-access.ts'
import type { Step } from './step.ts'
import type { PipelineContext } from './step-context.ts'

type Evaluated = PayloadOf<'goal-evaluated'>

const TEST_LIMIT_MS = 300_000
const SCRIPT_LIMIT_MS = 60_000
const MOST_DETAILS = 2_000

interface Evaluation {
  readonly found: readonly { readonly run: string; readonly payload: Evaluated }[]
  readonly unknown: readonly string[]
}

const evaluations = new WeakMap<PipelineContext, Promise<Evaluation | undefined>>()

/** Evaluates each iteration since the goal was chosen. A command sees only the current work, so it evaluates only the newest. */
export const evaluateGoals: Step = async (bench) => {
  const evaluation = await evaluationOf(bench)
  if (evaluation === undefined) return { skipped: 'no goal is chosen: mettle goal use NAME' }
  const { found, unknown } = evaluation
  const met = found.filter(({ payload }) => payload.success).length
  if (found.length === 0 && unknown.length > 0) return { skipped: unknown[0]! }
  return { done: found.length, what: `${met} of ${found.length} met it` }
}

/** Records the results, once per iteration, oldest first: the last one counts for a run. */
export const mergeGoals: Step = async (bench) => {
  const evaluation = await evaluationOf(bench)
  if (evaluation === undefined) return { skipped: 'no goal is chosen' }
  for (const { run, payload } of [...evaluation.found].reverse())
    await appendFact(bench.context, {
      ...{ type: 'goal-evaluated', payload, key: `goal/${run}/${payload.iteration}` },
      ...placeOf(run),
    })
  const { length } = evaluation.found
  return { done: length, what: `recorded for ${length === 1 ? '1 iteration' : `${length} iterations`}` }
}

/** Runs a goal's command once per call, for all steps. */
function evaluationOf(bench: PipelineContext): Promise<Evaluation | undefined> {
  const known = evaluations.get(bench) ?? evaluate(bench)
  evaluations.set(bench, known)
  return known
}

async function evaluate(bench: PipelineContext): Promise<Evaluation | undefined> {
  const goal = await chosenGoal(bench.context)
  if (goal === undefined) return undefined
  const waiting = (await bench.lacking('goal')).filter(({ startedAt }) => startedAt >= goal.at)
  const found: { run: string; payload: Evaluated }[] = []
  const unknown: string[] = []
  for (const [index, record] of waiting.entries()) {
    const facts = await factsOf(bench, goal, record, index === 0)
    if ('unknown' in facts) {
      unknown.push(facts.unknown)
      continue
    }
    const { success, score, details, known } = evaluateGoal(facts.run)
    const measured = { metrics: facts.metrics, details: details.slice(0, MOST_DETAILS), iteration: record.iteration }
    if (known) found.push({ run: record.run, payload: { goal: goal.goal, success, score, ...measured } })
    else unknown.push(details)
  }
  return { found, unknown }
}

type Metrics = Record<string, number>

async function factsOf(bench: PipelineContext, goal: GoalRecord, record: IterationRecord, isNewest: boolean) {
  const target: { target?: number } = goal.target === undefined ? {} : { target: goal.target }
  switch (goal.kind) {
    case 'none':
      return { unknown: 'no goal is chosen' }
    case 'reduce-failures': {
      const { iteration: iterations } = record
      return { run: { goal: goal.kind, iterations, ...target }, metrics: { iterations, ...target } as Metrics }
    }
    case 'minimize-tokens': {
      const tokens = await tokensOf(bench.context, record.run)
      if (tokens === undefined) return { unknown: 'no record says how many tokens the run took' }
      return { run: { goal: goal.kind, tokens, ...target }, metrics: { tokens, ...target } as Metrics }
    }
    default:
      return isNewest
        ? commandFacts(bench, { ...goal, kind: goal.kind }, record)
        : { unknown: 'the work has gone on since, so the command says nothing about it' }
  }
}

async function commandFacts(
  { workshop }: PipelineContext,
  goal: GoalRecord & { kind: GoalRun['goal'] },
  { run, iteration }: IterationRecord,
): Promise<{ readonly run: GoalRun; readonly metrics: Metrics } | { readonly unknown: string }> {
  if (workshop === undefined || goal.command === undefined)
    return { unknown: `${goal.goal} has no command: mettle goal use ${goal.goal} --command …` }
  const end = await workshop.run({
    argv: goal.command,
    timeLimitMs: goal.kind === 'custom' ? SCRIPT_LIMIT_MS : TEST_LIMIT_MS,
    environment: { GOAL_RUN_ID: run, GOAL_ITERATION: String(iteration) },
  })
  if (end.exitCode === undefined) return { unknown: `the command of the goal failed: ${end.problem}` }
  const { exitCode, output: testOutput } = end
  const target: { target?: number } = goal.target === undefined ? {} : { target: goal.target }
  return { run: { goal: goal.kind, exitCode, testOutput, ...target }, metrics: { exitCode, ...target } as Metrics }
}

/** The tokens of a run: from deliberations, and from the client's transcript. */
async function tokensOf({ journal, transcripts }: LoopContext, run: string): Promise<number | undefined> {
  const types = ['deliberation-recorded']
  const events = await journal.read({ stream: runStream(run), types, limit: 10_000 })
  const counts = events.flatMap((event) => {
    const { tokens } = (readEvent(event)?.payload ?? {}) as Partial<PayloadOf<'deliberation-recorded'>>
    return tokens === undefined ? [] : [tokens.input + tokens.output]
  })
  const spent = ((await transcripts?.usage(run)) ?? []).map(({ tokens }) => tokens)
  const all = [...counts, ...spent]
  return all.length === 0 ? undefined : all.reduce((sum, n) => sum + n, 0)
}

const MOST_PATTERNS = 5_000

/** Adds patterns proven here to the collection in `learn.collection`, unless it already has them. */
export const exportInsights: Step = async ({ context, workshop }) => {
  const file = workshop?.collection
  if (file === undefined) return { skipped: 'no file to export to is set: mettle config learn' }
  const found = await provenPatterns(context)
  const { text, added } = collected(file.read(), found, { project: context.journal.scope.project, now: context.now() })
  if (added.length > 0) file.write(text)
  return {
    done: added.length,
    what: `${added.length} of ${found.length} are new to the collection`,
    details: { added },
  }
}

async function provenPatterns(context: LoopContext): Promise<PatternRecord[]> {
  const documents = await context.journal.list(PATTERN, { states: SHOWABLE, limit: MOST_PATTERNS })
  const records = documents.map(({ body }) => body)
  const ids = records.map(({ pattern }) => pattern.id)
  const usage = await usageOf(context, ids)
  return records.filter((record) => {
    const { lifecycle, excludedBecause } = axesOf(record, context.now(), context.policy)
    const { known, flag } = usage(record.pattern.id)
    const isProven = lifecycle === 'verified' || lifecycle === 'active' || (known && flag === '')
    const isForAll = record.pattern.appliesTo.includes('*') && record.pattern.trust === 'internal'
    return isProven && isForAll && flag !== 'PRUNE' && flag !== 'REVIEW' && excludedBecause.length === 0
  })
}

/** The cost and results of model calls. */
export interface ModelUse {
  readonly model: string
  calls: number
  tokens: number
  labelled: number
  /** How often the rules spoke instead, by reason. */
  readonly fallbacks: Record<string, number>
}

/** Labels learnings with a model, within limits on calls and tokens. On any error the rules decide, and the reason is kept. Learnings that the rules refuse never reach the model. */
export function modelLabeller(model: Model): { label: Labeller; use: ModelUse } {
  const use: ModelUse = { model: model.name, calls: 0, tokens: 0, labelled: 0, fallbacks: {} }
  const fallBack = (reason: string): Labelled => {
    use.fallbacks[reason] = (use.fallbacks[reason] ?? 0) + 1
    return { fallback: reason }
  }
  const label: Labeller = async (record) => {
    const prompt = classificationPrompt(record.learning)
    const expected = estimateTokens(prompt) + model.answerTokens
    if (use.calls >= model.mostCalls) return fallBack(`the limit of ${model.mostCalls} calls is reached`)
    if (use.tokens + expected > model.mostTokens) return fallBack(`the limit of ${model.mostTokens} tokens is reached`)
    use.calls += 1
    const answer = await model.ask(prompt)
    if ('problem' in answer) {
      use.tokens += expected
      return fallBack(answer.problem)
    }
    use.tokens += answer.tokens ?? estimateTokens(prompt) + estimateTokens(answer.text)
    const read = readModelLabel(answer.text)
    const problem = 'problem' in read ? read.problem : problemWith(read, record)
    if (problem !== undefined) return fallBack(problem)
    use.labelled += 1
    return { by: `model:${model.name}`.slice(0, 200), ...(read as ModelLabel) }
  }
  return { label, use }
}

function problemWith({ status, text }: ModelLabel, { learning }: LearningRecord): string | undefined {
  if (status !== 'reworded') return undefined
  if (text === undefined) return 'it says that it reworded the learning, and gives no words'
  if (!isRewording(text, learning)) return 'its words are not those of the learning'
  return junkReason(text) === undefined && hardRejection(text) === undefined ? undefined : 'its words are no lesson'
}

type Measured = PayloadOf<'relevance-measured'>
const MOST_MATCHED = 20
const MOST_SCORES = 1_000

export const changedFiles: Step = async (bench) => {
  const waiting = [...(await bench.lacking('relevance')), ...(await bench.lacking('citations'))]
  if (waiting.length === 0) return { done: 0, what: 'no iteration to process' }
  const { changes, unavailable } = await bench.changesOf(waiting.map(({ run }) => run))
  if (changes.size === 0) return { skipped: unavailable ?? 'nothing can be told' }
  const files = new Set([...changes.values()].flatMap((change) => change.files))
  const runs = quantity(changes.size, 'run')
  return { done: files.size, what: `${quantity(files.size, 'file')} changed in ${runs}` }
}

/** Measures each shown pattern's relevance to its run's change. */
export const measureRelevance: Step = async (bench) => {
  const { found, unavailable } = await scoresOf(bench)
  if (unavailable !== undefined && found.length === 0) return { skipped: unavailable }
  const scores = found.flatMap(({ payload }) => payload.scores)
  const relevant = scores.filter(({ score }) => score > 0).length
  return { done: scores.length, what: `${relevant} of ${scores.length} shown are relevant to the change` }
}

/** Records the scores, once per iteration. */
export const mergeRelevance: Step = async (bench) => {
  const { found, unavailable } = await scoresOf(bench)
  if (unavailable !== undefined && found.length === 0) return { skipped: unavailable }
  for (const { run, payload } of found)
    await appendFact(bench.context, {
      ...{ type: 'relevance-measured', payload, key: `relevance/${run}/${payload.iteration}` },
      ...placeOf(run),
    })
  return { done: found.length, what: `recorded for ${counted(found.length, 'iteration')}` }
}

async function scoresOf(bench: PipelineContext) {
  const waiting = await bench.lacking('relevance')
  const { changes, unavailable } = await bench.changesOf(waiting.map(({ run }) => run))
  const found: { run: string; payload: Measured }[] = []
  for (const record of waiting) {
    const change = changes.get(record.run)
    if (change !== undefined)
      found.push({ run: record.run, payload: await scored(bench.context, record, change.files) })
  }
  return { found, unavailable }
}

async function scored(
  { journal }: LoopContext,
  { iteration, rows }: IterationRecord,
  files: readonly string[],
): Promise<Measured> {
  const keys = Object.keys(rows).map((id) => ({ kind: PATTERN, id }))
  const documents = await journal.documents(keys.slice(0, MOST_SCORES))
  const scores = documents.map(({ body }) => {
    const { pattern } = body
    const context = [...pattern.tags, ...pattern.labels]
    const { score, matched } = relevance({ summary: pattern.text, context, changedFiles: files })
    return { pattern: pattern.id, score, matched: matched.slice(0, MOST_MATCHED) }
  })
  return { iteration, method: 'context_tags', changedFiles: files.length, scores }
}
