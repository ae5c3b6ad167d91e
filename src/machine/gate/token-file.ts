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

/** Where the tokens for a journal that is a file are kept: outside of the project, so that no repository brings its own. */
export function tokenFile(stateFolder: string, journal: string): string {
  return join(stateFolder, 'tokens', `${digest(resolve(journal)).slice(0, 24)}.json`)
}

/** A change takes a moment; who holds the lock for longer has died. */
const LOCK = { staleHours: 1 / 60, waitMs: 10_000 }

/** Tokens in a file that its owner alone can read. It holds hashes. Who changes it takes turns; a reader sees it before or after, whole. */
export function openTokenFile(path: string, organisation: string, now: () => number): TokenKeeper {
  /** Writes what the change makes of the tokens, if it makes something of them. */
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

/** A file that is damaged lets nobody in. */
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
