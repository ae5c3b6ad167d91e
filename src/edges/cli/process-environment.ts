import { once } from 'node:events'
import type { CliEnvironment, Writer } from './cli-environment.ts'
import { isTerminalClosed, leaveClosedTerminal } from './terminal.ts'

/** The real process. A reader that went away (`mettle … | head -1`), or a terminal that was closed, ends it quietly. */
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
    // Most commands ask nobody.
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
    write: (text) => void stream.write(text),
    drained: async () => {
      if (stream.writableNeedDrain) await once(stream, 'drain')
    },
  }
}
