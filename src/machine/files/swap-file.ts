import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Watermark } from '../../loop/journal/watermark.ts'
import { writeFileAtomically } from './atomic-write.ts'
import { withLock } from './folder-lock.ts'
import { makePrivateFolder, PRIVATE_FILE } from './private-files.ts'

/** Replaces one file with another, including SQLite's files beside it. */
export interface Swap {
  /** The new file, in the same folder. */
  readonly fresh: string
  /** The path under which the old file is kept. */
  readonly kept: string
  /** The watermarks of the journals in the new file. */
  readonly marks: readonly Watermark[]
  /** Journals in the new file that contradict their last seal. */
  readonly unsealed?: readonly string[]
}

export interface SwapOptions {
  /** The file that records the intent: outside the project, where only the user can write. */
  readonly intent: string
  /** Called when the new file is in place, and again if it is unknown whether the first call succeeded. */
  readonly onPlaced: (swap: Pick<Swap, 'marks' | 'unsealed'>) => void
  readonly now: () => number
  readonly waitMs: number
}

const BESIDE = ['-wal', '-shm', ''] as const
/** A swap takes milliseconds: the owner of a lock this old has died. */
const STALE_HOURS = 5 / 3_600

/** Replaces a database file and keeps the old one. The intent is written first, and the next process to open the database completes it: there is always the old file or the new one. */
export async function swapFile(path: string, swap: Swap, options: SwapOptions): Promise<void> {
  await alone(path, options, () => {
    finish(path, options)
    syncFile(swap.fresh)
    makePrivateFolder(dirname(options.intent))
    writeFileAtomically(options.intent, JSON.stringify(swap), PRIVATE_FILE)
    finish(path, options)
  })
}

export async function finishSwap(path: string, options: SwapOptions): Promise<void> {
  if (existsSync(options.intent)) await alone(path, options, () => finish(path, options))
}

function alone(path: string, { now, waitMs }: SwapOptions, work: () => void): Promise<void> {
  return withLock(`${path}.swap-lock`, { staleHours: STALE_HOURS, waitMs, now }, work)
}

function finish(path: string, { intent, onPlaced }: SwapOptions): void {
  if (!existsSync(intent)) return
  const swap = JSON.parse(readFileSync(intent, 'utf8')) as Swap
  const { fresh, kept } = swap
  // Once the new file is in place, the files beside it belong to it.
  if (existsSync(fresh)) {
    for (const end of BESIDE) if (existsSync(path + end)) renameSync(path + end, kept + end)
    renameSync(fresh, path)
    syncFile(dirname(path))
  }
  onPlaced(swap)
  rmSync(intent, { force: true })
}

/** Flushes a file, or a folder's entries, to disk. */
function syncFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch {
    // Some systems cannot flush a folder.
  } finally {
    closeSync(file)
  }
}
