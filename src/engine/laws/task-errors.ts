import { ERROR_TYPES, type ErrorType } from '../../domain/values/outcome.ts'
import { failureMode } from '../governance/failures.ts'
import { oneLine } from '../text/visible-text.ts'

export interface TaskError {
  readonly type: ErrorType
  readonly message: string
  readonly at: number
  readonly tool?: string | undefined
  readonly context?: string | undefined
  readonly stack?: string | undefined
  readonly resolved?: boolean | undefined
}

export interface ErrorStats {
  /** Resolved ones too: this is the error count of the task's outcome. */
  readonly total: number
  readonly unresolved: number
  /** Only the types that occurred. */
  readonly byType: Partial<Record<ErrorType, number>>
}

export const ERROR_CONTEXT = { stackChars: 100 }

const HEAD = '## Previous Errors\n\nEarlier attempts at this task ran into these errors:'
const QUESTIONS = `Worth asking:
- What caused each of them?
- What would keep it from coming back?
- Do errors of different types share one cause?`

/** The errors of a task so far, as text for the next attempt: by type, oldest first. Resolved errors are left out unless requested, but always counted. */
export function errorContext(
  errors: readonly TaskError[],
  options: { readonly includeResolved: boolean },
  policy = ERROR_CONTEXT,
) {
  const shown = errors.filter((error) => options.includeResolved || !error.resolved)
  const sections = byType(shown).map(([type, group]) => section(type, group, policy))
  // Empty where there is no error to show.
  const markdown = sections.length === 0 ? '' : [HEAD, ...sections, footOf(shown)].join('\n\n')
  return { markdown, stats: errorStats(errors) }
}

function footOf(shown: readonly TaskError[]): string {
  const open = shown.filter(({ resolved }) => !resolved).length
  const which = open === shown.length ? 'these errors' : 'some of these errors'
  const what =
    open === 0 ? 'all of these were resolved; none may come back.' : `${which} are still open for the next attempt.`
  return `**Action Required**: ${what} ${QUESTIONS}`
}

export function errorStats(errors: readonly TaskError[]): ErrorStats {
  return {
    total: errors.length,
    unresolved: errors.filter((error) => !error.resolved).length,
    byType: Object.fromEntries(byType(errors).map(([type, group]) => [type, group.length])),
  }
}

function byType(errors: readonly TaskError[]): [ErrorType, TaskError[]][] {
  return ERROR_TYPES.map((type): [ErrorType, TaskError[]] => [
    type,
    errors.filter((error) => error.type === type),
  ]).filter(([, group]) => group.length > 0)
}

function section(type: ErrorType, errors: readonly TaskError[], policy: typeof ERROR_CONTEXT): string {
  const heading = `### ${type} (${errors.length} ${errors.length === 1 ? 'error' : 'errors'})`
  const oldestFirst = errors.toSorted((a, b) => a.at - b.at)
  return [heading, oldestFirst.map((error) => item(error, policy)).join('\n')].join('\n\n')
}

function item(error: TaskError, policy: typeof ERROR_CONTEXT): string {
  const lines = [`- **${oneLine(error.message)}**`]
  if (error.context) lines.push(`  - Context: ${oneLine(error.context)}`)
  if (error.tool) lines.push(`  - Tool: ${oneLine(error.tool)}`)
  if (error.stack) lines.push(`  - Stack: \`${stackHead(error.stack, policy.stackChars)}\``)
  lines.push(`  - Time: ${new Date(error.at).toISOString()}${error.resolved ? ' (resolved)' : ''}`)
  return lines.join('\n')
}

/** A backtick inside would end the code span; a character outside the basic plane is not cut in two. */
function stackHead(stack: string, chars: number): string {
  const characters = Array.from(oneLine(stack).replaceAll('`', "'"))
  return characters.length <= chars ? characters.join('') : `${characters.slice(0, chars).join('')}...`
}

export interface ErrorTypeVerdict {
  readonly type: ErrorType
  /** The keyword that decided; absent when the type stays unknown. */
  readonly keyword?: string
}

/** The type of an error by its message: its failure mode if that is a type of error, else unknown. `Cancelled by user` is a failure mode, but not a type of error. */
export function errorType(message: string): ErrorTypeVerdict {
  const { mode, keyword } = failureMode(message)
  const type = ERROR_TYPES.find((known) => known === mode) ?? 'unknown'
  return type === 'unknown' || keyword === undefined ? { type: 'unknown' } : { type, keyword }
}
