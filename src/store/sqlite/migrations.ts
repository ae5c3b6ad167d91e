/**
 * One word that stands for the project, generation and kind of a row, so that a search looks at nothing else in the file. Its last
 * letter keeps the stemmer away.
 */
export function scopeWord(row: string): string {
  const parts = ['organisation', 'project', 'generation', 'kind'].map((column) => `hex(${row}.${column})`)
  return `'s' || lower(${parts.join(" || 'x' || ")}) || 'z'`
}

/** As much of a text as is searched in any store. */
const MOST_LETTERS = 100_000

/**
 * Forward only: a released migration is never edited. The number of a migration is the schema version it leads to.
 */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE head (
    organisation TEXT NOT NULL,
    project TEXT NOT NULL,
    position INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    building INTEGER NOT NULL,
    policy_hash TEXT NOT NULL,
    journal TEXT NOT NULL,
    checkpoint INTEGER NOT NULL DEFAULT 0,
    checkpoint_policy TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (organisation, project)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE event (
    organisation TEXT NOT NULL,
    project TEXT NOT NULL,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    key TEXT NOT NULL,
    type TEXT NOT NULL,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    occurred_at INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    run TEXT,
    origin TEXT NOT NULL,
    provenance TEXT NOT NULL,
    payload TEXT,
    payload_digest TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX event_position ON event (organisation, project, position);
  CREATE UNIQUE INDEX event_id ON event (organisation, project, id);
  CREATE UNIQUE INDEX event_key ON event (organisation, project, key);
  CREATE UNIQUE INDEX event_stream ON event (organisation, project, stream, version);

  CREATE TABLE stream (
    organisation TEXT NOT NULL,
    project TEXT NOT NULL,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (organisation, project, stream)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE document (
    organisation TEXT NOT NULL,
    project TEXT NOT NULL,
    generation INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT NOT NULL,
    rank REAL NOT NULL,
    text TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX document_key ON document (organisation, project, generation, kind, id);
  CREATE INDEX document_rank ON document (organisation, project, generation, kind, state, rank DESC, id);

  CREATE TABLE checkpoint (
    organisation TEXT NOT NULL,
    project TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT NOT NULL,
    rank REAL NOT NULL,
    text TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (organisation, project, kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE link (
    organisation TEXT NOT NULL,
    project TEXT NOT NULL,
    generation INTEGER NOT NULL,
    subject TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (organisation, project, generation, subject, position)
  ) STRICT, WITHOUT ROWID;

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

  CREATE TABLE cache (
    organisation TEXT NOT NULL,
    project TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (organisation, project, kind, id)
  ) STRICT;
  `,
  'ALTER TABLE event ADD COLUMN undone INTEGER NOT NULL DEFAULT 0',
  `
  CREATE TABLE waiting_link (
    organisation TEXT NOT NULL,
    project TEXT NOT NULL,
    generation INTEGER NOT NULL,
    position INTEGER NOT NULL,
    subjects TEXT NOT NULL,
    PRIMARY KEY (organisation, project, generation, position)
  ) STRICT, WITHOUT ROWID;
  `,
]
