import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPatterns } from '../../src/capture/extract-patterns.ts'
import { withoutEmphasis } from '../../src/capture/prose.ts'
import { normalizeText } from '../../src/engine/text/text-hash.ts'
import { rounded, type Score, score } from './score.ts'

/**
 * How well and how fast patterns are found without a model.
 *
 * The first set may be inspected while tuning the word lists, and its figures are no claims; `--misses` prints its misses.
 * The second set must not be inspected, only its totals, and its figures are the claims. Those from before any later tuning
 * are kept once, in `extraction-blind.json`, and never overwritten.
 */
const HERE = import.meta.dirname

const GOALS = { precision: 0.9, megabytesPerSecond: 1 }

interface Labelled {
  readonly text: string
  readonly isPattern: boolean
  readonly strength: string | null
}

const first = {
  sentences: sentencesOf('sentences.jsonl'),
  deliberations: deliberationsOf('deliberations'),
}
const second = {
  sentences: sentencesOf('sentences-blind-second.jsonl'),
  deliberations: deliberationsOf('deliberations-blind-second'),
}

function sentencesOf(file: string): Labelled[] {
  const lines = readFileSync(join(HERE, file), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Labelled)
}

function deliberationsOf(folder: string) {
  return readdirSync(join(HERE, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const path = join(HERE, folder, name)
      const expected: unknown = JSON.parse(readFileSync(path.replace(/\.md$/, '.expected.json'), 'utf8'))
      return { name, text: readFileSync(path, 'utf8'), expected: textsOf(expected) }
    })
}

function textsOf(expected: unknown): string[] {
  const list = Array.isArray(expected) ? expected : (expected as { patterns: unknown[] }).patterns
  return list.map((item) => (typeof item === 'string' ? item : (item as { text: string }).text))
}

function ofSentences(set: readonly Labelled[], misses: string[]): Score & { strength: number } {
  const found = set.filter(({ text }) => readPatterns(text).patterns.length > 0)
  const right = found.filter(({ isPattern }) => isPattern)
  const sameStrength = right.filter(({ text, strength }) => readPatterns(text).patterns[0]!.strength === strength)
  for (const sentence of set)
    if (found.includes(sentence) !== sentence.isPattern)
      misses.push(`${sentence.isPattern ? 'missed' : 'WRONG '} ${sentence.text}`)
  for (const sentence of right)
    if (!sameStrength.includes(sentence))
      misses.push(
        `${sentence.strength} taken for ${readPatterns(sentence.text).patterns[0]!.strength}: ${sentence.text}`,
      )
  const labelled = set.filter(({ isPattern }) => isPattern).length
  return {
    ...score(labelled, found.length, right.length),
    strength: rounded(right.length === 0 ? 0 : sameStrength.length / right.length),
  }
}

function ofDeliberations(set: typeof first.deliberations, misses: string[]): Score {
  let [labelled, found, right] = [0, 0, 0]
  for (const { name, text, expected } of set) {
    const wanted = new Set(expected.map(comparable))
    const got = new Set(readPatterns(text).patterns.map((pattern) => comparable(pattern.text)))
    labelled += wanted.size
    found += got.size
    for (const each of got)
      if (wanted.has(each)) right += 1
      else misses.push(`WRONG  ${name}: ${each}`)
    for (const each of wanted) if (!got.has(each)) misses.push(`missed ${name}: ${each}`)
  }
  return score(labelled, found, right)
}

function comparable(text: string): string {
  return normalizeText(withoutEmphasis(text))
}

/** Megabytes of deliberations a second: the median of several rounds over about 4 MB. */
function throughput(): number {
  const once = first.deliberations.map(({ text }) => text).join('\n\n')
  const text = `${once}\n\n`.repeat(Math.ceil(1_000_000 / once.length))
  const megabytes = Buffer.byteLength(text) / 1e6
  const rounds = Array.from({ length: 9 }, () => {
    const start = performance.now()
    for (const { text: each } of first.deliberations) readPatterns(each).patterns
    readPatterns(text).patterns
    return (megabytes + Buffer.byteLength(once) / 1e6) / ((performance.now() - start) / 1_000)
  })
  return rounded(rounds.sort((a, b) => a - b)[4]!)
}

const misses: string[] = []
const firstSet = {
  sentences: ofSentences(first.sentences, misses),
  deliberations: ofDeliberations(first.deliberations, misses),
}
const secondSet = {
  sentences: ofSentences(second.sentences, []),
  deliberations: ofDeliberations(second.deliberations, []),
}
const BLIND = join(HERE, '..', 'results', 'extraction-blind.json')
if (!existsSync(BLIND)) writeFileSync(BLIND, `${JSON.stringify(secondSet, null, 2)}\n`)

const claims = [secondSet.sentences, secondSet.deliberations]
const megabytesPerSecond = throughput()
const results = {
  goals: GOALS,
  met: claims.every(({ precision }) => precision >= GOALS.precision) && megabytesPerSecond >= GOALS.megabytesPerSecond,
  /** With 95 % confidence, not only on average. */
  metForSure: claims.every(({ precisionAtLeast }) => precisionAtLeast >= GOALS.precision),
  node: process.version,
  firstSet: { measured: 'after tuning on it', ...firstSet },
  secondSet: { measured: 'after tuning on the first set only', ...secondSet },
  megabytesPerSecond,
}
writeFileSync(join(HERE, '..', 'results', 'extraction.json'), `${JSON.stringify(results, null, 2)}\n`)
if (process.argv.includes('--misses')) console.log(misses.join('\n'))
console.log(JSON.stringify(results, null, 2))
