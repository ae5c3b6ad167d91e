import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A look reads the environment of every process of the machine. */
const LOOK_MS = 200

/** The processes that a client of this home started, directly or not, and that still run: they inherit its HOME. */
export function processesOf(home: string): readonly { pid: number; command: string }[] {
  const numbers = namesIn('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.flatMap((number) => {
    if (!textOf(`/proc/${number}/environ`).split('\0').includes(`HOME=${home}`)) return []
    return [{ pid: Number(number), command: textOf(`/proc/${number}/cmdline`).replaceAll('\0', ' ').trim() }]
  })
}

/** Waits until no process of this home runs; gives those that still do when the time is up. */
export async function quiet(home: string, limitMs = 20_000) {
  const until = Date.now() + limitMs
  while (processesOf(home).length > 0 && Date.now() < until) await sleep(LOOK_MS)
  return processesOf(home)
}

export async function endAll(home: string): Promise<void> {
  for (const { pid } of processesOf(home)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
  await quiet(home, 5_000)
}

/** Empty where there is no /proc, or the process is another user's or just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
