import { useState } from 'preact/hooks'
import { InPages } from '../parts/pager.tsx'

interface AsTableProps {
  readonly label: string
  readonly heads: readonly string[]
  readonly rows: () => readonly (readonly (string | number)[])[]
}

/** A chart's numbers, for people who cannot see it or want exact values. Computed on demand. */
export function AsTable({ label, heads, rows }: AsTableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="opens-table">
        As a table<span class="unseen">: {label}</span>
      </summary>
      {isOpen ? (
        <InPages of={rows()}>
          {(part) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
            <section class="table-frame" aria-label={label} tabIndex={0}>
              <table>
                <caption class="unseen">{label}</caption>
                <thead>
                  <tr>
                    {heads.map((head, index) => (
                      <th key={head} scope="col" class={index === 0 ? undefined : 'right'}>
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {part.map(([first = '', ...more], index) => (
                    <tr key={index}>
                      <th scope="row">{first}</th>
                      {more.map((value, index) => (
                        <td key={heads[index + 1]} class="right">
                          {value}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
        </InPages>
      ) : null}
    </details>
  )
}
