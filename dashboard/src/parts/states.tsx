import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api.ts'
import type { Resource } from '../resource.ts'

/** An empty state: what is missing, why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children === undefined ? null : <div class="state-text">{children}</div>}
    </div>
  )
}

export function Failed({ error, retry }: { error: ApiError; retry?: () => void }) {
  return (
    <div class="state state-failed" role="alert">
      <p class="state-title">{error.message}</p>
      <div class="state-text">
        {error.hint === undefined ? null : (
          <p>
            <code>{error.hint}</code>
          </p>
        )}
        {retry === undefined ? null : (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
    </div>
  )
}

/** Grey placeholder lines, so that nothing jumps when the content arrives. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <div class="loading" aria-busy="true">
      <span class="unseen">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <div class="loading-line" style={{ '--width': `${92 - ((line * 37) % 45)}%` }} />
      ))}
    </div>
  )
}

type Awaited = Pick<Resource<unknown>, 'data' | 'error'>

/** Whether any part is still loading. */
export function isAwaited(of: readonly Awaited[]): boolean {
  return of.some(({ data, error }) => data === undefined && error === undefined)
}

/** Delays a page until everything on it is loaded, so that nothing moves later. */
export function Whole({ of, children }: { of: readonly Awaited[]; children: ComponentChildren }) {
  return isAwaited(of) ? <Loading lines={14} /> : children
}

/** A resource's content, or its state. */
export function Shown<T>({
  of,
  lines,
  children,
}: {
  of: Resource<T>
  lines?: number
  children: (data: T) => ComponentChildren
}) {
  if (of.data !== undefined)
    return (
      <div class={of.isLoading ? 'is-refreshing' : undefined}>
        {of.error === undefined ? null : <Failed error={of.error} retry={of.reload} />}
        {children(of.data)}
      </div>
    )
  return of.error === undefined ? (
    <Loading {...(lines === undefined ? {} : { lines })} />
  ) : (
    <Failed error={of.error} retry={of.reload} />
  )
}
