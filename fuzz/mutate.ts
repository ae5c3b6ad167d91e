import { between, oneOf, type Random } from '../bench/world/random.ts'

const LONGEST = 20_000

/** Texts on which readers stumble: ends of ranges, halves of pairs, what other languages mean by nothing. */
const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\u001b[2J',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\ud800',
  '\udc00',
  '\u200b',
  'é\u0301',
  '👩\u200d💻',
  '\r\n',
  '\t',
  '%00',
  '../..',
  '$(id)',
  '"',
  "'",
  '`',
  '\\',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '0',
  '1e999',
  'NaN',
  '9007199254740993',
  '2026-02-30T25:61:61Z',
  '-'.repeat(300),
] as const

const ODD_VALUES: readonly unknown[] = [
  ...ODD_TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  { __proto__: null, length: 1 },
  ['x', 1, null],
]

/** What a mutation may draw from. */
export interface Pool {
  readonly words: readonly string[]
  readonly corpus: readonly string[]
}

/** An input somewhat like the one given; more steps for inputs further away. */
export function mutated(input: string, pool: Pool, random: Random): string {
  let text = input
  for (let steps = between(random, 1, 5); steps > 0; steps--) text = oneOf(random, STEPS)(text, pool, random)
  return text.slice(0, LONGEST)
}

type Step = (text: string, pool: Pool, random: Random) => string

const STEPS: readonly Step[] = [
  (text, { words }, random) => spliced(text, piece(words, random), random),
  (text, { words }, random) => spliced(text, piece(words, random), random),
  (text, _, random) => spliced(text, oneOf(random, ODD_TEXTS), random),
  (text, _, random) => replaced(text, String.fromCharCode(between(random, 0, 255)), random),
  flipped,
  (text, _, random) => replaced(text, '', random),
  (text, _, random) => text.slice(0, between(random, 0, text.length)),
  repeated,
  (text, { corpus }, random) => spliced(text, slice(oneOf(random, corpus), random), random),
  (text, { corpus }, random) => {
    const other = oneOf(random, corpus)
    return text.slice(0, between(random, 0, text.length)) + other.slice(between(random, 0, other.length))
  },
  inJson,
  inJson,
]

function piece(words: readonly string[], random: Random): string {
  return words.length === 0 ? ' ' : oneOf(random, words)
}

function spliced(text: string, piece: string, random: Random): string {
  const at = between(random, 0, text.length)
  return text.slice(0, at) + piece + text.slice(at)
}

function replaced(text: string, piece: string, random: Random): string {
  const at = between(random, 0, text.length)
  return text.slice(0, at) + piece + text.slice(at + between(random, 1, 12))
}

function flipped(text: string, _: Pool, random: Random): string {
  if (text === '') return text
  const at = between(random, 0, text.length - 1)
  const unit = text.charCodeAt(at) ^ (1 << between(random, 0, 7))
  return text.slice(0, at) + String.fromCharCode(unit) + text.slice(at + 1)
}

function repeated(text: string, _: Pool, random: Random): string {
  const part = slice(text, random)
  return spliced(text, part.repeat(between(random, 1, 20)).slice(0, LONGEST), random)
}

function slice(text: string, random: Random): string {
  const from = between(random, 0, text.length)
  return text.slice(from, from + between(random, 0, 80))
}

/** Another value somewhere within a JSON text; a text that is none stays as it is. */
function inJson(text: string, { words }: Pool, random: Random): string {
  const value = parsed(text)
  if (value === undefined) return text
  return JSON.stringify(changed(value, words, random)) ?? text
}

function changed(value: unknown, words: readonly string[], random: Random): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.2) return oddValue(words, random)
  const keys = Object.keys(value)
  if (keys.length === 0) return oddValue(words, random)
  const key = oneOf(random, keys)
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? changed(item, words, random) : item))
  const fields = value as Record<string, unknown>
  if (random() < 0.15) return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key))
  if (random() < 0.15) return { ...fields, [piece(words, random)]: oddValue(words, random) }
  return { ...fields, [key]: changed(fields[key], words, random) }
}

function oddValue(words: readonly string[], random: Random): unknown {
  return random() < 0.4 && words.length > 0 ? oneOf(random, words) : oneOf(random, ODD_VALUES)
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
