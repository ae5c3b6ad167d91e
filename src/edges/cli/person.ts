import { randomInt } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { UserError } from '../../domain/user-error.ts'
import type { Speaker } from '../../domain/values/session.ts'
import { stateFolder } from '../../machine/files/user-folders.ts'
import { readSightings } from '../../machine/presence/client-sightings.ts'
import { type Scene, speakerIn, whyNobody } from '../../machine/presence/presence.ts'
import { environmentOf, holdersOf, readProcesses } from '../../machine/presence/processes.ts'
import type { Asked, Person } from './cli-environment.ts'

const PATIENCE_MS = 5 * 60_000

/** The person at this process's terminal, however it was started. They type a code that is shown there; redirected stdin and stdout do not matter, and no option or variable replaces it. */
export function personAtTerminal(environment: Scene['environment']): Person {
  return {
    isThere: async () => whyNobody(sceneAround(environment)) === undefined,
    confirm: async (asked) => {
      const why = whyNobody(sceneAround(environment))
      if (why !== undefined) throw nobody(asked, why)
      if (!(await typesCode(asked))) throw nobody(asked, 'the code was not typed')
    },
  }
}

/** Returns a function that finds out who runs this command. */
export function speakerHere(environment: Scene['environment']): () => Speaker {
  return () => speakerIn(sceneAround(environment))
}

function sceneAround(environment: Scene['environment']): Scene {
  const processes = readProcesses()
  const own = processes.get(process.pid)
  return {
    environment,
    self: process.pid,
    processes,
    environmentOf,
    holders: holdersOf(own?.terminal, processes.keys()),
    sightings: readSightings(stateFolder(environment), (pid) => processes.has(pid)),
  }
}

/** An error that says where to type the command, so that an agent can pass it on. */
function nobody({ command, line }: Asked, why: string): UserError {
  return new UserError(
    'person',
    `A person must confirm \`mettle ${command}\`, and ${why}.`,
    `A person types it in a terminal where no agent runs: ${line}`,
  )
}

async function typesCode({ command }: Asked): Promise<boolean> {
  const code = String(randomInt(1_000, 10_000))
  const terminal = openTerminal()
  if (terminal === undefined) return false
  try {
    terminal.write(`\`mettle ${command}\` needs a person. Type ${code} to go on: `)
    return (await terminal.line())?.trim() === code
  } finally {
    terminal.close()
  }
}

/** Opens the terminal itself, even if stdin and stdout are redirected. */
function openTerminal() {
  try {
    const [input, output] =
      process.platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty']
    const [read, write] = [openSync(input, 'r'), openSync(output, 'w')]
    const stream = new ReadStream(read)
    return {
      write: (text: string) => void writeSync(write, text),
      line: () => firstLine(stream),
      close: () => {
        stream.destroy()
        closeSync(write)
      },
    }
  } catch {
    return undefined
  }
}

/** The first line typed; undefined after a timeout. */
function firstLine(stream: ReadStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(undefined), PATIENCE_MS)
    let typed = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      typed += text
      if (typed.includes('\n')) end(typed)
    })
    stream.once('end', () => end(undefined)).once('error', () => end(undefined))

    function end(line: string | undefined): void {
      clearTimeout(timer)
      resolve(line)
    }
  })
}
