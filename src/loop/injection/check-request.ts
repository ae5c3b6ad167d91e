import { storedName } from '../../domain/events/stored-name.ts'
import { inputError, type UserError } from '../../domain/user-error.ts'
import { quotable } from '../../injection/candidate.ts'
import type { AgentStart, PromptGiven, ToolUse } from '../../injection/surface.ts'
import type { InjectRequest } from '../../injection/work-context.ts'
import { checkPlace } from '../facts/append-keys.ts'

const LONGEST_NAME = 200
const HINT = `docs/reference/events.md lists the fields of ${storedName('pattern-injected')}.`

/** Validates an `inject` request, and normalises its role for use in a prompt. Handwritten, because hooks must be fast. */
export function checkInjectRequest(request: InjectRequest): InjectRequest {
  checkPlace({ run: request.run })
  checkName('role', request.role)
  const role = quotable(request.role)
  checkName('role', role)
  for (const field of ['agent', 'phase', 'repository'] as const)
    if (request[field] !== undefined) checkName(field, request[field])
  for (const field of ['budgetTokens', 'remainingTokens'] as const) {
    const tokens = request[field]
    if (tokens !== undefined && (typeof tokens !== 'number' || Number.isNaN(tokens)))
      throw inputError(`${field}: ${String(tokens)} is not a number`, HINT)
  }
  for (const field of ['labels', 'files'] as const) {
    const list: unknown = request[field] ?? []
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
      throw inputError(`${field}: a list of texts is expected`, HINT)
  }
  if (request.task !== undefined && typeof request.task !== 'string') throw inputError('task: a text is expected', HINT)
  return { ...request, role }
}

export function checkName(field: string, value: unknown): void {
  const isName = typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_NAME
  if (!isName) throw inputError(`${field}: a name of 1 to ${LONGEST_NAME} characters is expected`, HINT)
}

/** A command's beginning shows its subject; the rest may be a file that it writes. */
const LONGEST_COMMAND = 20_000
const LONGEST_PATH = 4_096

/** Validates an `injectForAgent` request. */
export function checkAgentRequest(request: AgentStart): AgentStart {
  checkName('agent', request.agent)
  checkInjectRequest({ ...request, role: 'agent' })
  return request
}

/** Validates an `injectForTool` request. A longer command is truncated to that length. */
export function checkToolRequest(request: ToolUse): ToolUse {
  const { tool, command, file, ...rest } = request
  checkName('tool', tool)
  checkInjectRequest({ ...rest, role: 'agent' })
  checkText('command', command)
  checkText('file', file)
  if (file !== undefined && (file.trim() === '' || file.length > LONGEST_PATH))
    throw wrong('file', `a path of 1 to ${LONGEST_PATH} characters`)
  return command === undefined ? request : { ...request, command: command.slice(0, LONGEST_COMMAND) }
}

export function checkPromptRequest(request: PromptGiven): PromptGiven {
  checkInjectRequest({ ...request, role: 'agent' })
  if (typeof request.task !== 'string' || request.task.trim() === '') throw wrong('task', 'a text')
  return request
}

function checkText(field: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'string') throw wrong(field, 'a text')
}

function wrong(field: string, expected: string): UserError {
  return inputError(`${field}: ${expected} is expected`, 'mettle inject --help')
}
