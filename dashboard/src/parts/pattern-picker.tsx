import { useState } from 'preact/hooks'
import type { PatternView } from '../../../src/loop/patterns/patterns.ts'
import { useResource } from '../resource.ts'
import { Chip } from './chip.tsx'
import { Shown } from './states.tsx'

/** Picks another pattern by its text: those that say nearly the same come first. */
export function PatternPicker({
  near: { id, text },
  choose,
}: {
  near: { readonly id: string; readonly text: string }
  choose: (id: string) => void
}) {
  const [words, setWords] = useState('')
  const query = { search: words.trim() || text, nearestFirst: true, all: true, limit: 9 }
  const found = useResource<PatternView[]>('patterns', query)
  return (
    <fieldset class="picker">
      <legend>The pattern that stays</legend>
      <input
        type="search"
        aria-label="Search patterns"
        placeholder="Search patterns"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <Shown of={found} lines={3}>
        {(list) => (
          <div class="picker-list">
            {list
              .filter(({ pattern }) => pattern.id !== id && pattern.mergedInto === undefined)
              .slice(0, 8)
              .map(({ pattern, standing }) => (
                <label key={pattern.id} class="check">
                  <input type="radio" name="picked" value={pattern.id} onChange={() => choose(pattern.id)} />
                  <span>
                    {pattern.text} <Chip of={standing.status} />
                  </span>
                </label>
              ))}
          </div>
        )}
      </Shown>
    </fieldset>
  )
}
