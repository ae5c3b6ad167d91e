import type { Command } from '../command.ts'
import { command as learn } from './learn.ts'

/** `learn` under another name: it takes the same and does the same. */
export const command: Command = {
  ...learn,
  name: 'process-learnings',
  summary: 'Turn what agents left behind into patterns.',
  examples: ['mettle process-learnings'],
}
