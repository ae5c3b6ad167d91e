import type { Command } from '../command.ts'
import { forgetCommand } from './keeping.ts'
import { learnCommand } from './learn.ts'
import { pullCommand, pushCommand } from './sharing.ts'

export const processLearningsCommand: Command = {
  ...learnCommand,
  name: 'compat process-learnings',
  summary: 'Turn what agents recorded into patterns.',
  examples: ['mettle compat process-learnings'],
}

export const pruneLearningsCommand: Command = {
  ...forgetCommand,
  name: 'compat prune-learnings',
  summary: 'Archive what retention no longer keeps.',
  examples: ['mettle compat prune-learnings', 'mettle compat prune-learnings --dry-run'],
}

export const pushLearningsCommand: Command = {
  ...pushCommand,
  name: 'compat push-learnings',
  summary: 'Share patterns with your organisation.',
  examples: ['mettle compat push-learnings --dry-run'],
}

export const pullLearningsCommand: Command = {
  ...pullCommand,
  name: 'compat pull-learnings',
  summary: 'Get the patterns that others share with your organisation.',
  examples: ['mettle compat pull-learnings --dry-run'],
}
