import type { Writer } from '../cli-environment.ts'
import { truncate } from './display-width.ts'
import { duration, grouped } from './numbers-text.ts'

export interface Progress {
  /** Reports how many are done, and a new total if it has changed. */
  at(done: number, total?: number): void
  end(): void
}

export interface ProgressSetting {
  readonly stderr: Writer
  readonly isSilent: boolean
  now(): number
}

const REDRAW_MS = 80
const LINE_MS = 5_000
const BAR_CELLS = 20

/** Shows the progress of slow work: on a terminal, one line on stderr that is redrawn; in a pipe, a line every few seconds; nothing if the work ends sooner. */
export function startProgress(label: string, total: number | undefined, setting: ProgressSetting): Progress {
  const { stderr, isSilent } = setting
  if (isSilent) return { at: () => undefined, end: () => undefined }
  const { isTerminal } = stderr
  const startedAt = setting.now()
  let saidAt = startedAt
  let state = { done: 0, total }
  const say = () => {
    const line = progressLine(label, state, setting.now() - startedAt)
    stderr.write(isTerminal ? `\r\u001b[K${truncate(line, (stderr.columns ?? 80) - 1)}` : `${line}\n`)
    saidAt = setting.now()
  }
  return {
    at: (done, newTotal) => {
      state = { done, total: newTotal ?? state.total }
      if (setting.now() - saidAt >= (isTerminal ? REDRAW_MS : LINE_MS)) say()
    },
    end: () => {
      if (saidAt === startedAt) return
      if (isTerminal) stderr.write('\r\u001b[K')
      else say()
    },
  }
}

/** `Rebuilding [#####---------------] 250 of 1,000, 125/s, 6 s left` */
export function progressLine(
  label: string,
  { done, total }: { done: number; total?: number | undefined },
  elapsedMs: number,
): string {
  const rate = elapsedMs <= 0 ? 0 : (done / elapsedMs) * 1_000
  const pace = rate === 0 ? '' : `, ${grouped(Math.round(rate))}/s`
  if (total === undefined || total <= 0) return `${label} ${grouped(done)}${pace}`
  const filled = Math.round(Math.min(1, done / total) * BAR_CELLS)
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}]`
  const left = rate === 0 || done >= total ? '' : `, ${duration(((total - done) / rate) * 1_000)} left`
  return `${label} ${bar} ${grouped(done)} of ${grouped(total)}${pace}${left}`
}
