import { DAY_MS } from '../../domain/numbers.ts'
import { isRule } from '../../domain/pattern-pull.ts'
import { inputError } from '../../domain/user-error.ts'
import { CLIENTS, type Client } from '../../domain/values/session.ts'
import { SHOWABLE } from '../../engine/standing/axes.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { type PipelineOptions, type PipelineReport, runPipeline } from '../learning/pipeline/run-pipeline.ts'
import { listFound } from '../learning/review.ts'
import { STEPS, settleEach, settleGrown } from './settle-session.ts'
import type { SessionOnDisk } from './transcripts.ts'

export type { SessionOnDisk }

/** More than a project shows. */
const MOST_PATTERNS = 20_000

/** Reads what sessions have written since last time, then runs the steps on everything recorded. */
export async function learn(context: LoopContext, options?: PipelineOptions): Promise<PipelineReport> {
  if (context.transcripts !== undefined && options?.steps === undefined) await settleGrown(context)
  return runPipeline(context, options)
}

export interface ImportSessionsRequest {
  /** Omitted: all. */
  readonly clients?: readonly Client[]
  readonly sinceDays: number
  /** Lists the sessions without reading them. */
  readonly dryRun?: boolean
  readonly onProgress?: (done: number, total: number) => void
}

export interface SessionsImported {
  readonly dryRun: boolean
  readonly sinceDays: number
  /** The sessions of this repository that clients keep on this machine, the oldest first. */
  readonly sessions: readonly SessionOnDisk[]
  /** Newly recorded prompts, steps and messages. */
  readonly facts: number
  /** What people asked to remember. */
  readonly rules: readonly string[]
  /** Lessons that came back in several sessions, and are shown from now on. */
  readonly confirmed: readonly string[]
  /** Lessons that wait for a person, those of earlier sessions included. */
  readonly waiting: readonly string[]
}

/** Learns from the sessions that clients kept on this machine before Mettle was there, as if hooks had reported them. Importing twice adds nothing. */
export async function importSessions(
  context: LoopContext,
  { clients = CLIENTS, sinceDays, dryRun = false, onProgress = () => undefined }: ImportSessionsRequest,
): Promise<SessionsImported> {
  if (context.transcripts === undefined)
    throw inputError(
      'Reading the sessions of clients is switched off.',
      'mettle import --client claude-code --set session.readTranscripts=true --set hook.record=true',
    )
  const onDisk = await context.transcripts.onDisk({ clients, since: context.now() - sinceDays * DAY_MS })
  const sessions = onDisk.toSorted((a, b) => a.startedAt - b.startedAt)
  const nothing = { dryRun, sinceDays, sessions, facts: 0, rules: [], confirmed: [], waiting: [] }
  if (dryRun || sessions.length === 0) return nothing
  const before = new Set((await shownPatterns(context)).map(({ id }) => id))
  const runs = sessions.map(({ run }) => run)
  const settled = await settleEach(context, runs, (done) => onProgress(done, runs.length))
  await runPipeline(context, { steps: STEPS, useModel: false })
  const fresh = (await shownPatterns(context)).filter(({ id }) => !before.has(id))
  const textsOf = (patterns: readonly { readonly text: string }[]) => patterns.map(({ text }) => text)
  return {
    ...nothing,
    facts: settled.reduce((sum, { filledIn }) => sum + filledIn, 0),
    rules: textsOf(fresh.filter(isRule)),
    confirmed: textsOf(fresh.filter((pattern) => !isRule(pattern))),
    waiting: textsOf(await listFound(context)),
  }
}

async function shownPatterns({ journal }: LoopContext) {
  const documents = await journal.list(PATTERN, { states: [...SHOWABLE], limit: MOST_PATTERNS })
  return documents.map(({ body }) => body.pattern).filter(({ quarantined }) => !quarantined)
}
