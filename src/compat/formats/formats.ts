import { type Read, type Reading, taken } from './foreign-record.ts'
import { readJson } from './json-shapes.ts'
import { createToonReader } from './org-patterns-toon.ts'
import { readAcknowledgmentsLine, readOutcomesLine, readRunsLine } from './run-logs.ts'
import { readGoal, readRetention } from './settings-yaml.ts'

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

/** Reads a file line by line, so that its size does not matter; `end` tells what only the end can tell. */
export interface LineReader {
  line(text: string, number: number): readonly Reading[]
  end(): readonly Reading[]
}

export type Format =
  | { readonly by: 'line'; readonly reader: (fileName: string) => LineReader }
  | { readonly by: 'file'; readonly read: (text: string, fileName: string) => readonly Reading[] }

/** How each file is read. */
export const FORMATS = {
  toon: { by: 'line', reader: createToonReader },
  json: { by: 'file', read: readJson },
  jsonl: { by: 'line', reader: (fileName) => each((line, number) => readJson(line, fileName, number)) },
  deliberation: { by: 'file', read: (text) => [{ line: 1, ...taken({ kind: 'deliberation', text }) }] },
  'runs-log': { by: 'line', reader: () => rows(readRunsLine) },
  'outcomes-log': { by: 'line', reader: () => rows(readOutcomesLine) },
  'acknowledgments-log': { by: 'line', reader: () => rows(readAcknowledgmentsLine) },
  goal: { by: 'file', read: readGoal },
  retention: { by: 'file', read: readRetention },
} as const satisfies Record<ImportFormat, Format>

function rows(read: (line: string) => Read): LineReader {
  return each((line, number) => (line.startsWith('#') ? [] : [{ line: number, ...read(line) }]))
}

function each(read: (line: string, number: number) => readonly Reading[]): LineReader {
  return { line: (text, number) => (text.trim() === '' ? [] : read(text, number)), end: () => [] }
}
