import { PAGES } from './pages.ts'
import { areKeysShown } from './parts/keys.tsx'
import { isPaletteOpen } from './parts/palette.tsx'
import { goTo, linkTo } from './router.ts'

const TOGETHER_MS = 1_200

/** Ctrl+K or ⌘K opens the palette, / goes to the search box, j and k into the list, g and a letter to a page, ? tells them all. */
export function useKeys(): () => void {
  let wentAt = 0
  const onKey = (event: KeyboardEvent) => {
    if ((event.metaKey || event.ctrlKey) && event.key === 'k') {
      event.preventDefault()
      isPaletteOpen.value = true
      return
    }
    const isTyping = (event.target as Element).matches('input, textarea, select')
    if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === '/') {
      const box = document.querySelector<HTMLInputElement>('[data-shortcut="/"]')
      if (box !== null) event.preventDefault()
      box?.focus()
    }
    if (event.key === '?') areKeysShown.value = true
    if (event.key === 'j' || event.key === 'k') {
      if (document.activeElement?.closest('tbody') === null || document.activeElement === null)
        document.querySelector<HTMLElement>('main tbody tr[tabindex]')?.focus()
    }
    const page = PAGES.find(({ key }) => key === event.key)
    if (page !== undefined && Date.now() - wentAt < TOGETHER_MS) goTo(linkTo(page.path))
    wentAt = event.key === 'g' && page !== undefined && Date.now() - wentAt >= TOGETHER_MS ? Date.now() : 0
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}
