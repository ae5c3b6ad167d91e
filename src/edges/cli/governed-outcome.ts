import { withoutUndefined } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import { RISK_LEVELS } from '../../domain/values/gate.ts'
import type { RunOutcomeRecorded } from '../../loop/runs/record-run-outcome.ts'
import { choice, flag, type InputOf, list, number, text } from './command.ts'
import type { CommandContext } from './context.ts'
import { listed, some } from './input/parse-values.ts'
import { readTextFile } from './input/read-file.ts'
import { usageError } from './input/tokens.ts'

/** The options, besides adapters, that make an outcome affect policy. */
export const governedOptions = {
  risk: choice(RISK_LEVELS, 'How risky the run was.'),
  skill: list('A skill it used; may be repeated.', 'NAME'),
  decision: list(
    'How an agent voted (approve, needs-review or reject), and how sure it was, from 0 to 1; may be repeated.',
    'AGENT:VOTE:CONFIDENCE',
  ),
  failure: text('The type of failure, such as auth or timeout.', 'TYPE'),
  failureAdapter: text('Which adapter failed. Default: the first one given.', 'NAME'),
  issue: list('Something that went wrong; may be repeated.', 'TEXT'),
  override: flag('A person overrode a decision.'),
  rollback: flag('It was rolled back.'),
  rating: number("A person's rating, from 1 to 5.", { least: 1, most: 5, whole: true }),
  comment: text('What a person said about it.', 'TEXT'),
  from: text('Read the outcome of a run as one JSON record; - is standard input.', 'FILE'),
} as const

type GovernedInput = Omit<InputOf<[], typeof governedOptions>, 'from'> & {
  readonly [N in 'run' | 'result' | 'notes']?: string | undefined
} & { readonly [N in 'retries' | 'quality' | 'durationMs']?: number | undefined } & {
  readonly adapter: readonly string[]
}

/** Whether any given option affects policy. */
export function isGoverned(input: GovernedInput): boolean {
  const lists = [input.adapter, input.skill, input.decision, input.issue]
  const values = [input.risk, input.failure, input.failureAdapter, input.rating, input.comment]
  return (
    lists.some((list) => list.length > 0) ||
    values.some((value) => value !== undefined) ||
    input.override ||
    input.rollback
  )
}

/** The options as a record, without those not given; recording it reports what is missing. */
export function recordOf(input: GovernedInput): object {
  const failure = { adapterId: input.failureAdapter, dominantFailureType: input.failure }
  const fields = {
    runId: input.run,
    result: input.result,
    retryCount: input.retries,
    timeTakenMs: input.durationMs,
    qualityScore: input.quality,
    riskLevel: input.risk,
    adaptersUsed: listed(input.adapter),
    selectedSkills: listed(input.skill),
    agentDecisions: some(input.decision.map(decisionOf)),
    failureDetails:
      input.failure === undefined && input.failureAdapter === undefined ? undefined : withoutUndefined(failure),
    issues: some(input.issue),
    humanOverride: input.override || undefined,
    rollbackOccurred: input.rollback || undefined,
    userRating: input.rating,
    userFeedback: input.comment,
    notes: input.notes,
  }
  return withoutUndefined(fields)
}

const OPTION_OF = { retryCount: '--retries', qualityScore: '--quality', adaptersUsed: '--adapter', riskLevel: '--risk' }

/** Rethrows the error with the options that would supply the missing fields. */
export function inOptions(error: unknown): never {
  if (!(error instanceof UserError)) throw error
  const message = error.message.replace(/^(\w+)(: is missing).*$/gm, (line, field: keyof typeof OPTION_OF) =>
    OPTION_OF[field] === undefined ? line : `${OPTION_OF[field]} is missing`,
  )
  throw new UserError(error.code, message, error.hint)
}

/** `planner:approve:0.9` */
function decisionOf(text: string): object {
  const [, agent, decision, confidence] = /^(.+):([a-z-]+):([^:]+)$/.exec(text) ?? []
  if (agent === undefined || Number.isNaN(Number(confidence)))
    throw usageError(
      `--decision: '${text}' is not AGENT:DECISION:CONFIDENCE.`,
      'For example: --decision planner:approve:0.9',
    )
  return { agent, decision, confidence: Number(confidence) }
}

export async function readRecord(context: CommandContext, file: string): Promise<unknown> {
  return parseRecord(await readTextFile(context, file, 'The outcome'), file === '-' ? 'Standard input' : file)
}

export function parseRecord(text: string, where: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw usageError(`${where} is not one JSON object.`, 'For one object a line: mettle outcome import FILE')
  }
}

/** What was recorded, and how policy changed. */
export function governedText(recorded: RunOutcomeRecorded): string {
  const { run, duplicate, summary, assumed, cycle } = recorded
  const looser = Object.entries(cycle?.looser ?? {}).map(
    ([key, { before, after }]) => `The evidence would allow ${key} ${after} in place of ${before}; mettle policy show`,
  )
  return [
    duplicate ? `The outcome of ${run} was recorded before.` : `Recorded the outcome of ${run}.`,
    ...(summary === undefined ? [] : [summary]),
    ...looser,
    ...(cycle?.suggestions ?? []).map(
      ({ constraint, action, confidence, reason }) => `  ${action} ${constraint} (${confidence}): ${reason}`,
    ),
    ...assumed.map((field) => `${field} was not given; it was taken to be 0.`),
  ].join('\n')
}
