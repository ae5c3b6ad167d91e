import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SqliteDatabase, sqliteEngine } from '../../src/store/sqlite/engine.ts'

/** A folder for one journal in a file, and the ways to get at it behind the store's back. */
export class SqliteFile {
  readonly folder = mkdtempSync(join(tmpdir(), 'mettle-file-'))
  readonly path = join(this.folder, 'journal.db')

  /** Whether any file of the database, the write-ahead log included, has a text in its raw bytes. */
  holds(text: string): boolean {
    const needle = Buffer.from(text)
    return readdirSync(this.folder).some((name) => readFileSync(join(this.folder, name)).includes(needle))
  }

  /** Works on the database with a connection of its own. */
  tamper(work: (database: SqliteDatabase) => void): void {
    const Database = sqliteEngine()
    const database = new Database(this.path, { timeout: 5_000 })
    try {
      work(database)
    } finally {
      database.close()
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
