import type { ComponentChildren } from 'preact'
import { goTo } from '../router.ts'
import { InPages } from './pager.tsx'

export interface Column<T> {
  readonly name: string
  readonly cell: (row: T) => ComponentChildren
  readonly align?: 'right'
  /** Takes the remaining width. */
  readonly isWide?: boolean
  /** Hidden on narrow screens. */
  readonly isExtra?: boolean
  readonly sort?: string
}

export interface TableProps<T> {
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly keyOf: (row: T) => string
  /** The row's name for screen readers; default: its key. */
  readonly nameOf?: (row: T) => string
  readonly linkOf?: (row: T) => string
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: (key: string, isOn: boolean) => void
  readonly sortedBy?: string
  /** The least first. */
  readonly isReversed?: boolean
  readonly onSort?: (name: string) => void
}

/** A table, paged if long. Arrow keys (or j and k) move through rows, Enter opens one, x selects it if possible. */
export function Table<T>(props: TableProps<T>) {
  return <InPages of={props.rows}>{(rows) => <Rows {...props} rows={rows} />}</InPages>
}

function Rows<T>(props: TableProps<T>) {
  const { label, rows, columns, keyOf, nameOf = keyOf, linkOf, selected, onSelect } = props
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest('tr')
    if (row === null || (event.target as Element).matches('input, select, button')) return
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    const next = step === undefined ? undefined : step > 0 ? row.nextElementSibling : row.previousElementSibling
    if (step !== undefined) event.preventDefault()
    ;(next as HTMLElement | null | undefined)?.focus()
    const key = row.dataset.key ?? ''
    if (event.key === 'x' && onSelect !== undefined) onSelect(key, selected?.has(key) !== true)
    // A link within the row opens by itself.
    const found = event.key === 'Enter' && event.target === row ? rows.find((item) => keyOf(item) === key) : undefined
    if (found !== undefined && linkOf !== undefined) goTo(linkOf(found))
  }
  return (
    <div class="table-frame">
      <table>
        <caption class="unseen">{label}</caption>
        <thead>
          <tr>
            {onSelect === undefined ? null : (
              <th class="pick">
                <span class="unseen">Selected</span>
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column as Column<unknown>} {...props} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {rows.map((row, index) => {
            const key = keyOf(row)
            return (
              <tr
                key={key}
                data-key={key}
                tabIndex={index === 0 ? 0 : -1}
                class={linkOf === undefined ? undefined : 'opens'}
                onClick={(event) => {
                  const isControl = (event.target as Element).closest('a, button, input, select') !== null
                  if (linkOf !== undefined && !isControl && getSelection()?.isCollapsed !== false) goTo(linkOf(row))
                }}
              >
                {onSelect === undefined ? null : (
                  <td class="pick">
                    <input
                      type="checkbox"
                      aria-label={`Select ${nameOf(row)}`}
                      checked={selected?.has(key) === true}
                      onChange={(event) => onSelect(key, event.currentTarget.checked)}
                    />
                  </td>
                )}
                {columns.map(({ name, cell, align, isWide, isExtra }) => (
                  <td key={name} data-label={name} class={classes(align, isWide, isExtra)}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Head({
  column: { name, align, isWide, isExtra, sort },
  sortedBy,
  isReversed = false,
  onSort,
}: { column: Column<unknown> } & Pick<TableProps<unknown>, 'sortedBy' | 'isReversed' | 'onSort'>) {
  const isSorted = sort !== undefined && sort === sortedBy
  return (
    <th
      scope="col"
      class={classes(align, isWide, isExtra)}
      {...(isSorted ? { 'aria-sort': isReversed ? ('ascending' as const) : ('descending' as const) } : {})}
    >
      {sort === undefined || onSort === undefined ? (
        name || <span class="unseen">Actions</span>
      ) : (
        <button type="button" class="sort" onClick={() => onSort(sort)}>
          {name}
          {isSorted ? (isReversed ? ' ↑' : ' ↓') : ''}
        </button>
      )}
    </th>
  )
}

function classes(align?: string, isWide?: boolean, isExtra?: boolean): string {
  return [align === 'right' ? 'right' : '', isWide ? 'wide' : '', isExtra ? 'extra' : ''].join(' ').trim()
}
