import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from './files/atomic-write.ts'
import { makePrivateFolder } from './files/private-files.ts'
import { readRegularText } from './files/regular-file.ts'

/** A server that runs for a project: where it is, and the token of its start. */
export interface RunningServer {
  readonly url: string
  readonly token: string
  readonly pid: number
}

/** Where the token of a start is kept, for the user alone, outside of the project. */
export function serverFile(stateFolder: string, home: string): string {
  const name = createHash('sha256').update(home).digest('hex').slice(0, 24)
  return join(stateFolder, 'servers', `${name}.json`)
}

export function writeServerFile(path: string, server: RunningServer): void {
  makePrivateFolder(dirname(path))
  writeFileAtomically(path, `${JSON.stringify(server, null, 2)}\n`)
}

/** Undefined when there is none, or none that can be read. */
export function readServerFile(path: string): RunningServer | undefined {
  try {
    const { url, token, pid } = JSON.parse(readRegularText(path)) as Partial<RunningServer>
    if (typeof url !== 'string' || typeof token !== 'string' || typeof pid !== 'number') return undefined
    return { url, token, pid }
  } catch {
    return undefined
  }
}

/** Leaves the file of another server that has begun since. */
export function removeServerFile(path: string, token: string): void {
  if (readServerFile(path)?.token === token) rmSync(path, { force: true })
}
