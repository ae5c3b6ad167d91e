import { signal } from '@preact/signals'
import type { Role } from '../../src/domain/scope.ts'
import type { Account } from '../../src/edges/http/endpoints.ts'
import { ApiError, get, post, project } from './api.ts'

/** Whether this browser may look: it has a cookie, from a one-time link or a token. */
export const access = signal<'asking' | 'granted' | 'refused' | 'offline'>('asking')

/** Who is logged in, and with which role. */
export const account = signal<Account | undefined>(undefined)

const ROLES: readonly Role[] = ['read', 'write', 'approve']

/** Whether the token of this login may do what needs a role. */
export function may(role: Role): boolean {
  return ROLES.indexOf(account.value?.role ?? 'read') >= ROLES.indexOf(role)
}

const RETURN = 'mettle.return'
const RETURN_MS = 15 * 60_000

/** Keeps the address for after the login, which may happen in another tab. */
function keepAddress(): void {
  if (location.hash.length > 2)
    localStorage.setItem(RETURN, JSON.stringify({ hash: location.hash, until: Date.now() + RETURN_MS }))
}

function restoreAddress(): void {
  const kept = JSON.parse(localStorage.getItem(RETURN) ?? 'null') as { hash: string; until: number } | null
  localStorage.removeItem(RETURN)
  if (kept !== null && kept.until > Date.now() && location.hash.length <= 2) location.hash = kept.hash
}

/** Checks whether the server admits this browser. */
export async function enter(): Promise<void> {
  try {
    account.value = await get<Account>('login')
    restoreAddress()
    access.value = 'granted'
  } catch (error) {
    refused(error)
  }
}

/** What a failed call says about the login. */
export function refused(error: unknown): void {
  const { status = 0, code } = error instanceof ApiError ? error : {}
  if (code === 'project' && project.value !== undefined) {
    project.value = undefined
    return void enter()
  }
  if (status !== 0) keepAddress()
  access.value = status === 401 || status === 403 ? 'refused' : 'offline'
}

export async function logOut(): Promise<void> {
  await post('login/end')
  sessionStorage.clear()
  access.value = 'refused'
}

/** Switches to another project of the same token, and reloads everything on the page. */
export function switchProject(to: string): void {
  project.value = to
  location.reload()
}

type Theme = 'system' | 'light' | 'dark'
const THEME = 'mettle.theme'

export const theme = signal<Theme>((localStorage.getItem(THEME) as Theme | null) ?? 'system')
theme.subscribe((chosen) => {
  localStorage.setItem(THEME, chosen)
  document.documentElement.dataset.theme = chosen
})
