import type { ComponentChildren } from 'preact'
import { place, setQuery } from '../router.ts'
import { spoken } from '../words.ts'

/** A filter stored in the address, so that a filtered list can be bookmarked and shared. */
export function Choice({ name, label, options }: { name: string; label: string; options: readonly string[] }) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select
        value={place.value.query[name] ?? ''}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value || undefined })}
      >
        <option value="">any</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {spoken(option)}
          </option>
        ))}
      </select>
    </label>
  )
}

export function SearchBox({ name, label }: { name: string; label: string }) {
  return (
    <input
      type="search"
      class="search"
      aria-label={label}
      placeholder={label}
      data-shortcut="/"
      value={place.value.query[name] ?? ''}
      onInput={(event) => setQuery({ [name]: event.currentTarget.value || undefined })}
    />
  )
}

export function Filters({ children }: { children: ComponentChildren }) {
  return <div class="filters">{children}</div>
}

/** A free-text filter. */
export function Word({ name, label }: { name: string; label: string }) {
  return (
    <label class="choice">
      <span>{label}</span>
      <input
        type="text"
        size={10}
        placeholder="any"
        autoComplete="off"
        value={place.value.query[name] ?? ''}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value.trim() || undefined })}
      />
    </label>
  )
}
