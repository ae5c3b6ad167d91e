import { renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SpoolKeeper } from '../loop/sessions/spool.ts'
import { filesOf, ownFolder, unlessGone } from './files/files-of.ts'
import { readRegularText } from './files/regular-file.ts'

const REFUSED = 'refused'
/** A hook writes its file in a moment; one that is still begun after so long was torn. */
const TORN_AFTER_MS = 600_000

/** `spool/`: the files that hooks left, and in `refused/` those that could not be taken in. */
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
