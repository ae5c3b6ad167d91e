import type { ComponentChildren } from 'preact'
import type { Rows } from '../api.ts'
import type { Resource } from '../resource.ts'
import { Pager } from './pager.tsx'
import { Shown } from './states.tsx'
import { Table, type TableProps } from './table.tsx'

interface PagedTableProps<T> extends Omit<TableProps<T>, 'rows'> {
  readonly of: Resource<Rows<T>>
  /** The content shown without rows. */
  readonly empty: ComponentChildren
}

/** A list that the server gives page by page. */
export function PagedTable<T>({ of, empty, ...table }: PagedTableProps<T>) {
  return (
    <Shown of={of} lines={12}>
      {(found) =>
        found.rows.length === 0 ? (
          empty
        ) : (
          <>
            <Table {...table} rows={found.rows} />
            <Pager of={found} />
          </>
        )
      }
    </Shown>
  )
}
