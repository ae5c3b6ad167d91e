import type { ImportFormat } from './formats.ts'
import { instantOf } from './json-value.ts'

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

/** What a file is, by its name, else by how it begins; undefined when it is nothing that can be imported. */
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
