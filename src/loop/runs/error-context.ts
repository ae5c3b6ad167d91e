import { type ErrorStats, errorContext, type TaskError } from '../../engine/laws/task-errors.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { adviceRisk } from '../../engine/trust/advice-risk.ts'
import { failureSignature } from '../../engine/trust/failure-signature.ts'
import type { ErrorRecord } from '../../projection/documents/task-documents.ts'
import type { LoopContext } from '../context.ts'
import { errorCounts, errorsOf } from './task-errors.ts'

export interface ErrorContextRequest {
  readonly task: string
  readonly includeResolved?: boolean
  /** How many errors to show, the newest; a prompt has no room for hundreds. */
  readonly limit?: number
}

/** What a task ran into, as text for its next attempt. */
export interface TaskErrorContext {
  readonly task: string
  /** Empty where there is no error to show. */
  readonly markdown: string
  readonly counts: ErrorStats
  /** Errors that would have been shown, had there been room. */
  readonly leftOut: number
}

const MOST_SHOWN = 20
const MOST_CHARACTERS = 500

/**
 * The section for a retry. What an error says is data: it is sanitised and cut before it enters a prompt, and where it tells its reader what to do, only the failure
 * itself is named.
 */
export async function errorContextOf(
  context: LoopContext,
  { task, includeResolved = false, limit = MOST_SHOWN }: ErrorContextRequest,
): Promise<TaskErrorContext> {
  const counts = await errorCounts(context, task)
  const shown = await errorsOf(context, task, { includeResolved, limit })
  const { markdown } = errorContext(shown.map(forPrompt), { includeResolved })
  const eligible = includeResolved ? counts.total : counts.unresolved
  return { task, markdown, counts, leftOut: eligible - shown.length }
}

function forPrompt({ error, at, resolved }: ErrorRecord): TaskError {
  return {
    type: error.type,
    message: safe(error.message),
    at,
    tool: safe(error.tool),
    context: safe(error.context),
    stack: safe(error.stack),
    resolved: resolved !== undefined,
  }
}

/** An error may well name the address that it failed for. */
const ADDRESS = /\bhttps?:\/\/\S+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\w-]+(?:\.[\w-]+)+\b/g

function safe(text: string): string
function safe(text: string | undefined): string | undefined
function safe(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const risk = adviceRisk(text.replace(ADDRESS, ''))
  if (risk !== undefined) return failureSignature(text)?.says ?? `(not shown: ${risk})`
  const characters = Array.from(sanitize(text).text)
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MOST_CHARACTERS).join('')}...`
}
