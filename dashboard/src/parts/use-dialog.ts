import { useLayoutEffect, useRef } from 'preact/hooks'

/** A dialog that lies over the page until it is closed, or another page is gone to. */
export function useDialog(close: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before anything is seen: an Escape that is pressed at once counts.
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
