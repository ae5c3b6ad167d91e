import { signal } from '@preact/signals'
import { PAGES } from '../pages.ts'
import { useDialog } from './use-dialog.ts'

export const areKeysShown = signal(false)

const KEYS: readonly [string, string][] = [
  ['Ctrl K or ⌘ K', 'Go to a page or a pattern by its name'],
  ['/', 'Search'],
  ['j and k', 'Walk the rows of a list'],
  ['Enter', 'Open a row'],
  ['x', 'Select a row'],
  ['?', 'These keys'],
  ...PAGES.map(({ key, title }): [string, string] => [`g ${key}`, title]),
]

/** Every key that does something here. */
export function Keys() {
  return areKeysShown.value ? <OpenKeys /> : null
}

function OpenKeys() {
  const close = () => {
    areKeysShown.value = false
  }
  const dialog = useDialog(close)
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" class="dialog-actions">
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </dialog>
  )
}
