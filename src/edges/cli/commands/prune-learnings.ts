import type { Command } from '../command.ts'
import { command as forget } from './forget.ts'

/** `forget` under another name: it takes the same and does the same. */
export const command: Command = {
  ...forget,
  name: 'prune-learnings',
  summary: 'Archive what retention no longer keeps at hand.',
  examples: ['mettle prune-learnings', 'mettle prune-learnings --dry-run'],
}
