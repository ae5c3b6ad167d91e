import { signal } from '@preact/signals'
import { ApiError, get, project } from './api.ts'
import { refused } from './session.ts'

/** The connection state: `live` while the server sends events, `offline` when it does not answer. */
export const connection = signal<'connecting' | 'live' | 'offline'>('connecting')

/** Counts up whenever the journal grows, whoever wrote. */
export const moved = signal(0)

interface News {
  readonly position: number
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 5_000

/** Listens until the returned function is called. Reconnects with growing delays; if a proxy blocks the stream, polls the server instead. */
export function listen(): () => void {
  let source: EventSource | undefined
  let waitMs = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let known: number | undefined
  const hear = ({ position }: News) => {
    if (known !== undefined && position !== known) moved.value += 1
    known = position
    // Failed requests are repeated after going online, even if nothing has happened since.
    if (connection.value === 'offline') moved.value += 1
    connection.value = 'live'
  }
  const begin = () => {
    // A stream cannot name its project in a header.
    if (project.value !== undefined) return void askInstead()
    source = new EventSource('/v1/live')
    source.onmessage = ({ data }) => {
      waitMs = FIRST_WAIT_MS
      hear(JSON.parse(data) as News)
    }
    source.onerror = () => {
      source?.close()
      void askInstead()
    }
  }
  const askInstead = async () => {
    try {
      hear(await get<News>('news'))
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 401 || status === 403) refused(error)
      if (status === 0) connection.value = 'offline'
    }
    if (isStopped) return
    timer = setTimeout(begin, waitMs)
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  }
  begin()
  return () => {
    isStopped = true
    clearTimeout(timer)
    source?.close()
  }
}
