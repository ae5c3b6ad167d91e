import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { digest } from '../domain/digest.ts'
import type { SpoolKeeper } from '../loop/sessions/spool.ts'
import { writeFileAtomically } from './files/atomic-write.ts'
import { filesOf, ownFolder, unlessGone } from './files/files-of.ts'
import { makePrivateFolder } from './files/private-files.ts'
import { readRegularText } from './files/regular-file.ts'

/** A project's running server: its address and start token. */
export interface RunningServer {
  readonly url: string
  readonly token: string
  readonly pid: number
}

/** The file with the start token, for the user alone, outside the project. */
export function serverFile(stateFolder: string, home: string): string {
  return join(stateFolder, 'servers', `${digest(home).slice(0, 24)}.json`)
}

export function writeServerFile(path: string, server: RunningServer): void {
  makePrivateFolder(dirname(path))
  writeFileAtomically(path, `${JSON.stringify(server, null, 2)}\n`)
}

/** Undefined if missing or unreadable. */
export function readServerFile(path: string): RunningServer | undefined {
  try {
    const { url, token, pid } = JSON.parse(readRegularText(path)) as Partial<RunningServer>
    if (typeof url !== 'string' || typeof token !== 'string' || typeof pid !== 'number') return undefined
    return { url, token, pid }
  } catch {
    return undefined
  }
}

/** Removes the file unless it belongs to a server started since. */
export function removeServerFile(path: string, token: string): void {
  if (readServerFile(path)?.token === token) rmSync(path, { force: true })
}

const REFUSED = 'refused'
/** A hook writes its file quickly; one still unfinished after this time was torn. */
const TORN_AFTER_MS = 600_000

/** `spool/`: queued hook events; `refused/`: files that could not be recorded. */
export function openSpoolFolder(hooks: string, now: () => number): SpoolKeeper {
  const folder = join(hooks, 'spool')
  const setAside = (file: string) => {
    const aside = ownFolder(join(folder, REFUSED))
    unlessGone(() => renameSync(join(folder, file), join(aside, file)))
  }
  return {
    waiting() {
      const names = filesOf(folder)
      return names.filter((name) => name.endsWith('.jsonl') || isTorn(join(folder, name), now())).sort()
    },
    read: (file) => unlessGone(() => readRegularText(join(folder, file))),
    remove: (file) => rmSync(join(folder, file), { force: true }),
    refuse: setAside,
    refused: () => filesOf(join(folder, REFUSED)).length,
  }
}

function isTorn(path: string, now: number): boolean {
  if (!path.endsWith('.tmp')) return false
  const stat = unlessGone(() => statSync(path))
  return stat !== undefined && now - stat.mtimeMs > TORN_AFTER_MS
}
