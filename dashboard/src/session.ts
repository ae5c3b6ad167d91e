import { signal } from '@preact/signals'
import type { Status } from '../../src/loop/status.ts'
import { ApiError, get, post } from './api.ts'

/** Whether this browser may look: it came with a one-time link, or has a cookie from one. */
export const access = signal<'asking' | 'granted' | 'refused' | 'offline'>('asking')

/** Trades the one-time code in the address for a cookie, then sees whether the server lets this browser in. */
export async function enter(): Promise<void> {
  const code = /^#login=([\w-]+)$/.exec(location.hash)?.[1]
  if (code !== undefined) history.replaceState(null, '', '#/')
  try {
    if (code !== undefined) await post('session', { code })
    await get<Status>('status')
    access.value = 'granted'
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    access.value = status === 401 || status === 403 ? 'refused' : 'offline'
  }
}
