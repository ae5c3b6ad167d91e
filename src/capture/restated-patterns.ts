import { jaccard, tokenSet } from '../engine/search/words.ts'
import { type Citation, citationsIn } from '../engine/text/code-citations.ts'
import { stripOwnBlocks } from '../engine/text/own-blocks.ts'
import { normalizeText } from '../engine/text/text-hash.ts'
import { type KnownWording, patternOfFinding } from './findings.ts'
import { patternSection, proseOf, sentencesOf } from './prose.ts'

/** The words with which a report restates a pattern, and the places in the code that it cites there. */
export interface Restatement {
  readonly words: string
  readonly citations: readonly Citation[]
}

const IN_OWN_WORDS: ReadonlySet<string> = new Set(['item', 'task', 'paragraph'])

export const RESTATED = { minOverlap: 0.8 }

/** The patterns that a report restates: it cites their id, contains their wording, or has a sentence that shares 80% of their words. Its list of learned patterns does not count as use, and neither does text that Mettle inserted. */
export function restatedPatterns(
  report: string,
  patterns: readonly KnownWording[],
  policy = RESTATED,
): ReadonlyMap<string, Restatement> {
  const found = new Map<string, Restatement>()
  if (patterns.length === 0) return found
  const blocks = patternSection(proseOf(stripOwnBlocks(report))).rest
  for (const { text } of blocks.filter(({ kind }) => IN_OWN_WORDS.has(kind))) {
    const sentences = sentencesOf(text).map(tokenSet)
    for (const pattern of patterns) {
      if (found.has(pattern.id) || !says(text, sentences, pattern, policy)) continue
      found.set(pattern.id, { words: text, citations: citationsIn(text) })
    }
  }
  return found
}

function says(
  text: string,
  sentences: readonly ReadonlySet<string>[],
  pattern: KnownWording,
  policy: typeof RESTATED,
): boolean {
  const isNamed = patternOfFinding([text], [pattern], { minOverlap: 2 }) !== undefined
  if (isNamed) return true
  return pattern.texts
    .filter((wording) => normalizeText(wording) !== '')
    .map(tokenSet)
    .some((wording) => sentences.some((words) => jaccard(words, wording) >= policy.minOverlap))
}

/** An agent's statement, in its last message, about the patterns that it was shown. */
export interface Acknowledgement {
  readonly acknowledged: boolean
  /** Why none of them applied, if the agent said so. */
  readonly none?: string
  readonly applied: readonly AppliedClaim[]
}

export interface AppliedClaim {
  /** The pattern in the agent's words, or its id. */
  readonly summary: string
  readonly evidence: string
  readonly citations: readonly Citation[]
}

const MARK = /\bLEARNINGS_ACKNOWLEDGED\b/
const NONE = /\bLEARNINGS_ACKNOWLEDGED[ \t]*:?[ \t]*no_learnings\b[ \t]*(?:\(([^)\n]{0,2000})\)?)?/i
const APPLIED = /^[ \t>*-]*(?:\*\*)?Applied(?:\*\*)?[ \t]*:[ \t]*(.{1,4000})$/gim
const QUOTED = /^["“'`](.{1,2000}?)["”'`][ \t]*(?:(?:-{1,2}>|=>|→|—|:)[ \t]*(.*))?$/
const BARE = /^(.{1,2000}?)[ \t]*(?:-{1,2}>|=>|→)[ \t]*(.*)$/
/** Placeholders from the instructions in our own block; an agent that repeats them has made no claim. */
const EXAMPLE = /^(?:(?:pattern )?summary|#id)$/i
/** Several patterns in one line, by the short ids that blocks show: `#3f2a9, #77ab1`. */
const SHORT_IDS = /^#[0-9a-f]{5}(?:[\s,]+#[0-9a-f]{5})+$/i
const MOST_CLAIMS = 100
const LONGEST_EVIDENCE = 200

/** Reads `LEARNINGS_ACKNOWLEDGED`, `Applied: "summary" -> [evidence at file:line]` and `LEARNINGS_ACKNOWLEDGED: no_learnings (reason)`. Mettle's own blocks are cut out of the message first. Does not decide whether a claim holds. */
export function readAcknowledgement(message: string): Acknowledgement {
  const text = stripOwnBlocks(message)
  const applied = [...text.matchAll(APPLIED)].flatMap((match) => claimOf(match[1] ?? '')).slice(0, MOST_CLAIMS)
  const none = NONE.exec(text)
  return {
    acknowledged: MARK.test(text) || applied.length > 0,
    none: none === null || applied.length > 0 ? undefined : none[1]?.trim() || 'no reason given',
    applied,
  }
}

function claimOf(rest: string): AppliedClaim[] {
  const line = rest.trim()
  const [, said = line, proof = ''] = QUOTED.exec(line) ?? BARE.exec(line) ?? []
  const summary = said.trim()
  if (summary === '' || EXAMPLE.test(summary)) return []
  const evidence = proof
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .slice(0, LONGEST_EVIDENCE)
  const named = SHORT_IDS.test(summary) ? summary.split(/[\s,]+/) : [summary]
  return named.map((one) => ({ summary: one, evidence, citations: citationsIn(proof) }))
}
