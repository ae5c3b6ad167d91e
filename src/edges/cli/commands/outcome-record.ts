import { present, withoutUndefined } from '../../../domain/sets.ts'
import { UserError } from '../../../domain/user-error.ts'
import { FAILURE_MODES, RUN_ENDS } from '../../../domain/values/outcome.ts'
import type { AppliedPattern, OutcomeRecorded } from '../../../loop/runs/record-outcome.ts'
import type { OutcomesWatched, WatchedRun } from '../../../loop/runs/watch-outcomes.ts'
import type { Mettle } from '../../../open.ts'
import { askCommand, choice, count, defineCommand, flag, list, number, ordinal, share, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { governedOptions, governedText, inOptions, isGoverned, readRecord, recordOf } from '../governed-outcome.ts'
import { parsePlace, parseTime, some } from '../input/parse-values.ts'
import { usageError } from '../input/tokens.ts'
import { quantity } from '../output/numbers-text.ts'
import { citationLine } from '../output/outcome-text.ts'
import { untilSignalled } from '../until-signalled.ts'

const HELP = 'mettle outcome record --help'

export const outcomeRecordCommand = defineCommand({
  name: 'outcome record',
  summary: 'Record how a run ended, and which patterns it used.',
  description: `Only an observed outcome counts. Recording it here counts as observing it, unless you give --observed-by none. A pattern earns credit when the
    run names it with --applied, and full credit when the place it names is in a file that the run changed. Recording the same outcome
    twice changes nothing; another outcome for the same run is refused, and both are shown.

    With --task it is the outcome of one task. Its duration, errors and retries decide whether it counts as helpful, so --duration-ms,
    --errors and --retries are needed. Each attempt counts once as evidence for or against the criteria and the strategy.

    With --adapter, --risk, --skill, --decision or --failure it also updates the reliability of adapters, the recurring failures and the policy
    that follows from them. Then --quality is needed, and --retries or --risk. --from reads such a record as JSON, in either documented shape. A
    refused record does not count; mettle outcome list --refused lists it.`,
  options: {
    run: text('The run.', 'ID', { short: 'r' }),
    result: choice(RUN_ENDS, 'How it ended.'),
    observedBy: choice(['record', 'build', 'test', 'ci', 'merge', 'revert', 'verdict', 'none'], 'What observed it.', {
      default: 'record',
    }),
    task: text('One task of the run, if it is not the whole run.', 'ID'),
    attempt: ordinal('Which attempt at the task.'),
    at: text('When it ended, in ISO 8601 with a zone. Default: now.', 'TIME'),
    durationMs: count('How long it took.'),
    errors: count('How many errors it met. Default for a task: those on record.'),
    retries: count('How often it tried again.'),
    quality: share('How good the work is, from 0 to 1.'),
    file: list('A file that it changed; may be repeated.', 'PATH'),
    adapter: list('A tool or service it used; may be repeated.', 'NAME'),
    strategy: text('How the work was split: file-based, feature-based, risk-based, research-based or other.', 'NAME'),
    criterion: list('What it is evidence about; may be repeated. Default: the default criteria.', 'NAME'),
    failureMode: choice(FAILURE_MODES, 'How it failed. Default: read from the details.'),
    failureDetails: text('Details of the failure.', 'TEXT'),
    ...governedOptions,
    applied: list('A pattern it used, and where; may be repeated.', 'PATTERN[@FILE:LINE]'),
    merged: flag('Its work was merged.'),
    reverted: flag('Its work was reverted.'),
    notes: text('Anything else worth keeping.', 'TEXT'),
  },
  examples: [
    'mettle outcome record --run run-7 --result success --observed-by test',
    'mettle outcome record --run run-7 --task login.1 --result success --duration-ms 180000 --errors 0 --retries 0 --strategy feature-based',
    'mettle outcome record --run run-8 --result success --file src/token.ts --applied p-d86bc974dde41587@src/token.ts:42 --merged',
    'mettle outcome record --run run-9 --result failure --adapter github --failure auth --retries 1 --quality 0.2',
    'echo \'{"runId":"run-10","result":"success","postExecutionScore":0.9,"riskLevel":"low"}\' | mettle outcome record --from -',
  ],
  run: async (context, input) => {
    const { run, result } = input
    if (input.from !== undefined) return recordFrom(context, input.from, { run, result })
    if (run === undefined) throw usageError('--run is missing: the run.', HELP)
    if (result === undefined) throw usageError('--result is missing: how it ended.', HELP)
    const mettle = await context.openMettle()
    const { task, attempt, durationMs, retries, quality, notes, adapter, at } = input
    const { observedBy, merged, reverted, strategy, failureMode, failureDetails } = input
    const applied = await Promise.all(
      input.applied.map((text) => parseApplied(text, async (id) => (await mettle.pattern(id)).pattern.id)),
    )
    const seen = { observedBy, merged, reverted, applied, strategy, failureMode, failureDetails }
    const lists = { files: some(input.file), criteria: some(input.criterion) }
    const beside = { ...seen, ...lists, errorCount: input.errors }
    const occurredAt = at === undefined ? undefined : parseTime('--at', at)
    if (task === undefined && isGoverned(input)) {
      const record = { ...recordOf(input), ...withoutUndefined({ createdAt: occurredAt }) }
      const recorded = await mettle.recordRunOutcome(record, beside).catch(inOptions)
      context.show(recorded, () => [governedText(recorded), ...recorded.applied.map(useText)].join('\n'))
      return
    }
    const figures = { ...withoutUndefined({ durationMs, retryCount: retries }), qualityScore: quality }
    const ended = { run, result, task, attempt, occurredAt, notes, adapters: some(adapter) }
    const recorded = await mettle.recordOutcome({ ...ended, ...beside, ...figures })
    const what = task === undefined ? run : `${task} of ${run}`
    const uncredited = recorded.feedback === undefined ? [] : await uncreditedText(mettle, run)
    const { duplicate, feedback, failureMode: mode, settled } = recorded
    const strength = feedback?.strength === undefined ? '' : ` (${feedback.strength.toFixed(2)})`
    context.show(recorded, () =>
      present([
        duplicate ? `The outcome of ${what} was recorded before.` : `Recorded the outcome of ${what}: ${result}.`,
        feedback === undefined
          ? 'Nobody observed it, so it credits nothing.'
          : `It counts as ${feedback.type}${strength}: ${feedback.reasoning}.`,
        mode !== undefined && `It failed by ${mode}.`,
        ...settledText(settled),
        ...recorded.applied.map(useText),
        ...uncredited,
      ]).join('\n'),
    )
  },
})

/** A pattern earns nothing by being shown, so a caller that names none learns how to. */
async function uncreditedText(mettle: Mettle, run: string): Promise<string[]> {
  const { patterns } = await mettle.run(run)
  const [first, ...others] = patterns.filter(({ tier }) => tier !== 'withheld')
  const isNamed = patterns.some(({ tier }) => tier === 'cited' || tier === 'applied')
  if (first === undefined || isNamed) return []
  return [
    `It credits no pattern: of ${quantity(others.length + 1, 'pattern')} shown to ${run}, none was named. To name one, record it again with`,
    `  --applied ${first.pattern}@FILE:LINE`,
  ]
}

/** One record in either documented shape. */
async function recordFrom(
  context: CommandContext,
  file: string,
  { run, result }: { run: string | undefined; result: string | undefined },
): Promise<void> {
  if (run !== undefined || result !== undefined)
    throw usageError('--from reads the whole record; --run and --result do not go with it.', HELP)
  const record = await readRecord(context, file)
  const recorded = await (await context.openMettle()).recordRunOutcome(record)
  context.show(recorded, () => governedText(recorded))
}

function useText({ pattern, verified, reason, shown }: OutcomeRecorded['applied'][number]): string {
  const use = `  ${pattern}  ${verified ? 'applied' : 'cited only'}: ${reason}`
  return shown ? use : `${use}; it earns nothing, because the run was not shown it (mettle inject --run)`
}

function settledText({ errors, strikes }: OutcomeRecorded['settled']): string[] {
  const what = present([strikes && 'its strikes', errors > 0 && quantity(errors, 'open error')])
  return what.length === 0 ? [] : [`Settled by it: ${what.join(' and ')}.`]
}

/** `p-1234@src/a.ts:42`: the pattern, and after the at sign the place that shows it. */
async function parseApplied(text: string, resolve: (id: string) => Promise<string>): Promise<AppliedPattern> {
  const at = text.indexOf('@')
  if (at === -1) return { pattern: await resolve(text) }
  return { pattern: await resolve(text.slice(0, at)), ...parsePlace(text.slice(at + 1)) }
}

export const outcomeMergeCommand = askCommand({
  name: 'outcome merge',
  summary: 'Record that the work of a run was merged or reverted.',
  description: 'A late result grades the patterns that the run used. A revert cancels what the merge had earned them.',
  options: {
    run: text('The run.', 'ID', { short: 'r', required: true }),
    reverted: flag('The work was reverted.'),
    reference: text('The pull request or commit.', 'TEXT'),
    reason: text('Why it was reverted.', 'TEXT'),
  },
  examples: [
    'mettle outcome merge --run run-42 --reference "#57"',
    'mettle outcome merge --run run-42 --reverted --reason "broke the login"',
  ],
  ask: (mettle, { run, reverted, reference, reason }) =>
    mettle.recordMerge({ run, kept: !reverted, reference, reason }),
  view: (recorded, __, { run, reverted }) => {
    const what = reverted ? 'taken back' : 'merged'
    const head = recorded.duplicate
      ? `It is already recorded that ${run} was ${what}.`
      : `Recorded that ${run} was ${what}.`
    return [
      head,
      `It grades ${quantity(recorded.graded.length, 'pattern')}.`,
      ...recorded.graded.map(({ pattern, tier }) => `  ${pattern}  ${tier}`),
    ].join('\n')
  },
})

function days(summary: string, usual: number, most = 3_650) {
  return number(summary, { least: 0, most, default: usual, value: 'DAYS' })
}

export const outcomeWatchCommand = defineCommand({
  name: 'outcome watch',
  summary: 'Learn from git what happened to the work of runs, and grade them.',
  description: `Reads the history of the branch that work is merged into. Work that has stayed there for a day was kept; work that was reverted within 14 days was not, and a revert of a
    merge reverts everything that it merged. Work that others had to fix within 14 days counts as reworked: a commit "fixup! SUBJECT"
    (or squash!, amend!) shows that, and so does one with a line "Fixes: ID". A commit belongs to the run whose session made it, and to those that its message names: git commit --trailer "Mettle-Run: ID".

    Checks every few minutes until Ctrl-C; with --once it checks once, for a scheduled job. Checking again records nothing twice, and the command never writes to the repository.
    In the shell of an agent the defaults apply, whatever options are given.`,
  options: {
    once: flag('Check once and end.'),
    branch: text('The branch that work is merged into. Default: that of origin, main or master.', 'NAME'),
    every: number('How often to check.', { least: 0.05, most: 10_080, default: 5, value: 'MINUTES' }),
    keptAfter: days('How long work must have stayed to count as kept.', 1),
    revertWithin: days('How long a revert counts against the work.', 14),
    reworkWithin: days('How long a commit that fixes the work counts against it.', 14),
    since: days('How far back to look.', 90, 36_500),
  },
  examples: ['mettle outcome watch', 'mettle outcome watch --once --branch main --json'],
  run: async (context, { once, branch, every, keptAfter, revertWithin, reworkWithin, since }) => {
    const mettle = await context.openMettle()
    const within = { revertWithinDays: revertWithin, reworkWithinDays: reworkWithin }
    const look = () => mettle.watchOutcomes({ ...within, keptAfterDays: keptAfter, sinceDays: since, branch })
    if (!once) return untilSignalled(every * 60_000, watcher(context, look))
    const watched = await look()
    context.show(watched, () => [headOf(watched), ...linesOf(watched)].join('\n'))
  },
})

/** A failure of the first check ends the command; a later one is reported, and the next check may succeed. */
function watcher(context: CommandContext, look: () => Promise<OutcomesWatched>): () => Promise<void> {
  let isBegun = false
  return async () => {
    try {
      const watched = await look()
      if (!isBegun) context.note(`${headOf(watched)}\nCtrl-C ends it.`)
      isBegun = true
      if (watched.news.length + watched.citations.news.length > 0)
        context.show(watched, () => linesOf(watched).join('\n'))
    } catch (error) {
      if (!isBegun || !(error instanceof UserError)) throw error
      context.note(error.message)
    }
  }
}

function headOf({ branch, commits, runs, news }: OutcomesWatched): string {
  const found = `${quantity(commits, 'commit')} on ${branch}, with the work of ${quantity(runs, 'run')}`
  const told = new Set(news.map(({ run }) => run)).size
  return `${found}. ${told === 0 ? 'Nothing new.' : `New outcomes for ${quantity(told, 'run')}:`}`
}

function linesOf({ news, citations }: OutcomesWatched): string[] {
  return [...news.map(lineOf), ...citations.news.map(citationLine)]
}

function lineOf({ run, kept, commit, mends, graded }: WatchedRun): string {
  const became = mends !== undefined ? 'reworked' : kept ? 'kept' : 'reverted'
  const where = `${commit.slice(0, 12)}${mends === undefined ? '' : ` fixes ${mends.slice(0, 12)}`}`
  return `${run}  ${became} (${where}), grades ${quantity(graded.length, 'pattern')}`
}
