/** The tables of every SQL store, with columns and key; organisation and project come first in both. Released migrations are built from these, so this never changes; a later migration adds. */
const TABLES = {
  head: {
    columns:
      "position whole, generation whole, building whole, policy_hash text, journal text, checkpoint whole DEFAULT 0, checkpoint_policy text DEFAULT ''",
    key: [],
  },
  event: {
    columns:
      'position whole, id text, key text, type text, stream text, version whole, occurred_at whole, recorded_at whole, run text NULL, origin text, provenance text, payload text NULL, payload_digest text, previous_hash text, hash text',
    key: ['position'],
  },
  stream: { columns: 'stream text, version whole, hash text', key: ['stream'] },
  document: {
    columns: 'generation whole, kind text, id sorted, state text, rank real, text text, body text',
    key: ['generation', 'kind', 'id'],
  },
  checkpoint: {
    columns: 'kind text, id sorted, state text, rank real, text text, body text',
    key: ['kind', 'id'],
  },
  link: { columns: 'generation whole, subject text, position whole', key: ['generation', 'subject', 'position'] },
  cache: { columns: 'kind text, id sorted, version whole, value text', key: ['kind', 'id'] },
  token: { columns: 'id text, body text', key: ['id'] },
  waiting_link: { columns: 'generation whole, position whole, subjects text', key: ['generation', 'position'] },
} as const

export type TableName = keyof typeof TABLES

/** A dialect's types for the columns; `sorted` is a text that is ordered by its code points. */
export type ColumnTypes = Readonly<Record<'whole' | 'text' | 'sorted' | 'real', string>>

/** The columns that identify a row. */
export function keyOf(table: TableName): string {
  return `(${['organisation', 'project', ...TABLES[table].key].join(', ')})`
}

/** The column declarations of a table in a dialect, separated by commas. */
export function columnsOf(table: TableName, types: ColumnTypes): string {
  const columns = ['organisation text', 'project text', ...TABLES[table].columns.split(', ')].map((column) => {
    const [name = '', type = '', ...rest] = column.split(' ')
    const more = rest.join(' ')
    const isNull = more === 'NULL'
    return [name, types[type as keyof ColumnTypes], isNull ? '' : 'NOT NULL', isNull ? '' : more]
      .filter((word) => word !== '')
      .join(' ')
  })
  return columns.join(', ')
}
