import { type Read, type Reading, taken } from './foreign-record.ts'
import { readJson } from './json-shapes.ts'
import { instantOf } from './json-value.ts'
import { createToonReader } from './org-patterns-toon.ts'
import { readAcknowledgmentsLine, readOutcomesLine, readRunsLine } from './run-logs.ts'
import { readGoal, readRetention } from './settings-yaml.ts'

/** The importable formats, in import order: patterns before the logs that name them. */
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

/** Reads a file of any size line by line; `end` returns what only the end of the file can show. */
export interface LineReader {
  line(text: string, number: number): readonly Reading[]
  end(): readonly Reading[]
}

export type Format =
  | { readonly by: 'line'; readonly reader: (fileName: string) => LineReader }
  | { readonly by: 'file'; readonly read: (text: string, fileName: string) => readonly Reading[] }

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

const BY_NAME: readonly (readonly [RegExp, ImportFormat])[] = [
  [/\.toon$/i, 'toon'],
  [/^outcomes\.log$/i, 'outcomes-log'],
  [/^acknowledge?ments\.log$/i, 'acknowledgments-log'],
  [/^runs\.log$/i, 'runs-log'],
  [/^goal\.ya?ml$/i, 'goal'],
  [/^retention\.ya?ml$/i, 'retention'],
  [/\.(?:jsonl|ndjson)$/i, 'jsonl'],
  [/\.json$/i, 'json'],
]

/** Detects a file's format from its name, else from its first characters; undefined if it is not importable. */
export function detectFormat(fileName: string, head: string): ImportFormat | undefined {
  if (head.includes('\0')) return undefined
  const named = BY_NAME.find(([pattern]) => pattern.test(fileName))?.[1]
  return named ?? byContent(fileName, head)
}

function byContent(fileName: string, head: string): ImportFormat | undefined {
  const first = head.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''
  if (/^patterns\[\d+[|\t]?\]\{/.test(first) || /^[A-Z]+-\d+\|[^|]*\|[a-z]+\|.*,"/.test(first)) return 'toon'
  if (/^active_goal:/m.test(head)) return 'goal'
  if (/^max_(?:runs|sessions|log_lines):/m.test(head)) return 'retention'
  if (/verdict-json/.test(head) || /^[A-Za-z0-9]+-[a-z][a-z-]+-\d+\.md$/.test(fileName)) return 'deliberation'
  if (/^\s*\{.*\}\s*$/.test(first) && head.trimEnd().includes('\n')) return 'jsonl'
  if (/^\s*[[{]/.test(first)) return 'json'
  return byRow(first.split('|'))
}

function byRow(fields: readonly string[]): ImportFormat | undefined {
  if (fields.length < 5) return undefined
  if (instantOf(fields[1]!) !== undefined) return 'runs-log'
  if (instantOf(fields[0]!) === undefined) return undefined
  if (fields[5] === 'applied' || fields[5] === 'injected') return 'outcomes-log'
  return /^(?:true|false)$/.test(fields[4]!) ? 'acknowledgments-log' : undefined
}
