import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** More than all tests together write. */
const ENOUGH_BYTES = 6e9

/**
 * A folder in memory, gone when this process ends; nothing where the machine has none with room from which programs can
 * be started. Tests make thousands of journals, and on a disk each of them waits until it is written.
 */
export function memoryFolder() {
  if (process.platform !== 'linux') return undefined
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < ENOUGH_BYTES) return undefined
    const folder = mkdtempSync('/dev/shm/mettle-check-')
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
    // PostgreSQL runs as another user and must get through.
    chmodSync(folder, 0o755)
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    return spawnSync(program).status === 0 ? folder : undefined
  } catch {
    return undefined
  }
}
