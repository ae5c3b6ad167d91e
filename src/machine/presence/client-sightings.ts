import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { orElse } from '../../domain/sets.ts'

/** Processes that ran a session's hook, by process id, with the time last seen: this identifies a renamed client. */
export type Sightings = ReadonlyMap<number, number>

const SHELLS = /^-?(?:ba|da|z|k|c|tc|a|fi)?sh$/

/** Remembers the client that called this hook, outside of the project. A person who types the command of a hook has an interactive shell above it, which is not remembered. */
export function sightClient(stateFolder: string, parent: number, now: number): void {
  // A relative path would be resolved in the client's folder, which may be the project.
  const client = isAbsolute(stateFolder) ? clientAbove(parent) : undefined
  if (client === undefined) return
  const path = join(stateFolder, 'clients', String(client))
  try {
    // A known process keeps its first time: what matters is that it ran then.
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) return
    mkdirSync(join(stateFolder, 'clients'), { recursive: true, mode: 0o700 })
    writeFileSync(path, String(now), { mode: 0o600 })
  } catch {
    // Not essential: a client is also recognised by its name and its environment variables.
  }
}

/** The client process above this hook. Only Linux shows ancestors without starting a process; elsewhere the parent is used, because a shell in between exits and then has no children. */
function clientAbove(parent: number): number | undefined {
  if (parent <= 1 || process.platform !== 'linux') return parent <= 1 ? undefined : parent
  try {
    const words = readFileSync(`/proc/${parent}/cmdline`, 'utf8').split('\0')
    if (!SHELLS.test(words[0]?.split('/').at(-1) ?? '')) return parent
    if (!words.some((word) => /^-\w*c$/.test(word))) return undefined
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    return clientAbove(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  } catch {
    return undefined
  }
}

/** The sightings whose process may still run. One older than the process with that id belongs to another. */
export function readSightings(stateFolder: string, isRunning: (pid: number) => boolean): Sightings {
  const folder = join(stateFolder, 'clients')
  const sightings = new Map<number, number>()
  for (const name of orElse(() => readdirSync(folder), [])) {
    const pid = Number(name)
    if (isRunning(pid)) sightings.set(pid, Number(readFileSync(join(folder, name), 'utf8')))
    else rmSync(join(folder, name), { force: true })
  }
  return sightings
}
