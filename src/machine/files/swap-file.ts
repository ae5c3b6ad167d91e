import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Watermark } from '../../loop/journal/watermark.ts'
import { writeFileAtomically } from './atomic-write.ts'
import { withLock } from './folder-lock.ts'
import { makePrivateFolder, PRIVATE_FILE } from './private-files.ts'

/** A file takes the place of another, with what SQLite keeps beside it. */
export interface Swap {
  /** The new file, in the same folder. */
  readonly fresh: string
  /** The name under which the old one is kept. */
  readonly kept: string
  /** How far the journals in the new file reach. */
  readonly marks: readonly Watermark[]
  /** Journals in the new file that are not what their last seal says. */
  readonly unsealed?: readonly string[]
}

export interface SwapOptions {
  /** Where the intent is written down: outside of the project, where only the user writes. */
  readonly intent: string
  /** Called when the new file has its place, and called again if that is not known to have been enough. */
  readonly onPlaced: (swap: Pick<Swap, 'marks' | 'unsealed'>) => void
  readonly now: () => number
  readonly waitMs: number
}

const BESIDE = ['-wal', '-shm', ''] as const
/** A swap takes milliseconds: a lock this old is of a process that died. */
const STALE_HOURS = 5 / 3_600

/** Puts a new file in the place of a database and keeps the old one. The intent is written first, and whoever opens the database finishes it: there is the old file or the new one, never none. */
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
  // Once the new file has its place, what lies beside it is its own.
  if (existsSync(fresh)) {
    for (const end of BESIDE) if (existsSync(path + end)) renameSync(path + end, kept + end)
    renameSync(fresh, path)
    syncFile(dirname(path))
  }
  onPlaced(swap)
  rmSync(intent, { force: true })
}

/** Makes sure that the disk has a file, or the names in a folder. */
function syncFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch {
    // Some systems cannot do so for a folder.
  } finally {
    closeSync(file)
  }
}
