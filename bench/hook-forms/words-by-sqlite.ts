import { joinHits } from '../../src/engine/search/ordered-lists.ts'
import { MOST_WEIGHED, searchWords, tellingWords } from '../../src/engine/search/search-words.ts'
import { beginningsOf, mostSimilar, oddWords, type Proposed } from '../../src/engine/search/similar-words.ts'
import type { PrecomputedFile } from '../../src/precomputed/precomputed-file.ts'
import type { SqliteDatabase } from '../../src/store/sqlite/engine.ts'

const MOST_PROPOSED = 64

/** The hooks' search with SQLite's full-text index over the same rows, instead of the precomputed word tables. */
export function searchPrecomputed(_: PrecomputedFile, text: string, limit: number): { row: number; similar: number }[] {
  const database = open(`${process.cwd()}/.mettle/ahead/words.db`)
  const count = database.prepare('SELECT count(*) AS documents FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)')
  const documents = (word: string) => Number(count.all(`"${word}"`, MOST_WEIGHED)[0]!.documents)
  const { telling, unknown } = tellingWords(searchWords(text).map((word) => ({ word, documents: documents(word) })))
  const quoted = telling.map((word) => `"${word}"`).join(' OR ')
  const byWords =
    telling.length === 0
      ? []
      : database
          .prepare(
            'SELECT rowid AS id, -bm25(words) AS score FROM words WHERE words MATCH ? ORDER BY score DESC, rowid LIMIT ?',
          )
          .all(quoted, limit)
  const odd = oddWords(unknown)
  const begun = beginningsOf(odd)
    .map((beginning) => `"${beginning}" *`)
    .join(' OR ')
  const proposed =
    odd.length === 0
      ? []
      : database
          .prepare('SELECT rowid AS id, text FROM words WHERE words MATCH ? ORDER BY rowid LIMIT ?')
          .all(begun, MOST_PROPOSED)
  const { hits } = mostSimilar(proposed as unknown as Proposed[], odd)
  const found = byWords.map(({ id, score }) => ({ id: String(id), score: Number(score) }))
  return joinHits(
    found,
    hits.map(({ id, similar }) => ({ id: String(id), similar })),
    limit,
  ).map(({ id, similar }) => ({
    row: Number(id),
    similar,
  }))
}

/** Node's SQLite, or the package that replaces it on Node 20, which hooks cannot rely on. */
function open(path: string): SqliteDatabase {
  process.emitWarning = () => undefined
  const root = process.env.BENCH_ROOT!
  const engine =
    process.getBuiltinModule('node:sqlite' as 'node:fs') ??
    process.getBuiltinModule('node:module').createRequire(`${root}/package.json`)('@photostructure/sqlite')
  const { DatabaseSync } = engine as unknown as {
    DatabaseSync: new (path: string, options: { readOnly: boolean }) => SqliteDatabase
  }
  return new DatabaseSync(path, { readOnly: true })
}
