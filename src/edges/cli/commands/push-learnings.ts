import type { Command } from '../command.ts'
import { command as push } from './push.ts'

/** `push` under another name: it takes the same and does the same. */
export const command: Command = {
  ...push,
  name: 'push-learnings',
  summary: 'Give patterns to the organisation.',
  examples: ['mettle push-learnings --dry-run'],
}
