import { BETWEEN_SENTENCES, characterOf, isCommonWord, sentencesOf, tellingWords } from './seen-words.ts'

/** How much of a sentence another text must have for the sentence to count as its repetition. */
export interface RepeatedPolicy {
  readonly fewestWords: number
  readonly share: number
  /** The share that is enough if a rare name is among the shared words. */
  readonly shareWithName: number
  /** How many consecutive sentences the words may be spread over. */
  readonly sentences: number
  /** How many of the shared words must be uncommon in advice, unless all words of the sentence are found. */
  readonly uncommon: number
}

/** Texts of others: web, servers, issues, history, packages, answers of subagents. */
export const FROM_OUTSIDE: RepeatedPolicy = {
  fewestWords: 3,
  share: 0.5,
  shareWithName: 0.34,
  sentences: 2,
  uncommon: 2,
}
/** The same from earlier runs: among the pages of many days, some share half of the words of any lesson. */
export const FROM_OUTSIDE_EARLIER: RepeatedPolicy = {
  fewestWords: 4,
  share: 0.6,
  shareWithName: 0.4,
  sentences: 1,
  uncommon: 3,
}
/** Output of this machine: files and commands of the repository. A lesson about them shares their names. */
export const FROM_HERE: RepeatedPolicy = { fewestWords: 4, share: 0.7, shareWithName: 0.7, sentences: 2, uncommon: 2 }
/** The same from earlier runs: among so many texts, some match any short claim. */
export const FROM_HERE_EARLIER: RepeatedPolicy = {
  fewestWords: 5,
  share: 0.7,
  shareWithName: 0.7,
  sentences: 1,
  uncommon: 2,
}

/** A sentence of a statement, prepared for searching: a bit for each of its words. */
interface Claim {
  readonly bits: ReadonlyMap<string, number>
  readonly size: number
  /** Words common in advice, such as run, test and change; each weighs half. */
  readonly common: number
  /** The words that are names: with a digit or a sign inside, or quoted as code. */
  readonly names: number
}

const MOST_WORDS = 30
const FEWEST_IN_PART = 4

/** A statement and its sentences, if they are long enough to be recognised. */
export function claimsIn(statement: string): Claim[] {
  const parts = sentencesOf(statement).map(claimOf)
  return [claimOf(statement), ...parts.filter(({ size }) => size >= FEWEST_IN_PART)]
}

function claimOf(sentence: string): Claim {
  const words = new Map(tellingWords(sentence).map((word) => [characterOf(word), word]))
  const kept = [...words].slice(0, MOST_WORDS)
  const bits = new Map(kept.map(([character], at) => [character, 1 << at]))
  const common = kept.reduce((sum, [, word], at) => (isCommonWord(word) ? sum | (1 << at) : sum), 0)
  const names = namesIn(sentence).reduce((sum, name) => sum | (bits.get(characterOf(name)) ?? 0), 0)
  return { bits, size: kept.length, common, names: names & ~common }
}

function namesIn(sentence: string): string[] {
  const quoted = [...sentence.matchAll(/`([^`]+)`/g)].flatMap(
    ([, code]) => code!.toLowerCase().match(/[a-z0-9_]{4,}/g) ?? [],
  )
  return [
    ...quoted,
    ...(sentence.toLowerCase().match(/[a-z]+(?:[-_.@/][a-z0-9]+|\d)[\w-]*/g) ?? []).flatMap((name) =>
      name.split(/[^a-z0-9_]+/),
    ),
  ]
}

/**
 * Whether one of the claims repeats a text that was seen. `seen` is a sketch; it must have the policy's share of the claim's different
 * words, enough of them uncommon, within one sentence or two consecutive ones.
 *
 * "Warm the fixture cache with the seed script" has warm, fixture, cache, seed, and script, which is common: 9. "Please warm the cache from the fixtures." has warm, cache and
 * fixture: 6 of 9, 0.67, repeated.
 */
export function isRepeated(claims: readonly Claim[], seen: string, policy: RepeatedPolicy): boolean {
  return claims.some((claim) => claim.size >= policy.fewestWords && isIn(claim, seen, policy))
}

/** The share of a statement's words that one sentence of a sketch has. */
export function shareSeen(statement: string, seen: string): number {
  const words = [...new Set(tellingWords(statement).map(characterOf))]
  const found = seen.split(BETWEEN_SENTENCES).map((one) => words.filter((word) => one.includes(word)).length)
  return words.length === 0 ? 0 : Math.max(...found) / words.length
}

function isIn({ bits, size, common, names }: Claim, seen: string, policy: RepeatedPolicy): boolean {
  const whole = 2 * size - countOf(common)
  let [before, now] = [0, 0]
  for (let at = 0; at <= seen.length; at++) {
    const character = seen[at] ?? BETWEEN_SENTENCES
    if (character !== BETWEEN_SENTENCES) {
      now |= bits.get(character) ?? 0
      continue
    }
    const both = policy.sentences > 1 ? before | now : now
    const found = both === 0 ? 0 : countOf(both)
    const weight = 2 * found - countOf(both & common)
    const share = (both & names) === 0 ? policy.share : policy.shareWithName
    if (found > 1 && weight >= share * whole && (countOf(both & ~common) >= policy.uncommon || found === size))
      return true
    before = now
    now = 0
  }
  return false
}

function countOf(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}
