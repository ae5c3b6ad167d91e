import { dirname } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../../domain/numbers.ts'
import { fine, warning } from '../../../domain/values/session.ts'
import type { Check } from '../../../loop/reports/doctor.ts'
import type { Tightened, WideFile } from '../../../machine/files/tighten-modes.ts'
import type { HomeHealth, WorkingProcess } from '../../../machine/home-health.ts'
import { bytes, grouped, quantity, relativeTime } from '../output/numbers-text.ts'

const LARGE_BYTES = 1_000_000_000

/** Problems around the journal: its size, and workers that do not end. */
export function homeFindings(
  health: HomeHealth,
  { events, now }: { readonly events: number; readonly now: number },
): Check[] {
  return [...sizeFindings(health, events, now), ...workerFindings(health.workers, now)]
}

/** Facts are small: a gigabyte holds years of them, or something floods the journal. */
function sizeFindings({ journalBytes, begunAt = 0 }: HomeHealth, events: number, now: number): Check[] {
  if (journalBytes === undefined) return []
  const days = (now - begunAt) / DAY_MS
  // The first day is too short to estimate a pace.
  const pace = begunAt === 0 || days < 1 ? '' : `, about ${quantity(Math.round(events / days), 'event')} a day`
  const detail = `${bytes(journalBytes)}${pace}`
  if (journalBytes < LARGE_BYTES) return [fine('size', detail)]
  return [warning('size', `${detail}, ${grouped(events)} in all`, 'mettle forget --dry-run')]
}

function workerFindings(workers: readonly WorkingProcess[], now: number): Check[] {
  return workers
    .filter(({ startedAt }) => now - startedAt > HOUR_MS)
    .map(({ pid, startedAt }) => {
      const since = relativeTime(startedAt, now)
      return warning('worker', `process ${pid} has been settling a session since ${since}`, `kill ${pid}`)
    })
}

/** Which processes hold a locked journal, or how to find out if the system does not say. */
export function holderText(
  holders: readonly WorkingProcess[] | undefined,
  { journal, platform }: { readonly journal: string; readonly platform: NodeJS.Platform },
): string {
  if (holders === undefined) return ` Only on Linux can mettle tell who has it open; ${askText(journal, platform)}.`
  if (holders.length === 0) return ''
  const named = holders.map(({ pid, command }) => `process ${pid} (${command.slice(0, 80)})`)
  return ` It is open in ${named.join(', ')}.`
}

function askText(journal: string, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? 'here the Resource Monitor does, under CPU, Associated Handles'
    : `here: lsof '${journal}'`
}

/** How long `doctor` keeps reporting files that were open to others. */
const SHOWN_MS = 30 * 86_400_000
const NAMED = 3

/** Which recorded files other users of this machine can read, or could until they were tightened. */
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
  return checks.length > 0 ? checks : [fine('files', privateText(last, now))]
}

function privateText(last: Tightened | undefined, now: number): string {
  if (last === undefined || last.files.length === 0 || now - last.at > SHOWN_MS)
    return 'only you can read what is recorded here'
  const count = quantity(last.files.length, 'file or folder', 'files and folders')
  return `only you can read what is recorded here; ${count} that others on this machine could open became private ${relativeTime(last.at, now)}: ${named(last.files)}`
}

function stuckCheck(stuck: readonly WideFile[]): Check {
  const { path, problem } = stuck[0]!
  const many = quantity(stuck.length, 'file or folder', 'files and folders')
  const detail = `others on this machine can open ${many} of the journal, and their mode cannot be changed (${problem}): ${named(stuck)}`
  return warning('files', detail, `sudo chown -R "$(id -u)" '${dirname(path)}' && chmod -R go-rwx '${dirname(path)}'`)
}

/** A journal in a configured place may be shared on purpose, so its mode stays. */
function journalCheck({ path, mode }: WideFile): Check {
  const detail = `others on this machine can open ${path} (mode ${mode}), which store.path names`
  return warning('files', detail, `chmod go-rwx '${path}'*`)
}

/** Names the files, the journal first, because the others derive from it. */
function named(files: readonly WideFile[]): string {
  const isJournal = ({ path }: WideFile) => Number(path.endsWith('journal.db'))
  const shown = [...files]
    .sort((a, b) => isJournal(b) - isJournal(a))
    .slice(0, NAMED)
    .map(({ path, mode }) => `${path} (${mode})`)
  return `${shown.join(', ')}${files.length > NAMED ? `, and ${grouped(files.length - NAMED)} more` : ''}`
}
