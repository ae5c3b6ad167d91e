import { useEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, get, getRows, type Query, queryText, type Rows } from './api.ts'
import { moved } from './live.ts'

/** Data from the server. The last answer stays visible while the next one loads. */
export interface Resource<T> {
  readonly data: T | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

const QUIET_MS = 250
/** After an answer, wait this many times the answer's duration before the next request, so that a busy server gets fewer. */
const RESTS = 5

/** Loads a resource, and reloads it whenever the journal grows. */
export function useResource<T>(path: string | undefined, query: Query = {}): Resource<T> {
  return useAnswer(path, query, get<T>)
}

/** The same for a part of a list. */
export function useRows<T>(path: string, query: Query = {}): Resource<Rows<T>> {
  return useAnswer(path, query, getRows<T>)
}

function useAnswer<T>(
  path: string | undefined,
  query: Query,
  fetchIt: (path: string, query: Query, signal?: AbortSignal) => Promise<T>,
): Resource<T> {
  const url = path === undefined ? undefined : `${path}${queryText(query)}`
  const [state, setState] = useState<Omit<Resource<T>, 'reload'> & { url?: string }>({
    data: undefined,
    error: undefined,
    isLoading: true,
  })
  const again = useRef<(isUrgent?: boolean) => void>(() => undefined)
  const position = moved.value
  const first = useRef(position)
  useEffect(() => {
    if (path === undefined || url === undefined) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let isStale = false
    let restsUntil = 0
    setState((before) => ({ ...before, error: undefined }))
    const ask = async () => {
      ;[timer, isAsking, isStale] = [undefined, true, false]
      setState((before) => ({ ...before, isLoading: true }))
      const begun = Date.now()
      const answer = await fetchIt(path, query, abort.signal).then(
        (data) => ({ data, error: undefined }),
        (error: ApiError) => ({ error }),
      )
      if (abort.signal.aborted) return
      const now = Date.now()
      ;[restsUntil, isAsking] = [now + RESTS * (now - begun), false]
      setState((before) => ({ ...before, ...answer, isLoading: false, url }))
      if (isStale) again.current()
    }
    // Several events in a row cause one request, and a running request is not aborted for the next.
    again.current = (isUrgent = false) => {
      isStale = true
      if (isUrgent) clearTimeout(timer)
      if (isAsking || (timer !== undefined && !isUrgent)) return
      timer = setTimeout(ask, isUrgent ? 0 : Math.max(QUIET_MS, restsUntil - Date.now()))
    }
    void ask()
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [url])
  useEffect(() => {
    if (position !== first.current) again.current()
  }, [position])
  const isOther = state.url !== undefined && state.url !== url
  return { ...state, data: isOther ? undefined : state.data, reload: () => again.current(true) }
}
