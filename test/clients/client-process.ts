import { spawn } from 'node:child_process'
import type { Driver, Place } from './drivers/driver.ts'
import { startOf } from './installed.ts'

const LIMIT_MS = 120_000
const NOBODY = 'http://127.0.0.1:9'

/**
 * Nothing of this machine's own environment reaches a client but the way to its programs: no key, no setting. What it
 * asks of other machines is sent to a port where nobody listens. What hooks do is tried here, not how soon a busy client feeds them.
 */
export const surroundings = ({ home, programs }: Place) => ({
  PATH: `${programs}:${process.env.PATH}`,
  HOME: home,
  TERM: 'dumb',
  HTTP_PROXY: NOBODY,
  HTTPS_PROXY: NOBODY,
  NO_PROXY: '127.0.0.1,localhost',
  METTLE_HOOK_DEADLINE_MS: '10000',
})

export interface Ended {
  readonly exitCode: number | null
  readonly output: string
}

/** Starts the real client in the place, and waits; when it has ended, so has everything in its process group. */
export async function startClient(
  driver: Driver,
  place: Place & { readonly modelUrl: string },
  words: readonly string[],
): Promise<Ended> {
  const [program, ...before] = startOf(driver.name)
  const child = spawn(program, [...before, ...words], {
    cwd: place.repository,
    env: { ...surroundings(place), ...driver.environment(place, place.modelUrl) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)))
  const timer = setTimeout(() => endGroup(child.pid), LIMIT_MS)
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  clearTimeout(timer)
  endGroup(child.pid)
  return { exitCode, output: chunks.join('') }
}

export function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL')
  } catch {
    // Everything in the group has ended.
  }
}
