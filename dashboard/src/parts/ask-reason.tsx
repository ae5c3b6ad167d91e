import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError } from '../api.ts'
import { say } from './toast.tsx'
import { useDialog } from './use-dialog.ts'

interface Question {
  readonly title: string
  /** The subject's id: text typed for one subject is never offered for another. */
  readonly about: string
  readonly detail?: ComponentChildren
  readonly action: string
  readonly isGrave?: boolean
  /** A text to edit as well, and its current value. */
  readonly text?: { readonly label: string; readonly value: string }
  /** A picker in the dialog; it sets `picked`. */
  readonly pick?: (choose: (picked: string) => void) => ComponentChildren
  /** No reason is asked for. */
  readonly isReasonless?: boolean
}

interface Answer {
  readonly reason: string
  readonly text: string
  readonly picked: string
}

interface Outcome {
  readonly done: string
  readonly undo?: (answer: Answer) => Promise<unknown>
}

interface Open extends Question, Outcome {
  readonly act: (answer: Answer) => Promise<unknown>
  readonly close: (isDone: boolean) => void
}

const open = signal<Open | undefined>(undefined)
/** Storage key of an unsent draft, which this tab offers again for the same question: also after a new login, but not after logging out. */
const draftName = ({ title, about }: Question) => `mettle.draft.${title} ${about}`

interface Draft {
  readonly reason: string
  readonly text?: string
}

/** Asks for the reason to record, runs the action, and reports the result. The dialog stays open until it succeeds or the person closes it; then focus returns to where it was. */
export function decide(question: Question, act: Open['act'], outcome: Outcome): Promise<boolean> {
  const from = document.activeElement as HTMLElement | null
  return new Promise((resolve) => {
    open.value = {
      ...question,
      ...outcome,
      act,
      close: (isDone) => {
        open.value = undefined
        resolve(isDone)
        setTimeout(() => {
          const target = from?.isConnected === true && !from.matches(':disabled') ? from : document.querySelector('h1')
          ;(target as HTMLElement | null)?.focus()
        })
      },
    }
  })
}

export function ReasonDialog() {
  return open.value === undefined ? null : <OpenDialog key={draftName(open.value)} of={open.value} />
}

function OpenDialog({ of }: { of: Open }) {
  const { title, detail, action, isGrave, text, pick, isReasonless, act, close, done, undo } = of
  const dialog = useDialog(() => close(false))
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [picked, setPicked] = useState('')
  const draft = JSON.parse(sessionStorage.getItem(draftName(of)) ?? 'null') as Draft | null
  const answerIn = (form: HTMLFormElement): Answer => {
    const given = new FormData(form)
    return { reason: String(given.get('reason') ?? ''), text: String(given.get('text') ?? ''), picked }
  }
  const submit = async (form: HTMLFormElement) => {
    const answer = answerIn(form)
    if (pick !== undefined && picked === '') return setError('Pick one first.')
    setBusy(true)
    try {
      await act(answer)
      sessionStorage.removeItem(draftName(of))
      say(done, undo === undefined ? {} : { undo: () => undo(answer) })
      close(true)
    } catch (failure) {
      const hint = failure instanceof ApiError && failure.hint !== undefined ? ` ${failure.hint}` : ''
      setError(`${(failure as Error).message}${hint}`)
      setBusy(false)
    }
  }
  return (
    <dialog
      ref={dialog}
      // Not on `close`, which comes later, when the next question may already be open.
      onCancel={(event) => {
        event.preventDefault()
        close(false)
      }}
      onClose={() => close(false)}
      aria-labelledby="dialog-title"
    >
      <form
        method="dialog"
        onInput={(event) => {
          const { reason, text: words } = answerIn(event.currentTarget)
          sessionStorage.setItem(
            draftName(of),
            JSON.stringify(text === undefined ? { reason } : { reason, text: words }),
          )
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        <h2 id="dialog-title">{title}</h2>
        {detail === undefined ? null : <p>{detail}</p>}
        {pick?.(setPicked)}
        {text === undefined ? null : (
          <label>
            {text.label}
            <textarea name="text" rows={4} required defaultValue={draft?.text ?? text.value} />
          </label>
        )}
        {isReasonless === true ? null : (
          <label>
            Reason
            <input
              name="reason"
              required
              maxLength={2000}
              autoComplete="off"
              autoFocus={pick === undefined}
              defaultValue={draft?.reason ?? ''}
            />
            <small>The journal keeps it with your name.</small>
          </label>
        )}
        {error === undefined ? null : (
          <p class="dialog-error" role="alert">
            {error}
          </p>
        )}
        <div class="dialog-actions">
          <button type="button" onClick={() => close(false)}>
            Cancel
          </button>
          <button type="submit" disabled={isBusy} class={isGrave === true ? 'grave' : 'primary'}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
