import { between, oneOf, type Random } from '../bench/world/random.ts'
import { parsed } from './mutate.ts'
import type { Opened, Target } from './target.ts'

/** An input of any length, all of it of one kind. */
export interface Growing {
  readonly name: string
  readonly make: (length: number) => string
}

/** Four times the input may cost so many times the work: 4 would be linear, 16 quadratic. */
const MOST_RATIO = 9
/** Less work than this is lost in noise. */
const TELLING_MS = 30
const SMALLEST = 2_048
const TRIES = 3

/** Something that makes an input long: a word again and again, alone, on lines, or inside a text of a sample. */
export function growing({ words, samples }: Target, random: Random): Growing {
  const [word, other] = [oneOf(random, words), oneOf(random, words)]
  const unit = oneOf(random, [word, `${word}\n`, `${word} `, word + other, `${word}${other}\n`, `${word}a1`])
  const sample = oneOf(random, samples)
  const leaves = leavesOf(parsed(sample))
  const leaf = leaves.length === 0 ? undefined : oneOf(random, leaves)
  const shape = oneOf(random, ['plain', 'inside', 'inside', 'many'] as const)
  if (shape === 'many') return growingBy(sample, (text) => text, 'sample', '\n')
  if (shape === 'inside' && leaf !== undefined)
    return growingBy(unit, (text) => JSON.stringify(withText(parsed(sample), leaf, text)), leaf.join('.'))
  if (shape === 'plain') return repeated(unit)
  const at = between(random, 0, sample.length)
  return growingBy(unit, (text) => sample.slice(0, at) + text + sample.slice(at), `at ${at}`)
}

/** A text again and again. */
export function repeated(unit: string): Growing {
  return growingBy(unit, (text) => text, 'alone')
}

function growingBy(unit: string, around: (text: string) => string, where: string, gap = ''): Growing {
  const whole = (unit === '' ? 'a' : unit) + gap
  return {
    name: `${JSON.stringify(whole.slice(0, 60))} ${where}`,
    make: (length) => around(whole.repeat(Math.ceil(length / whole.length)).slice(0, length)),
  }
}

/**
 * What is wrong with how the work grows, if anything: the input is doubled until its work can be told, and then four times the input
 * must not cost much more than four times the work, there and at twice the length. The least of several measurements counts, so that whatever else
 * the machine does is left out.
 */
export async function growthProblem(opened: Opened, growing: Growing, longest: number): Promise<string | undefined> {
  for (let length = SMALLEST; length <= longest; length *= 2) {
    if ((await workOf(opened, growing.make(length), 1)) < TELLING_MS) continue
    const first = await steepness(opened, growing, length)
    if (first === undefined) return undefined
    return steepness(opened, growing, length * 2)
  }
  return undefined
}

/** In words; undefined where the work grows no faster than it may. */
async function steepness(opened: Opened, { name, make }: Growing, length: number): Promise<string | undefined> {
  const small = await workOf(opened, make(length / 4), TRIES)
  const large = await workOf(opened, make(length), TRIES)
  if (large < TELLING_MS || large <= MOST_RATIO * Math.max(small, 0.5)) return undefined
  return `${name}: ${length / 4} characters take ${small.toFixed(1)} ms of work, ${length} take ${large.toFixed(1)} ms`
}

async function workOf({ check }: Opened, input: string, tries: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries; i++) {
    const before = process.cpuUsage()
    await check(input)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

type Path = readonly string[]

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]))
}

function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  const member = withText((value as Record<string, unknown>)[key], rest, text)
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? member : item))
  return { ...(value as object), [key]: member }
}
