import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

interface Question {
  readonly title: string
  readonly detail?: string
  readonly action: string
  readonly isGrave?: boolean
  /** A text that is changed as well, and how it reads now. */
  readonly text?: { readonly label: string; readonly value: string }
}

interface Answer {
  readonly reason: string
  readonly text: string
}

const open = signal<(Question & { readonly answer: (answer: Answer | undefined) => void }) | undefined>(undefined)

/** Asks for the reason that the journal keeps; undefined when the person thinks better of it. */
export function askReason(question: Question): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    open.value = {
      ...question,
      answer: (answer) => {
        open.value = undefined
        resolve(answer)
      },
    }
  })
}

export function ReasonDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const question = open.value
  useEffect(() => {
    if (question !== undefined) dialog.current?.showModal()
  }, [question])
  if (question === undefined) return null
  const { title, detail, action, isGrave, text, answer } = question
  return (
    <dialog ref={dialog} onClose={() => answer(undefined)} aria-labelledby="dialog-title">
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          answer({ reason: String(given.get('reason') ?? ''), text: String(given.get('text') ?? '') })
        }}
      >
        <h2 id="dialog-title">{title}</h2>
        {detail === undefined ? null : <p>{detail}</p>}
        {text === undefined ? null : (
          <label>
            {text.label}
            <textarea name="text" rows={4} required defaultValue={text.value} />
          </label>
        )}
        <label>
          Reason
          <input name="reason" required maxLength={2000} autoComplete="off" autoFocus />
          <small>It stands in the journal beside your name.</small>
        </label>
        <div class="dialog-actions">
          <button type="button" onClick={() => answer(undefined)}>
            Cancel
          </button>
          <button type="submit" class={isGrave === true ? 'grave' : 'primary'}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
