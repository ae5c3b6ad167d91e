import { UserError } from '../../domain/user-error.ts'
import type { AgentStart, PromptGiven, ToolUse } from '../../injection/surface.ts'
import { checkInjectRequest, checkName } from './check-inject-request.ts'

/** What a command is about shows in its beginning; the rest may be a file that it writes. */
const LONGEST_COMMAND = 20_000
const LONGEST_PATH = 4_096

/** The door of `injectForAgent`. */
export function checkAgentRequest(request: AgentStart): AgentStart {
  checkName('agent', request.agent)
  checkInjectRequest({ ...request, role: 'agent' })
  return request
}

/** The door of `injectForTool`. A longer command is read as far as that. */
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

/** The door of `injectForPrompt`. */
export function checkPromptRequest(request: PromptGiven): PromptGiven {
  checkInjectRequest({ ...request, role: 'agent' })
  if (typeof request.task !== 'string' || request.task.trim() === '') throw wrong('task', 'a text')
  return request
}

function checkText(field: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'string') throw wrong(field, 'a text')
}

function wrong(field: string, expected: string): UserError {
  return new UserError('input', `${field}: ${expected} is expected`, 'mettle inject --help')
}
