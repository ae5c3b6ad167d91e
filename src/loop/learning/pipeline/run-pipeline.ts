import { grouped, quantity } from '../../../domain/numbers.ts'
import type { SuccessRate } from '../../../engine/standing/success-rate.ts'
import type { LoopContext } from '../../context.ts'
import { appendFacts, JOURNAL_STREAM } from '../../journal/append-facts.ts'
import { closeIterations } from '../../runs/iterations.ts'
import { usageOf } from '../../views/usage.ts'
import { type Learned, type LearnOptions, learn } from '../learn.ts'
import type { ProjectAccess } from '../project-access.ts'
import { capturePending, mergeBuild, verifyCitations } from './capture-pending.ts'
import { STEPS, type Step, type StepEnd, type StepName, type StepReport } from './step.ts'
import { PipelineContext } from './step-context.ts'
import {
  changedFiles,
  evaluateGoals,
  exportInsights,
  type ModelUse,
  measureRelevance,
  mergeGoals,
  mergeRelevance,
  modelLabeller,
} from './steps.ts'

/** Counts the shown patterns that wait, and reports their standing. Rates, confidence and flags are computed on demand. */
const ratePatterns: Step = async ({ context }) => {
  const ids = [...(await closeIterations(context))]
  const usage = await usageOf(context, ids)
  const rates = ids.map((id) => usage(id))
  const known = rates.filter((rate) => rate.known)
  const flags = countBy(rates, ({ flag }) => flag)
  const told = Object.entries(flags).map(([flag, n]) => `${n} ${flag}`)
  return {
    done: known.length,
    what: known.length === 0 ? 'nothing shown since was applied' : [`${known.length} rated`, ...told].join(', '),
    details: { flags, confidence: countBy(known, ({ confidence }) => confidence) },
  }
}

function countBy(rates: readonly SuccessRate[], nameOf: (rate: SuccessRate) => string) {
  const counts: Record<string, number> = {}
  for (const name of rates.map(nameOf)) if (name !== '') counts[name] = (counts[name] ?? 0) + 1
  return counts
}

export interface PipelineOptions extends LearnOptions {
  /** Only these steps; omitted: all, in order. */
  readonly steps?: readonly StepName[]
  readonly onStep?: (name: StepName, number: number) => void
  /** False: only the rules label, even if a model is configured. */
  readonly useModel?: boolean
}

export interface PipelineReport extends Learned {
  readonly steps: readonly StepReport[]
}

const writePatterns: Step = async ({ context, workshop }, progress) => {
  const model = workshop?.model === undefined ? undefined : modelLabeller(workshop.model)
  const asked = model === undefined ? {} : { label: model.label }
  const learned = await learn(context, { onProgress: progress, ...asked })
  const { processed, added, merged, skipped, rejected } = learned
  const what = [
    `${grouped(added)} new, ${grouped(merged)} joined`,
    ...(skipped === 0 ? [] : [`${grouped(skipped)} known by trigger`]),
    `${grouped(rejected.length)} refused`,
    ...(model === undefined ? [] : [modelText(model.use)]),
  ].join(', ')
  return { done: processed, what, learned, ...(model && { details: { model: model.use } }) }
}

function modelText({ model, calls, tokens, labelled, fallbacks }: ModelUse): string {
  const instead = Object.entries(fallbacks).map(([reason, n]) => `rules for ${n}: ${reason}`)
  return [
    `${model}: ${quantity(calls, 'call')}, about ${grouped(tokens)} tokens, ${grouped(labelled)} labelled`,
    ...instead,
  ].join('; ')
}

const ACTIONS: { readonly [N in StepName]: Step } = {
  'changed-files': changedFiles,
  relevance: measureRelevance,
  'merge-relevance': mergeRelevance,
  'evaluate-goal': evaluateGoals,
  'merge-goal': mergeGoals,
  'verify-citations': verifyCitations,
  'merge-build': mergeBuild,
  capture: capturePending,
  'write-patterns': writePatterns,
  'success-rates': ratePatterns,
  export: exportInsights,
}

const NOTHING: Learned = { processed: 0, added: 0, merged: 0, skipped: 0, rejected: [], superseding: [] }

/** Runs the steps on new data. A failed step is recorded and the rest continues; every fact has a key, so a rerun changes nothing already done. */
export async function runPipeline(context: LoopContext, options: PipelineOptions = {}): Promise<PipelineReport> {
  const workshop = await context.workshop?.()
  const bench = new PipelineContext(context, options.useModel === false ? withoutModel(workshop) : workshop)
  const steps: StepReport[] = []
  let learned = NOTHING
  for (const name of STEPS.filter((step) => options.steps?.includes(step) ?? true)) {
    options.onStep?.(name, STEPS.indexOf(name) + 1)
    const startedAt = context.now()
    const end = await attempt(bench, name, options)
    if ('learned' in end && end.learned !== undefined) learned = end.learned
    steps.push(reportOf(name, end, context.now() - startedAt))
  }
  return { ...learned, steps }
}

function withoutModel(workshop: ProjectAccess | undefined): ProjectAccess | undefined {
  if (workshop === undefined) return undefined
  const { model: _, ...rest } = workshop
  return rest
}

type Ended = StepEnd | { readonly failed: string }

async function attempt(bench: PipelineContext, name: StepName, options: PipelineOptions): Promise<Ended> {
  try {
    return await ACTIONS[name](bench, options.onProgress ?? (() => undefined))
  } catch (error) {
    const { message, code = 'step-failed' } = error as Error & { code?: string }
    await tell(bench.context, name, { code: String(code), message })
    return { failed: message }
  }
}

/** If the journal itself failed, only the report shows it. */
async function tell(context: LoopContext, name: StepName, failure: { code: string; message: string }) {
  const payload = {
    part: 'learn',
    code: failure.code.slice(0, 200) || 'step-failed',
    message: `${name}: ${failure.message}`.slice(0, 4_000),
  } as const
  await appendFacts(context, [{ type: 'loop-failed', payload, stream: JOURNAL_STREAM }]).catch(() => undefined)
}

function reportOf(name: StepName, end: Ended, durationMs: number): StepReport {
  if ('failed' in end) return { name, status: 'failed', done: 0, what: end.failed, durationMs }
  if ('skipped' in end) return { name, status: 'skipped', done: 0, what: end.skipped, durationMs }
  const { done, what, details } = end
  const status = done === 0 ? 'nothing' : 'done'
  return { name, status, done, what, durationMs, details }
}
