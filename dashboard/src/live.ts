import { signal } from '@preact/signals'

/** Whether the server is heard: `live` while its stream is open, `offline` when it broke. */
export const connection = signal<'connecting' | 'live' | 'offline'>('connecting')

/** Counts up whenever the journal moved, whoever moved it. */
export const moved = signal(0)

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/** Listens until it is told to stop; what broke is tried again, ever more rarely. */
export function listen(): () => void {
  let source: EventSource | undefined
  let waitMs = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    source = new EventSource('/v1/live')
    source.onopen = () => {
      // What happened while nobody listened is unknown, so everything is asked for again.
      if (connection.value === 'offline') moved.value += 1
      connection.value = 'live'
      waitMs = FIRST_WAIT_MS
    }
    source.addEventListener('moved', () => {
      moved.value += 1
    })
    source.onerror = () => {
      connection.value = 'offline'
      source?.close()
      timer = setTimeout(begin, waitMs)
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
    }
  }
  begin()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
