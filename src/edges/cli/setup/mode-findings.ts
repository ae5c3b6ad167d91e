import { dirname } from 'node:path'
import type { Check } from '../../../loop/journal/doctor.ts'
import type { Tightened, WideFile } from '../../../machine/files/tighten-modes.ts'
import { quantity } from '../output/quantity.ts'
import { relativeTime } from '../output/relative-time.ts'

/** How long `doctor` goes on about files that were open to others. */
const SHOWN_MS = 30 * 86_400_000
const NAMED = 3

/** Who else on this machine can read what is recorded, or could until it was tightened. */
export function modeFindings(
  wide: readonly WideFile[],
  last: Tightened | undefined,
  { now, journal }: { readonly now: number; readonly journal?: WideFile | undefined },
): Check[] {
  const stuck = wide.filter(({ problem }) => problem !== undefined)
  const checks = [
    ...(stuck.length > 0 ? [stuckCheck(stuck)] : []),
    ...(journal === undefined ? [] : [journalCheck(journal)]),
  ]
  return checks.length > 0 ? checks : [{ name: 'files', verdict: 'fine', detail: privateText(last, now) }]
}

function privateText(last: Tightened | undefined, now: number): string {
  if (last === undefined || last.files.length === 0 || now - last.at > SHOWN_MS)
    return 'only you can read what is recorded here'
  const count = quantity(last.files.length, 'file or folder', 'files and folders')
  return `only you can read what is recorded here; ${count} that others on this machine could open became private ${relativeTime(last.at, now)}: ${named(last.files)}`
}

function stuckCheck(stuck: readonly WideFile[]): Check {
  const { path, problem } = stuck[0]!
  return {
    name: 'files',
    verdict: 'warning',
    detail: `others on this machine can open ${quantity(stuck.length, 'file or folder', 'files and folders')} of the journal, and the mode cannot be changed (${problem}): ${named(stuck)}`,
    mend: `sudo chown -R "$(id -u)" '${dirname(path)}' && chmod -R go-rwx '${dirname(path)}'`,
  }
}

/** A journal that a setting puts elsewhere may be shared on purpose, so its mode is left as it is. */
function journalCheck({ path, mode }: WideFile): Check {
  return {
    name: 'files',
    verdict: 'warning',
    detail: `others on this machine can open ${path} (mode ${mode}), which store.path names`,
    mend: `chmod go-rwx '${path}'*`,
  }
}

/** The journal first: it holds what the others are made of. */
function named(files: readonly WideFile[]): string {
  const isJournal = ({ path }: WideFile) => Number(path.endsWith('journal.db'))
  const shown = [...files]
    .sort((a, b) => isJournal(b) - isJournal(a))
    .slice(0, NAMED)
    .map(({ path, mode }) => `${path} (${mode})`)
  return `${shown.join(', ')}${files.length > NAMED ? `, and ${files.length - NAMED} more` : ''}`
}
