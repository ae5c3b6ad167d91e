import type { Command } from '../command.ts'
import { forgetCommand as forget } from './keeping.ts'
import { learnCommand as learn } from './learn.ts'
import { pullCommand as pull, pushCommand as push } from './sharing.ts'

/** `learn` under another name: it takes the same and does the same. */
export const processLearningsCommand: Command = {
  ...learn,
  name: 'process-learnings',
  summary: 'Turn what agents left behind into patterns.',
  examples: ['mettle process-learnings'],
}

/** `forget` under another name: it takes the same and does the same. */
export const pruneLearningsCommand: Command = {
  ...forget,
  name: 'prune-learnings',
  summary: 'Archive what retention no longer keeps at hand.',
  examples: ['mettle prune-learnings', 'mettle prune-learnings --dry-run'],
}

/** `push` under another name: it takes the same and does the same. */
export const pushLearningsCommand: Command = {
  ...push,
  name: 'push-learnings',
  summary: 'Give patterns to the organisation.',
  examples: ['mettle push-learnings --dry-run'],
}

/** `pull` under another name: it takes the same and does the same. */
export const pullLearningsCommand: Command = {
  ...pull,
  name: 'pull-learnings',
  summary: 'Take the patterns that others gave to the organisation.',
  examples: ['mettle pull-learnings --dry-run'],
}
