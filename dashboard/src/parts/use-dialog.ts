import { useLayoutEffect, useRef } from 'preact/hooks'

/** A dialog that lies over the page until it is closed, or another page is gone to. */
export function useDialog(close: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before anything is seen: an Escape that is pressed at once counts.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    addEventListener('hashchange', close)
    return () => removeEventListener('hashchange', close)
  }, [])
  return dialog
}
