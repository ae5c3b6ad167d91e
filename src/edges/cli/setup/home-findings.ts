import { DAY_MS, HOUR_MS } from '../../../domain/durations.ts'
import type { Check } from '../../../loop/journal/doctor.ts'
import type { HomeHealth, WorkingProcess } from '../../../machine/home-health.ts'
import { bytes, grouped, quantity } from '../output/quantity.ts'
import { relativeTime } from '../output/relative-time.ts'

const LARGE_BYTES = 1_000_000_000

/** What goes wrong beside the journal: one that grows, workers that do not end. */
export function homeFindings(
  health: HomeHealth,
  { events, now }: { readonly events: number; readonly now: number },
): Check[] {
  return [...sizeFindings(health, events, now), ...workerFindings(health.workers, now)]
}

/** A fact takes little; a journal of a gigabyte holds years, or something that floods it. */
function sizeFindings({ journalBytes, begunAt = 0 }: HomeHealth, events: number, now: number): Check[] {
  if (journalBytes === undefined) return []
  const days = (now - begunAt) / DAY_MS
  // Of its first day nobody can tell the pace.
  const pace =
    begunAt === 0 || days < 1 ? '' : `, about ${quantity(Math.round(events / days), 'event')} a day`
  const detail = `${bytes(journalBytes)}${pace}`
  if (journalBytes < LARGE_BYTES) return [{ name: 'size', verdict: 'fine', detail }]
  return [
    {
      name: 'size',
      verdict: 'warning',
      detail: `${detail}, ${grouped(events)} in all`,
      mend: 'mettle forget --dry-run',
    },
  ]
}

function workerFindings(workers: readonly WorkingProcess[], now: number): Check[] {
  return workers
    .filter(({ startedAt }) => now - startedAt > HOUR_MS)
    .map(({ pid, startedAt }) => ({
      name: 'worker',
      verdict: 'warning',
      detail: `process ${pid} has been settling a session since ${relativeTime(startedAt, now)}`,
      mend: `kill ${pid}`,
    }))
}

/** Who holds a journal that cannot be opened; where the system does not tell, how to find out. */
export function holderText(
  holders: readonly WorkingProcess[] | undefined,
  { journal, platform }: { readonly journal: string; readonly platform: NodeJS.Platform },
): string {
  if (holders === undefined)
    return ` Only on Linux can mettle tell who has it open; ${askText(journal, platform)}.`
  if (holders.length === 0) return ''
  const named = holders.map(({ pid, command }) => `process ${pid} (${command.slice(0, 80)})`)
  return ` It is open in ${named.join(', ')}.`
}

function askText(journal: string, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? 'here the Resource Monitor does, under CPU, Associated Handles'
    : `here: lsof '${journal}'`
}
