import { useLayoutEffect, useRef } from 'preact/hooks'

/** A modal dialog, open until it is closed or the page changes. */
export function useDialog(close: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the first paint, so that an immediate Escape counts.
  useLayoutEffect(() => {
    const opened = location.hash
    dialog.current?.showModal()
    const leave = () => {
      if (location.hash !== opened) close()
    }
    addEventListener('hashchange', leave)
    return () => removeEventListener('hashchange', leave)
  }, [])
  return dialog
}
