import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { isatty } from 'node:tty'
import type { CliEnvironment, Writer } from './cli-environment.ts'

/** The standard streams that were a terminal when the process began. */
const BEGAN_WITH = [0, 1, 2].filter((file) => isatty(file))

/** Whether the process's terminal was closed: its streams are no longer terminals. */
export function isTerminalClosed(): boolean {
  return BEGAN_WITH.some((file) => !isatty(file))
}

/** Detaches from a closed terminal: at exit, Node.js restores every terminal's modes, and aborts if it cannot. */
export function leaveClosedTerminal(): void {
  for (const file of BEGAN_WITH) if (!isatty(file)) closeSync(file)
}

/** The real process. It ends quietly if its reader goes away (`mettle … | head -1`) or its terminal is closed. */
export function processEnvironment(version: string): CliEnvironment {
  process.once('exit', leaveClosedTerminal)
  return {
    stdout: writerOf(process.stdout),
    stderr: writerOf(process.stderr),
    stdin: {
      get isTerminal() {
        return process.stdin.isTTY === true
      },
      chunks: () => process.stdin.setEncoding('utf8') as AsyncIterable<string>,
    },
    environment: process.env,
    cwd: process.cwd(),
    version,
    // Loaded on use: most commands ask nobody.
    person: {
      isThere: async () => (await import('./person.ts')).personAtTerminal(process.env).isThere(),
      confirm: async (asked) => (await import('./person.ts')).personAtTerminal(process.env).confirm(asked),
      speaker: async () => (await import('./person.ts')).speakerHere(process.env),
    },
    now: Date.now,
  }
}

function writerOf(stream: NodeJS.WriteStream): Writer {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isTerminalClosed()) process.exit(0)
    if (stream !== process.stderr) process.stderr.write(`The output cannot be written (${error.code}).\n`)
    process.exit(1)
  })
  return {
    isTerminal: stream.isTTY === true,
    // Some terminals say 0 when they do not know.
    columns: stream.columns || undefined,
    rows: stream.rows || undefined,
    write: (text) => void stream.write(text),
    drained: async () => {
      if (stream.writableNeedDrain) await once(stream, 'drain')
    },
  }
}
