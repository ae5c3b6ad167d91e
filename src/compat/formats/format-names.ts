/** The files that can be imported, in the order in which they must be: patterns before the logs that name them. */
export const IMPORT_FORMATS = [
  'toon',
  'json',
  'jsonl',
  'deliberation',
  'runs-log',
  'outcomes-log',
  'acknowledgments-log',
  'goal',
  'retention',
] as const

export type ImportFormat = (typeof IMPORT_FORMATS)[number]
