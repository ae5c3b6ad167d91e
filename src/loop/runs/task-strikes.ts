import type { Policy } from '../../engine/laws/policy.ts'
import { strikes } from '../../engine/laws/strikes.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { adviceRisk } from '../../engine/trust/advice-risk.ts'
import { type Strike, TASK_STRIKES, type TaskStrikes } from '../../projection/documents/task-documents.ts'
import type { LoopContext } from '../context.ts'

/** Where a task stands: how often it failed, and from the third strike on the request to review its design. */
export interface StrikesView extends TaskStrikes {
  /** From 0 to `outAt`. */
  readonly count: number
  /** How many strikes put a task out. */
  readonly outAt: number
  readonly struckOut: boolean
  /** Empty until the task is out. */
  readonly prompt: string
}

export interface StrikeFilter {
  /** Only tasks that are out. */
  readonly struckOut?: boolean
  readonly limit?: number
}

const MOST_READ = 1_000

export async function strikesOf({ journal, policy }: LoopContext, task: string): Promise<StrikesView> {
  const [document] = await journal.documents([{ kind: TASK_STRIKES, id: task }])
  const known = document?.body ?? { task, failed: 0, failures: [] }
  return viewOf(known, policy)
}

/** The tasks that have strikes, the one that failed last first. */
export async function listStrikes(
  { journal, policy }: LoopContext,
  { struckOut = false, limit = MOST_READ }: StrikeFilter = {},
): Promise<StrikesView[]> {
  const states = struckOut ? ['out'] : ['out', 'struck']
  const documents = await journal.list(TASK_STRIKES, { states, limit })
  return documents.map(({ body }) => viewOf(body, policy))
}

function viewOf(known: TaskStrikes, { strikes: policy }: Policy): StrikesView {
  const { count, struckOut, prompt } = strikes(known.failures.map(told), policy, known.failed)
  return { ...known, count, outAt: policy.maxStrikes, struckOut, prompt }
}

/** What was tried and why it failed, as it may enter a prompt. */
function told({ attempt, reason, at }: Strike): { reason: string; at: number } {
  return { reason: `${asData(attempt)}: ${asData(reason)}`, at }
}

/** What tells its reader what to do is not quoted. */
function asData(text: string): string {
  const risk = adviceRisk(text)
  return risk === undefined ? sanitize(text).text : `(not shown: ${risk})`
}
