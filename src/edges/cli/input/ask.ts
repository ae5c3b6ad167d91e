import type { CommandContext } from '../context.ts'

/** Whether a person can be asked: one types, and one reads. */
export function canAsk({ isTerminal, stdin, json }: CommandContext): boolean {
  return isTerminal && stdin.isTerminal && !json
}

/** Asks a person; anything but yes is no. */
export async function ask(context: CommandContext, question: string): Promise<boolean> {
  context.stderr.write(`${question} [y/N] `)
  return /^y(?:es)?$/i.test((await context.stdin.answer())?.trim() ?? '')
}
