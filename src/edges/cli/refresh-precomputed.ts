import { UserError } from '../../domain/user-error.ts'
import type { CommandContext } from './context.ts'

/** Has what hooks read written again, by opening the journal and closing it. Where there is none, no hook reads anything. */
export async function renewAhead(context: CommandContext): Promise<void> {
  try {
    await context.openMettle()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
}
