import type { JournalEvent } from '../../domain/event.ts'
import type { Run } from '../../domain/run.ts'
import { aucOf, brierOf, logLossOf, mean, probabilitiesOf, type ScoredCase } from '../../engine/belief/calibration.ts'
import { effectiveSize, type LoggedChoice, offPolicyValue } from '../../engine/belief/holdout.ts'
import { bootstrapped, type Interval } from '../../engine/belief/statistics.ts'
import { policyHash } from '../../engine/laws/policy.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import { PATTERN, RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { bodiesOf } from '../facts/cached-lists.ts'
import type { VerbContext } from '../journal/keepers.ts'
import { wholeJournal, withTheirMarks } from '../journal/whole-journal.ts'
import { type Receipt, Rehearsal, type Rehearsed, receiptAt } from './rehearse.ts'

export interface BacktestRequest {
  /** The settings file to try instead of the current settings. */
  readonly policyFile: string
  /** How many of the newest receipts to replay; default 500. */
  readonly receipts?: number
  readonly onProgress?: (done: number, total: number) => void
}

/** A figure under the current and the tried settings, and the difference. */
export interface Compared {
  readonly present: number
  readonly tried: number
  /** Tried minus current, with its 95 % interval. */
  readonly difference: Interval
}

export interface OffPolicy {
  /** Whether enough choices overlap: an effective number of 20. */
  readonly enough: boolean
  /** The effective number of equally weighted choices. */
  readonly effective: number
  /** The share of runs that would have ended well, or of opportunities in which a known mistake would have come back. */
  readonly value?: Interval
}

/** A pattern that only one of the two would show, and at how many requests. */
export interface NamedPattern {
  readonly pattern: string
  /** How its words begin; absent where they were erased. */
  readonly text?: string
  readonly requests: number
}

export interface Backtest {
  readonly policies: { readonly present: string; readonly tried: string }
  readonly profiles: { readonly present: string; readonly tried: string }
  readonly requests: number
  /** `|A and B| / |A or B|` of what each would have shown, averaged; 1 if both would show nothing. */
  readonly overlap: number
  /** The same for the current settings against what was actually chosen: how faithful the replay is. */
  readonly fidelity: number
  readonly tokens: { readonly present: number; readonly tried: number }
  readonly onlyPresent: readonly NamedPattern[]
  readonly onlyTried: readonly NamedPattern[]
  /** Runs that were shown something and whose end was observed. */
  readonly runs: number
  /** How well the score of what was shown predicted the end; absent with fewer than 20 runs, or where all ended alike. */
  readonly prediction?: { readonly brier: Compared; readonly logLoss: Compared; readonly auc: Compared }
  readonly offPolicy: { readonly present: OffPolicy; readonly tried: OffPolicy }
  readonly mistakes: { readonly present: OffPolicy; readonly tried: OffPolicy }
  /** The figures in which the tried settings are worse, beyond chance. */
  readonly worse: readonly string[]
}

const MOST_RECEIPTS = 500
const LEAST_RUNS = 20
const LEAST_EFFECTIVE = 20
const MOST_NAMED = 10
const LONGEST_TEXT = 100

interface Case {
  readonly run: string | undefined
  readonly receipt: Receipt
  readonly present: Rehearsed
  readonly tried: Rehearsed
}

/** Replays every past request under two policies, and compares their choices by how the runs ended. */
export async function backtest(
  context: VerbContext,
  { policyFile, receipts = MOST_RECEIPTS, onProgress }: BacktestRequest,
): Promise<Backtest> {
  const settled = await context.settledBy(policyFile)
  const facts = withTheirMarks(await wholeJournal(context.journal, context))
  const asked = facts
    .map(receiptAt)
    .filter((event) => event !== undefined)
    .slice(-receipts)
  const [present, tried] = [
    await Rehearsal.of(context, context, context),
    await Rehearsal.of(context, settled, context),
  ]
  const cases: Case[] = []
  let from = 0
  for (const event of asked) {
    const news = facts.slice(from, event.position - 1)
    from = event.position - 1
    await Promise.all([present.take(news), tried.take(news)])
    cases.push(await caseOf(event, present, tried))
    onProgress?.(cases.length, asked.length)
  }
  const runs = await runsOf(context, cases)
  const endings = endingsOf(runs)
  const choices = compareChoices(cases)
  const told = {
    ...choices,
    onlyPresent: await withWords(context, choices.onlyPresent),
    onlyTried: await withWords(context, choices.onlyTried),
    ...(await comparePredictions(cases, endings)),
  }
  const both = (choices: (name: 'present' | 'tried') => LoggedChoice[]) => {
    return { present: estimate(choices('present')), tried: estimate(choices('tried')) }
  }
  const offPolicy = both((name) => endChoices(cases, endings, name))
  const mistakes = both((name) => mistakeChoices(cases, runs, name))
  return {
    policies: { present: policyHash(context.policy), tried: policyHash(settled.policy) },
    profiles: { present: context.settings.profile, tried: settled.settings.profile },
    requests: cases.length,
    ...told,
    offPolicy,
    mistakes,
    worse: worseIn(told.prediction, offPolicy, mistakes),
  }
}

async function caseOf(event: JournalEvent<Receipt>, present: Rehearsal, tried: Rehearsal): Promise<Case> {
  return { run: event.run, receipt: event.payload, present: await present.at(event), tried: await tried.at(event) }
}

async function runsOf({ journal }: LoopContext, cases: readonly Case[]): Promise<Map<string, Run>> {
  const ids = cases.flatMap(({ run }) => run ?? [])
  return new Map([...(await bodiesOf(journal, RUN, ids))].map(([id, { run }]) => [id, run]))
}

/** How the runs of the receipts ended, as known now, including late truth. */
function endingsOf(runs: ReadonlyMap<string, Run>): Map<string, boolean> {
  return new Map(
    [...runs].flatMap(([id, { outcome }]) => {
      const result = outcome?.result
      return result === 'success' || result === 'failure' ? [[id, result === 'success'] as const] : []
    }),
  )
}

function compareChoices(
  cases: readonly Case[],
): Pick<Backtest, 'overlap' | 'fidelity' | 'tokens' | 'onlyPresent' | 'onlyTried'> {
  const logged = ({ receipt }: Case) => [...receipt.items, ...receipt.withheld].map(({ pattern }) => pattern)
  return {
    overlap: mean(cases.map(({ present, tried }) => jaccard(present.wanted, tried.wanted))),
    fidelity: mean(cases.map((one) => jaccard(logged(one), one.present.wanted))),
    tokens: {
      present: mean(cases.map(({ present }) => present.tokens)),
      tried: mean(cases.map(({ tried }) => tried.tokens)),
    },
    onlyPresent: onlyIn(cases, ({ present, tried }) => [present.wanted, tried.wanted]),
    onlyTried: onlyIn(cases, ({ present, tried }) => [tried.wanted, present.wanted]),
  }
}

function jaccard(a: readonly string[], b: readonly string[]): number {
  const all = new Set([...a, ...b])
  const other = new Set(b)
  return all.size === 0 ? 1 : a.filter((name) => other.has(name)).length / all.size
}

function onlyIn(cases: readonly Case[], sides: (one: Case) => [readonly string[], readonly string[]]) {
  const counts = new Map<string, number>()
  for (const one of cases) {
    const [here, there] = sides(one)
    for (const pattern of here) if (!there.includes(pattern)) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  }
  return [...counts]
    .map(([pattern, requests]) => ({ pattern, requests }))
    .sort((a, b) => b.requests - a.requests || (a.pattern < b.pattern ? -1 : 1))
    .slice(0, MOST_NAMED)
}

/** Adds the patterns' current text, because an id alone means nothing to a reader. */
async function withWords({ journal }: LoopContext, named: readonly NamedPattern[]): Promise<NamedPattern[]> {
  const ids = named.map(({ pattern }) => pattern)
  const records = await bodiesOf(journal, PATTERN, ids)
  return named.map(({ pattern, requests }) => {
    const text = records.get(pattern)?.pattern.text
    return { pattern, text: text === undefined ? undefined : beginning(oneLine(text)), requests }
  })
}

function beginning(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT).replace(/\s+\S*$/, '')} …`
}

interface RunCase {
  readonly present: number
  readonly tried: number
  readonly success: boolean
  /** The probability that each signal implied, judged by earlier runs. */
  readonly p?: { readonly present: number; readonly tried: number }
}

/** One case a run, in the order of their first receipts: the mean score of all that it was shown. */
function runCases(cases: readonly Case[], endings: ReadonlyMap<string, boolean>): Required<RunCase>[] {
  const byRun = new Map<string, { present: number[]; tried: number[] }>()
  for (const { run, present, tried } of cases) {
    if (run === undefined || !endings.has(run) || present.scores.length === 0) continue
    const known = byRun.get(run) ?? { present: [], tried: [] }
    known.present.push(...present.scores)
    known.tried.push(...tried.scores)
    byRun.set(run, known)
  }
  const runs = [...byRun].map(([run, scores]) => ({
    present: mean(scores.present),
    tried: mean(scores.tried),
    success: endings.get(run)!,
  }))
  const side = (name: 'present' | 'tried'): ScoredCase[] =>
    runs.map((one) => ({ signal: one[name], success: one.success }))
  const [present, tried] = [probabilitiesOf(side('present')), probabilitiesOf(side('tried'))]
  return runs.map((one, i) => ({ ...one, p: { present: present[i]!, tried: tried[i]! } }))
}

async function comparePredictions(
  cases: readonly Case[],
  endings: ReadonlyMap<string, boolean>,
): Promise<Pick<Backtest, 'runs' | 'prediction'>> {
  const runs = runCases(cases, endings)
  const isTold = runs.length >= LEAST_RUNS && new Set(runs.map(({ success }) => success)).size === 2
  if (!isTold) return { runs: runs.length }
  const outcomes = (some: readonly RunCase[]) => some.map(({ success }) => success)
  const loss = (law: typeof brierOf) => (some: readonly Required<RunCase>[], name: 'present' | 'tried') =>
    law(
      some.map(({ p }) => p[name]),
      outcomes(some),
    )
  const auc = (some: readonly Required<RunCase>[], name: 'present' | 'tried') =>
    aucOf(some.map((one) => ({ signal: one[name], success: one.success })))
  return {
    runs: runs.length,
    prediction: {
      brier: compared(runs, loss(brierOf), 'brier'),
      logLoss: compared(runs, loss(logLossOf), 'log loss'),
      auc: compared(runs, auc, 'auc'),
    },
  }
}

type Figure = (some: readonly Required<RunCase>[], name: 'present' | 'tried') => number | undefined

/** Compares both on the same runs, so that shared variation cancels out. */
function compared(runs: readonly Required<RunCase>[], figure: Figure, seed: string): Compared {
  const difference = (some: readonly Required<RunCase>[]) => {
    const [present, tried] = [figure(some, 'present'), figure(some, 'tried')]
    return present === undefined || tried === undefined ? undefined : tried - present
  }
  return {
    present: figure(runs, 'present') ?? 0,
    tried: figure(runs, 'tried') ?? 0,
    difference: bootstrapped(runs, difference, seed)!,
  }
}

function endChoices(
  cases: readonly Case[],
  endings: ReadonlyMap<string, boolean>,
  name: 'present' | 'tried',
): LoggedChoice[] {
  return cases.flatMap(({ run, receipt, [name]: rehearsed }) =>
    run === undefined || !endings.has(run) || receipt.holdout?.isRunHeld === true
      ? []
      : [{ shown: receipt.items, withheld: receipt.withheld, wanted: rehearsed.wanted, success: endings.get(run)! }],
  )
}

/** For each mistake that could come back in a run whether it did, as a choice about its lesson alone, by the receipt that first drew it. */
function mistakeChoices(
  cases: readonly Case[],
  runs: ReadonlyMap<string, Run>,
  name: 'present' | 'tried',
): LoggedChoice[] {
  const seen = new Set<string>()
  return cases.flatMap(({ run = '', receipt: { items, withheld }, [name]: { wanted } }) =>
    Object.entries(runs.get(run)?.cameUp ?? {}).flatMap(([pattern, success]) => {
      const isOfIt = (item: { readonly pattern: string }) => item.pattern === pattern
      const drawn = { shown: items.filter(isOfIt), withheld: withheld.filter(isOfIt) }
      if (drawn.shown.length + drawn.withheld.length === 0 || seen.has(`${run} ${pattern}`)) return []
      seen.add(`${run} ${pattern}`)
      return [{ ...drawn, wanted: wanted.filter((id) => id === pattern), success }]
    }),
  )
}

function estimate(choices: readonly LoggedChoice[]): OffPolicy {
  const effective = effectiveSize(choices)
  const value = effective < LEAST_EFFECTIVE ? undefined : bootstrapped(choices, offPolicyValue, 'off-policy')
  return { enough: value !== undefined, effective, value }
}

function worseIn(
  prediction: Backtest['prediction'],
  { present, tried }: Backtest['offPolicy'],
  mistakes: Backtest['mistakes'],
): string[] {
  const worse: string[] = []
  if (prediction !== undefined && prediction.brier.difference.low > 0) worse.push('its scores predict worse (Brier)')
  if (prediction !== undefined && prediction.logLoss.difference.low > 0)
    worse.push('its scores predict worse (log loss)')
  if (prediction !== undefined && prediction.auc.difference.high < 0)
    worse.push('its scores separate good ends from bad ones less well (AUC)')
  if (present.value !== undefined && tried.value !== undefined && tried.value.high < present.value.low)
    worse.push('fewer runs would have ended well')
  if ((mistakes.tried.value?.low ?? 0) > (mistakes.present.value?.high ?? 1))
    worse.push('known mistakes would have come back more often')
  return worse
}
