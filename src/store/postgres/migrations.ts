import { GENESIS } from '../../domain/event.ts'
import { type ColumnTypes, columnsOf, keyOf, type TableName } from '../sql/tables.ts'

const PARTITIONS = 8
const FIRST_TABLES = ['head', 'event', 'stream', 'document', 'checkpoint', 'link'] as const
const TABLES = [...FIRST_TABLES, 'cache', 'token', 'waiting_link'] as const

const TYPES: ColumnTypes = { whole: 'bigint', text: 'text', sorted: 'text COLLATE "C"', real: 'double precision' }

function keyed(table: TableName, ...unique: readonly string[]): string {
  const keys = [`PRIMARY KEY ${keyOf(table)}`, ...unique].join(', ')
  return `CREATE TABLE ${table} (${columnsOf(table, TYPES)}, ${keys}) PARTITION BY HASH (organisation);`
}

/** A text with only blanks between its words, split as in src/engine/search: the server's own parser would take a path or an address for one word. Text beyond ASCII is left to that parser. */
const SPACED = String.raw`regexp_replace(left(text, 100000), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g')`

/**
 * Forward only: a released migration is never edited. The number of a migration is the schema version it leads to.
 *
 * Every table is partitioned by a hash of its organisation, and shows only the rows of the current organisation and project.
 * A vector of words is limited to a megabyte, so only the beginning of a long text is searched.
 * Partitions have row-level security without a policy, so reading one directly shows nothing.
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `
  ${keyed('head')}

  ${keyed('event', 'UNIQUE (organisation, project, id)', 'UNIQUE (organisation, project, key)', 'UNIQUE (organisation, project, stream, version)')}

  ${keyed('stream')}

  CREATE TABLE document (
    ${columnsOf('document', TYPES)},
    words tsvector GENERATED ALWAYS AS (to_tsvector('english', left(text, 100000))) STORED,
    PRIMARY KEY ${keyOf('document')}
  ) PARTITION BY HASH (organisation);
  CREATE INDEX document_rank ON document (organisation, project, generation, kind, state, rank DESC, id);
  CREATE INDEX document_words ON document USING gin (words);

  ${keyed('checkpoint')}

  ${keyed('link')}

  ${FIRST_TABLES.map(partitioned).join('\n')}
  `,
  keyed('cache') + partitioned('cache'),
  keyed('token') + partitioned('token'),
  'ALTER TABLE event ADD COLUMN undone integer NOT NULL DEFAULT 0',
  keyed('waiting_link') + partitioned('waiting_link'),
  `
  CREATE TEXT SEARCH DICTIONARY word_stem (TEMPLATE = pg_catalog.snowball, LANGUAGE = porter);
  CREATE TEXT SEARCH CONFIGURATION words (COPY = pg_catalog.simple);
  ALTER TEXT SEARCH CONFIGURATION words ALTER MAPPING FOR asciiword, word, numword WITH word_stem;
  ALTER TABLE document DROP COLUMN words;
  ALTER TABLE document
    ADD COLUMN words tsvector GENERATED ALWAYS AS (to_tsvector('words', ${SPACED})) STORED,
    ADD COLUMN word_count integer GENERATED ALWAYS AS (
      cardinality(string_to_array(btrim(${SPACED}), ' '))
    ) STORED;
  CREATE INDEX document_words ON document USING gin (words);
  `,
  'CREATE INDEX event_type ON event (organisation, project, type, position)',
  'ALTER TABLE head ADD COLUMN unfolded bigint NOT NULL DEFAULT 0',
  // An earlier schema 8 had a slower function of this name.
  `DROP FUNCTION IF EXISTS append_unfolded(text, text, text, text, text, json, json, json); ${appendUnfolded()}`,
]

/**
 * Appends facts without folding them, in one statement, so that the project's lock is never held while waiting for a client.
 * It returns the numbers it assigned. It writes nothing and returns null if the caller must check further: the journal has not begun, or it was folded under other settings. The indexes refuse a known id or key.
 *
 * Facts are passed column by column, a line each: the server splits such texts several times as fast as JSON. Streams are looked up one by one, and keys only by their index, so that no plan can read a whole project for them.
 */
function appendUnfolded(): string {
  const pieces = ['place', 'owner', 'stream_text', 'rest']
  const columns = 'id key type occurred_at recorded_at run origin provenance payload payload_digest'.split(' ')
  const listed = (names: readonly string[], from: number) => {
    const lists = names.map((name, at) => {
      const type = name === 'place' ? '::integer[]' : name.endsWith('_at') ? '::bigint[]' : ''
      return `string_to_array(facts[${from + at}], chr(10), '')${type}`
    })
    return `unnest(${lists.join(', ')}) WITH ORDINALITY AS f(${names.join(', ')}, n)`
  }
  return `CREATE FUNCTION append_unfolded(o text, p text, wait text, turn text, policy text, streams json, facts text[])
  RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    at record; fact record; n integer := 0; begun json;
    names text[]; versions bigint[]; ends text[];
    owners text[]; placed bigint[]; previous text[]; hashes text[];
  BEGIN
    PERFORM set_config('mettle.organisation', o, true), set_config('mettle.project', p, true),
      set_config('lock_timeout', wait, true), pg_advisory_xact_lock(hashtextextended(turn, 0));
    SELECT position, journal, policy_hash INTO at FROM head WHERE organisation = o AND project = p;
    IF at.policy_hash IS DISTINCT FROM policy THEN RETURN NULL; END IF;
    SELECT array_agg(g.name ORDER BY g.n), array_agg(coalesce(s.version, 0) ORDER BY g.n),
        array_agg(coalesce(s.hash, '${GENESIS}') ORDER BY g.n)
      INTO names, versions, ends FROM json_array_elements_text(streams) WITH ORDINALITY AS g(name, n)
      LEFT JOIN LATERAL (
        SELECT version, hash FROM stream WHERE organisation = o AND project = p AND stream = g.name LIMIT 1
      ) s ON true;
    begun := json_build_object('versions', versions, 'ends', ends);
    FOR fact IN SELECT * FROM ${listed(pieces, 1)} LOOP
      n := n + 1;
      owners[n] := names[fact.place];
      previous[n] := ends[fact.place];
      placed[n] := versions[fact.place] + 1;
      hashes[n] := encode(sha256(convert_to('["' || previous[n] || '",' || fact.owner || ',' || at.position + n || ','
        || fact.stream_text || ',' || placed[n] || ',' || fact.rest || ']', 'UTF8')), 'hex');
      versions[fact.place] := placed[n];
      ends[fact.place] := hashes[n];
    END LOOP;
    INSERT INTO event (organisation, project, position, stream, version, previous_hash, hash, ${columns.join(', ')})
      SELECT o, p, at.position + f.n, owners[f.n], placed[f.n], previous[f.n], hashes[f.n], ${columns.join(', ')}
      FROM ${listed(columns, pieces.length + 1)};
    INSERT INTO stream (organisation, project, stream, version, hash)
      SELECT o, p, * FROM unnest(names, versions, ends)
      ON CONFLICT (organisation, project, stream) DO UPDATE SET version = excluded.version, hash = excluded.hash;
    UPDATE head SET position = at.position + n, unfolded = unfolded + n WHERE organisation = o AND project = p;
    RETURN json_build_object('journal', at.journal, 'before', at.position, 'versions', begun->'versions', 'ends', begun->'ends', 'hashes', array_to_string(hashes, ''));
  END $$;`
}

function partitioned(table: string): string {
  const mine = `organisation = current_setting('mettle.organisation', true) AND project = current_setting('mettle.project', true)`
  const parts = Array.from({ length: PARTITIONS }, (_, part) => `${table}_${part}`)
  return [
    ...parts.map(
      (part, i) =>
        `CREATE TABLE ${part} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${i});`,
    ),
    ...[table, ...parts].map(
      (name) => `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY; ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;`,
    ),
    `CREATE POLICY own_rows ON ${table} USING (${mine}) WITH CHECK (${mine});`,
  ].join('\n')
}

/** The rights of a role that uses the store without owning it: on the tables, but not on their partitions. */
export function grantStatements(schema: string, role: string): string[] {
  const tables = TABLES.map((table) => `${schema}.${table}`).join(', ')
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables} TO ${role}`,
    `GRANT SELECT ON ${schema}.migration TO ${role}`,
  ]
}
