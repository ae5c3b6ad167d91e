import { type ColumnTypes, columnsOf, keyOf, type TableName } from '../sql/tables.ts'
import { PACKED_COLUMNS } from './packed.ts'

/** One word that represents the project, generation and kind of a row, so that a search reads nothing else in the file. Its last letter keeps the stemmer from changing it. */
export function scopeWord(row: string): string {
  const parts = ['organisation', 'project', 'generation', 'kind'].map((column) => `hex(${row}.${column})`)
  return `'s' || lower(${parts.join(" || 'x' || ")}) || 'z'`
}

/** Every store searches this much of a text. */
const MOST_LETTERS = 100_000

const TYPES: ColumnTypes = { whole: 'INTEGER', text: 'TEXT', sorted: 'TEXT', real: 'REAL' }

function keyed(table: TableName, how = 'STRICT, WITHOUT ROWID'): string {
  return `CREATE TABLE ${table} (${columnsOf(table, TYPES)}, PRIMARY KEY ${keyOf(table)}) ${how};`
}

/** Forward only: a released migration is never edited. The number of a migration is the schema version it leads to. */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `
  ${keyed('head')}

  CREATE TABLE event (${columnsOf('event', TYPES)}) STRICT;
  CREATE UNIQUE INDEX event_position ON event ${keyOf('event')};
  CREATE UNIQUE INDEX event_id ON event (organisation, project, id);
  CREATE UNIQUE INDEX event_key ON event (organisation, project, key);
  CREATE UNIQUE INDEX event_stream ON event (organisation, project, stream, version);

  ${keyed('stream')}

  CREATE TABLE document (${columnsOf('document', TYPES)}) STRICT;
  CREATE UNIQUE INDEX document_key ON document ${keyOf('document')};
  CREATE INDEX document_rank ON document (organisation, project, generation, kind, state, rank DESC, id);

  ${keyed('checkpoint')}

  ${keyed('link')}

  CREATE VIRTUAL TABLE document_text USING fts5(scope, text, content='', contentless_delete=1, tokenize='porter unicode61');
  CREATE TRIGGER document_text_added AFTER INSERT ON document WHEN new.text <> '' BEGIN
    INSERT INTO document_text (rowid, scope, text) VALUES (new.rowid, ${scopeWord('new')}, new.text);
  END;
  CREATE TRIGGER document_text_changed AFTER UPDATE ON document WHEN old.text <> new.text BEGIN
    DELETE FROM document_text WHERE rowid = old.rowid;
    INSERT INTO document_text (rowid, scope, text) VALUES (new.rowid, ${scopeWord('new')}, new.text);
  END;
  CREATE TRIGGER document_text_removed AFTER DELETE ON document WHEN old.text <> '' BEGIN
    DELETE FROM document_text WHERE rowid = old.rowid;
  END;
  `,
  `
  CREATE VIRTUAL TABLE document_letters USING fts5(text, content='', contentless_delete=1, tokenize='trigram');
  INSERT INTO document_letters (rowid, text) SELECT rowid, substr(text, 1, ${MOST_LETTERS}) FROM document WHERE text <> '';
  CREATE TRIGGER document_letters_added AFTER INSERT ON document WHEN new.text <> '' BEGIN
    INSERT INTO document_letters (rowid, text) VALUES (new.rowid, substr(new.text, 1, ${MOST_LETTERS}));
  END;
  CREATE TRIGGER document_letters_changed AFTER UPDATE ON document WHEN old.text <> new.text BEGIN
    DELETE FROM document_letters WHERE rowid = old.rowid;
    INSERT INTO document_letters (rowid, text) VALUES (new.rowid, substr(new.text, 1, ${MOST_LETTERS}));
  END;
  CREATE TRIGGER document_letters_removed AFTER DELETE ON document WHEN old.text <> '' BEGIN
    DELETE FROM document_letters WHERE rowid = old.rowid;
  END;

  ${keyed('cache', 'STRICT')}
  `,
  'ALTER TABLE event ADD COLUMN undone INTEGER NOT NULL DEFAULT 0',
  keyed('waiting_link'),
  'CREATE INDEX event_type ON event (organisation, project, type, position)',
  // Only the declared types of columns change, not the rows. Creating and dropping an index informs other connections.
  `
  PRAGMA writable_schema = ON;
  UPDATE sqlite_schema SET sql = ${PACKED_COLUMNS.reduce((sql, column) => `replace(${sql}, ' ${column} TEXT', ' ${column} ANY')`, 'sql')}
    WHERE type = 'table' AND name IN ('event', 'stream', 'document', 'checkpoint');
  PRAGMA writable_schema = RESET;
  CREATE INDEX changed ON head (journal);
  DROP INDEX changed;
  `,
  // A journal of an earlier version has its names in every row, and keeps them. The index has them a second time, in another page of the file.
  `
  ALTER TABLE head ADD COLUMN short TEXT;
  CREATE INDEX head_short ON head (short, organisation, project);
  `,
  'ALTER TABLE head ADD COLUMN unfolded INTEGER NOT NULL DEFAULT 0',
]
