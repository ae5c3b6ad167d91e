import { signal } from '@preact/signals'
import { ApiError } from '../api.ts'

interface Toast {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
  readonly undo?: () => Promise<unknown>
}

const toasts = signal<readonly Toast[]>([])
const STAYS_MS = 9_000
let count = 0

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** Shows a one-line message, with an undo button if possible. */
export function say(text: string, { isBad = false, undo }: { isBad?: boolean; undo?: () => Promise<unknown> } = {}) {
  const id = ++count
  toasts.value = [...toasts.value, { id, text, isBad, ...(undo === undefined ? {} : { undo }) }]
  setTimeout(() => dismiss(id), STAYS_MS)
}

/** Runs an action and reports the result. */
export async function attempt(
  action: () => Promise<unknown>,
  { done, undo }: { done: string; undo?: () => Promise<unknown> },
): Promise<boolean> {
  try {
    await action()
    say(done, undo === undefined ? {} : { undo })
    return true
  } catch (error) {
    const hint = error instanceof ApiError && error.hint !== undefined ? ` ${error.hint}` : ''
    say(`${(error as Error).message}${hint}`, { isBad: true })
    return false
  }
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isBad, undo }) => (
        <div key={id} class={isBad ? 'toast toast-bad' : 'toast'}>
          <span>{text}</span>
          {undo === undefined ? null : (
            <button
              type="button"
              onClick={() => {
                dismiss(id)
                void attempt(undo, { done: 'Taken back.' })
              }}
            >
              Undo
            </button>
          )}
          <button type="button" class="plain" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
