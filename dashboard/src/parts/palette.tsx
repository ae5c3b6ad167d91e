import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { PatternView } from '../../../src/loop/patterns/patterns.ts'
import { get } from '../api.ts'
import { PAGES } from '../pages.ts'
import { goTo, linkTo } from '../router.ts'
import { useDialog } from './use-dialog.ts'

/** A page or action available from the keyboard. */
interface Entry {
  readonly label: string
  readonly kind: string
  readonly href: string
}

export const isPaletteOpen = signal(false)

const QUIET_MS = 120
const MOST = 12

/** Finds everything by name: pages immediately, patterns as the search finds them. */
export function Palette() {
  return isPaletteOpen.value ? <OpenPalette /> : null
}

function OpenPalette() {
  const close = () => {
    isPaletteOpen.value = false
  }
  const dialog = useDialog(close)
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly Entry[]>([])
  const [chosen, setChosen] = useState(0)
  useEffect(() => {
    setChosen(0)
    if (text.trim() === '') return setFound([])
    const timer = setTimeout(() => {
      get<PatternView[]>('patterns', { search: text, limit: 8, nearestFirst: true }).then(
        (patterns) => setFound(patterns.map(patternEntry)),
        () => setFound([]),
      )
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  const entries = [...pagesLike(text), ...found].slice(0, MOST)
  const open = (entry: Entry | undefined) => {
    // The focus goes back to where it was, and from there to the heading of another page.
    dialog.current?.close()
    if (entry !== undefined) goTo(entry.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((chosen + step + entries.length) % Math.max(1, entries.length))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      open(entries[chosen])
    }
  }
  return (
    <dialog ref={dialog} class="palette" aria-label="Go to" onClose={close} onKeyDown={onKeyDown}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries[chosen] === undefined ? undefined : `palette-${chosen}`}
        aria-label="Go to a page or a pattern"
        placeholder="Go to a page or a pattern"
        autoFocus
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Found">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above takes the keys for the whole list
          <div
            key={entry.href}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => open(entry)}
            onPointerMove={() => setChosen(index)}
          >
            <span>{entry.label}</span>
            <small>{entry.kind}</small>
          </div>
        ))}
      </div>
      {entries.length === 0 ? <p class="quiet">Nothing is called that.</p> : null}
    </dialog>
  )
}

function pagesLike(text: string): Entry[] {
  const sought = text.trim().toLowerCase()
  return PAGES.filter(({ title }) => title.toLowerCase().includes(sought)).map(({ title, path }) => ({
    label: title,
    kind: 'page',
    href: linkTo(path),
  }))
}

function patternEntry({ pattern }: PatternView): Entry {
  return { label: pattern.text, kind: pattern.role, href: linkTo(`patterns/${pattern.id}`) }
}
