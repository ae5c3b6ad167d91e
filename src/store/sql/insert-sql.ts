import type { Insertion } from './driver.ts'

/** The statement that puts rows into a table; `values` stands for them, as the dialect has it. With a key, what is there is replaced. */
export function insertSql({ table, columns, key }: Omit<Insertion, 'rows'>, values: string): string {
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`
  if (key === undefined) return sql
  const rest = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  return `${sql} ON CONFLICT (${key.join(', ')}) DO ${rest.length === 0 ? 'NOTHING' : `UPDATE SET ${rest.join(', ')}`}`
}
