import { signal } from '@preact/signals'
import { ApiError, get } from './api.ts'

/** Whether this browser may look: it has a cookie, from a one-time link or a token. */
export const access = signal<'asking' | 'granted' | 'refused' | 'offline'>('asking')

/** Sees whether the server lets this browser in. */
export async function enter(): Promise<void> {
  try {
    await get('login')
    access.value = 'granted'
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    access.value = status === 401 || status === 403 ? 'refused' : 'offline'
  }
}
