import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../../domain/numbers.ts'
import { ORGANISATION_PROJECT, PROJECT_ID, type TokenRecord } from '../../../domain/scope.ts'
import { inputError, notFound, UserError } from '../../../domain/user-error.ts'
import type { TokenKeeper } from '../../../loop/journal/keepers.ts'
import { hashOf, newSecret } from './tickets.ts'

export interface TokenRequest extends Pick<TokenRecord, 'organisation' | 'name' | 'role' | 'projects'> {
  /** How many days it is valid; omitted: until revoked. */
  readonly days?: number | undefined
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@ -]{0,99}$/u

/** Creates a token and stores its hash. The secret is returned only here. */
export async function makeToken(
  keeper: TokenKeeper,
  request: TokenRequest,
  now: number,
): Promise<{ readonly record: TokenRecord; readonly secret: string }> {
  check(request)
  const { days, ...asked } = request
  const secret = newSecret('mettle_')
  const record = {
    id: randomUUID(),
    ...asked,
    hash: hashOf(secret),
    createdAt: now,
    expiresAt: days === undefined ? undefined : now + days * DAY_MS,
  }
  if (await keeper.add(record)) return { record, secret }
  const { name } = record
  throw new UserError(
    'taken',
    `There is a token of the name '${name}'.`,
    `mettle token revoke "${name}", or take another name.`,
  )
}

function check({ name, projects }: TokenRequest): void {
  if (!NAME.test(name))
    throw inputError(
      `name: '${name}' must have 1 to 100 letters, digits, spaces or . _ @ -`,
      'Say who will use it: --name ann',
    )
  const wrong = projects.find(
    (project) => project !== '*' && (!PROJECT_ID.test(project) || project === ORGANISATION_PROJECT),
  )
  if (wrong !== undefined)
    throw inputError(`project: '${wrong}' is no id of a project.`, 'mettle status shows this one.')
}

/** Revokes a token by name or id; it is refused from the next call on. */
export async function revokeToken(keeper: TokenKeeper, nameOrId: string): Promise<TokenRecord> {
  const found = (await keeper.list()).find(({ id, name }) => id === nameOrId || name === nameOrId)
  if (found === undefined || !(await keeper.remove(found.id)))
    throw notFound(`There is no token '${nameOrId}'.`, 'mettle token list')
  return found
}
