import { inputError, UserError } from '../../../domain/user-error.ts'
import type { CliEnvironment } from '../cli-environment.ts'

const MAX_CHARACTERS = 64 * 1024 * 1024

/** A command's standard input. */
export interface StdinReader {
  readonly isTerminal: boolean
  /** All of it. `what` names the expected content, for the error if stdin is a terminal or too long. */
  text(what: string): Promise<string>
  /** Line by line as it arrives; only a line feed ends a line. */
  lines(what: string): AsyncIterable<string>
  /** The line that a person types; nothing at the end of input. */
  answer(): Promise<string | undefined>
}

export function stdinReader(source: CliEnvironment['stdin'], limit = MAX_CHARACTERS): StdinReader {
  let typed: AsyncIterator<string> | undefined
  return {
    get isTerminal() {
      return source.isTerminal
    },
    answer: async () => {
      typed ??= linesOf(source.chunks(), limit, 'An answer')[Symbol.asyncIterator]()
      const { value, done } = await typed.next()
      return done ? undefined : value
    },
    text: async (what) => {
      refuseTerminal(source, what)
      let text = ''
      for await (const chunk of source.chunks()) text = within(limit, text + chunk, what)
      return text
    },
    lines: (what) => {
      refuseTerminal(source, what)
      return linesOf(source.chunks(), limit, what)
    },
  }
}

async function* linesOf(chunks: AsyncIterable<string>, limit: number, what: string): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n')
    pieces[0] = within(limit, rest + pieces[0], what)
    rest = pieces.pop()!
    for (const line of pieces) yield withoutReturn(line)
  }
  if (rest !== '') yield withoutReturn(rest)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function refuseTerminal(source: CliEnvironment['stdin'], what: string): void {
  if (!source.isTerminal) return
  throw new UserError(
    'usage',
    `${what} is read from standard input, and that is a terminal.`,
    'Pipe it in, or redirect a file: mettle … < FILE',
  )
}

function within(limit: number, text: string, what: string): string {
  if (text.length <= limit) return text
  throw inputError(
    `${what} is longer than ${limit} characters.`,
    'Give less, or one item per line where the command has --batch.',
  )
}
