import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError } from '../api.ts'
import { say } from './toast.tsx'
import { useDialog } from './use-dialog.ts'

interface Question {
  readonly title: string
  /** The id of what it is about: what was typed for one thing is never offered for another. */
  readonly about: string
  readonly detail?: ComponentChildren
  readonly action: string
  readonly isGrave?: boolean
  /** A text that is changed as well, and how it reads now. */
  readonly text?: { readonly label: string; readonly value: string }
  /** Something to pick in the dialog; it sets `picked`. */
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
/** What was typed for a question and not sent, for the next time that this tab asks it: also after a new login, but not after logging out. */
const draftName = ({ title, about }: Question) => `mettle.draft.${title} ${about}`

interface Draft {
  readonly reason: string
  readonly text?: string
}

/** Asks for the reason that the journal keeps, does it, and says how it went. The dialog stays until it worked or the person closes it; then the focus goes back to where it was. */
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
      // At once: `close` comes later, when the next question may be open already.
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
