import type { Command } from '../command.ts'
import { command as pull } from './pull.ts'

/** `pull` under another name: it takes the same and does the same. */
export const command: Command = {
  ...pull,
  name: 'pull-learnings',
  summary: 'Take the patterns that others gave to the organisation.',
  examples: ['mettle pull-learnings --dry-run'],
}
