import { userInfo } from 'node:os'
import { orElse } from '../../../domain/sets.ts'
import type { CommandContext } from '../context.ts'

/** Whether we can ask a person: stdin and output are both a terminal. */
export function canAsk({ isTerminal, stdin, json }: CommandContext): boolean {
  return isTerminal && stdin.isTerminal && !json
}

/** Asks a person; anything but yes is no. Where there is more to see, they may look at it first. */
export async function ask(context: CommandContext, question: string, showMore?: () => void): Promise<boolean> {
  context.stderr.write(`${question} [${showMore === undefined ? 'y/N' : 'y/N, d shows every line'}] `)
  const answer = (await context.stdin.answer())?.trim() ?? ''
  if (showMore === undefined || !/^d(?:iff)?$/i.test(answer)) return /^y(?:es)?$/i.test(answer)
  showMore()
  return ask(context, question)
}

/** Who decides: the name that was given, else the user of this machine. */
export function decider(given: string | undefined): string {
  if (given !== undefined) return given
  return orElse(() => userInfo().username, 'unknown')
}
