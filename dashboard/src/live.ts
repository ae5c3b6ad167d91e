import { signal } from '@preact/signals'
import { ApiError, get, project } from './api.ts'
import { refused } from './session.ts'

/** Whether the server is heard: `live` while it tells what happens, `offline` when nobody answers. */
export const connection = signal<'connecting' | 'live' | 'offline'>('connecting')

/** Counts up whenever the journal moved, whoever moved it. */
export const moved = signal(0)

interface News {
  readonly position: number
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 5_000

/** Listens until it is told to stop. What broke is tried again, ever more rarely; where a proxy keeps the stream away, the server is asked instead. */
export function listen(): () => void {
  let source: EventSource | undefined
  let waitMs = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let known: number | undefined
  const hear = ({ position }: News) => {
    if (known !== undefined && position !== known) moved.value += 1
    known = position
    // What failed while nobody answered is asked for again, even if nothing has happened since.
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
