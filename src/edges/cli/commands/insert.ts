import type { Command } from '../command.ts'
import { command as record } from './deliberation-record.ts'

/** `deliberation record` under another name: it takes the same and does the same. */
export const command: Command = {
  ...record,
  name: 'insert',
  summary: 'Insert the deliberation file of a pipeline.',
  examples: ['mettle insert state/deliberations/42-judge-1.json --run run-42'],
}
