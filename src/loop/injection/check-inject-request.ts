import { storedName } from '../../domain/events/stored-name.ts'
import { UserError } from '../../domain/user-error.ts'
import { quotable } from '../../injection/candidate.ts'
import type { InjectRequest } from '../../injection/work-context.ts'
import { checkPlace } from '../journal/check-payload.ts'

const LONGEST_NAME = 200
const HINT = `docs/reference/events.md lists the fields of ${storedName('pattern-injected')}.`

/** The door of `inject`: the request, its role in the form in which it may enter a prompt. By hand, for hooks are in haste. */
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
      throw new UserError('input', `${field}: ${String(tokens)} is not a number`, HINT)
  }
  for (const field of ['labels', 'files'] as const) {
    const list: unknown = request[field] ?? []
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
      throw new UserError('input', `${field}: a list of texts is expected`, HINT)
  }
  if (request.task !== undefined && typeof request.task !== 'string')
    throw new UserError('input', 'task: a text is expected', HINT)
  return { ...request, role }
}

export function checkName(field: string, value: unknown): void {
  const isName = typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_NAME
  if (!isName)
    throw new UserError('input', `${field}: a name of 1 to ${LONGEST_NAME} characters is expected`, HINT)
}
