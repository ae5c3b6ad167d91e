import { dirname, join, resolve } from 'node:path'
import { digest } from '../../domain/digest.ts'
import { type TokenRecord, withToken } from '../../domain/scope.ts'
import { UserError } from '../../domain/user-error.ts'
import type { TokenKeeper } from '../../loop/journal/keepers.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { unlessGone } from '../files/files-of.ts'
import { withLock } from '../files/folder-lock.ts'
import { makePrivateFolder } from '../files/private-files.ts'
import { readRegularText } from '../files/regular-file.ts'

/** The token file of a journal file: outside the project, so that no repository can bring its own. */
export function tokenFile(stateFolder: string, journal: string): string {
  return join(stateFolder, 'tokens', `${digest(resolve(journal)).slice(0, 24)}.json`)
}

/** A change takes a moment; who holds the lock for longer has died. */
const LOCK = { staleHours: 1 / 60, waitMs: 10_000 }

/** A token file that only its owner can read. It contains hashes. Writers take turns; a reader sees a complete old or new version. */
export function openTokenFile(path: string, organisation: string, now: () => number): TokenKeeper {
  /** Applies a change to the tokens, and writes them if it returns any. */
  const change = (make: (records: readonly TokenRecord[]) => readonly TokenRecord[] | undefined) => {
    makePrivateFolder(dirname(path))
    return withLock(`${path}.lock`, { ...LOCK, now }, () => {
      const tokens = make(read(path))
      if (tokens === undefined) return false
      writeFileAtomically(path, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`)
      return true
    })
  }
  return {
    list: async () => read(path).filter((record) => record.organisation === organisation),
    add: (record) => change((records) => withToken(records, record)),
    remove: (id) =>
      change((records) => {
        const left = records.filter((record) => record.id !== id || record.organisation !== organisation)
        return left.length < records.length ? left : undefined
      }),
  }
}

/** Throws on a damaged file, which admits nobody. */
function read(path: string): TokenRecord[] {
  const text = unlessGone(() => readRegularText(path))
  if (text === undefined) return []
  try {
    const { tokens } = JSON.parse(text) as { tokens?: unknown }
    if (Array.isArray(tokens) && tokens.every(isRecord)) return tokens
  } catch {
    // Falls through to the one message for every way in which the file can be wrong.
  }
  throw new UserError(
    'tokens',
    `${path} does not hold tokens.`,
    'Remove it and create the tokens again: mettle token create --role read --name ann',
  )
}

function isRecord(value: unknown): value is TokenRecord {
  const { id, hash, name, role, projects } = (value ?? {}) as Partial<TokenRecord>
  return [id, hash, name, role].every((field) => typeof field === 'string') && Array.isArray(projects)
}
