import { useEffect, useState } from 'preact/hooks'
import { type ApiError, get, getRows, type Query, queryText, type Rows } from './api.ts'
import { moved } from './live.ts'

/** Something that the server knows. The last answer stays in view while the next one is on its way. */
export interface Resource<T> {
  readonly data: T | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

const QUIET_MS = 250

/** Asks for it, and again whenever the journal moves. */
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
  const [asked, setAsked] = useState(0)
  const position = moved.value
  useEffect(() => {
    if (path === undefined || url === undefined) return
    const abort = new AbortController()
    const isNew = state.url !== url
    setState((before) => ({ ...before, isLoading: true, ...(isNew ? { error: undefined } : {}) }))
    const ask = () =>
      fetchIt(path, query, abort.signal).then(
        (data) => setState({ data, error: undefined, isLoading: false, url }),
        (error: ApiError) => {
          if (!abort.signal.aborted) setState((before) => ({ ...before, error, isLoading: false, url }))
        },
      )
    // Many facts in a row are one reason to ask.
    const timer = setTimeout(ask, isNew ? 0 : QUIET_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [url, position, asked])
  const isOther = state.url !== undefined && state.url !== url
  return { ...state, data: isOther ? undefined : state.data, reload: () => setAsked((n) => n + 1) }
}
