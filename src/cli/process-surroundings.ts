import { once } from 'node:events'
import type { Surroundings, Writer } from './surroundings.ts'

/** The real process. A reader that went away (`mettle … | head -1`) ends it quietly. */
export function processSurroundings(version: string): Surroundings {
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
    now: Date.now,
  }
}

function writerOf(stream: NodeJS.WriteStream): Writer {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns
    },
    write: (text) => void stream.write(text),
    drained: async () => {
      if (stream.writableNeedDrain) await once(stream, 'drain')
    },
  }
}
