import type { SqlDialect } from './driver.ts'

/** A condition on a column, and its one parameter. */
export interface Condition {
  readonly sql: string
  readonly parameter: string
}

/** That a column holds one of some strings. Of a single one it is plain equality, by which rows come in the order of an index. */
export function oneOf(dialect: SqlDialect, column: string, items: readonly string[]): Condition {
  const [only] = items
  return items.length === 1 && only !== undefined
    ? { sql: `${column} = ?`, parameter: only }
    : { sql: dialect.isOneOf(column), parameter: JSON.stringify(items) }
}
