import { type Citation, citationsIn } from '../engine/laws/citations.ts'
import { stripOwnBlocks } from '../engine/text/own-blocks.ts'

/** What the last message of an agent says about the patterns that it was shown. */
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
/** The words by which our block explains the form; an agent that repeats them says nothing. */
const EXAMPLE = /^(?:pattern )?summary$/i
const MOST_CLAIMS = 100
const LONGEST_EVIDENCE = 200

/**
 * Reads `LEARNINGS_ACKNOWLEDGED`, `Applied: "summary" -> [evidence at file:line]` and `LEARNINGS_ACKNOWLEDGED: no_learnings (reason)`.
 * What Mettle itself put into the message is cut out first. Whether a claim holds is not decided here.
 */
export function readAcknowledgement(message: string): Acknowledgement {
  const text = stripOwnBlocks(message)
  const applied = [...text.matchAll(APPLIED)]
    .flatMap((match) => claimOf(match[1] ?? ''))
    .slice(0, MOST_CLAIMS)
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
  const evidence = proof.trim().replace(/^\[(.*)\]$/, '$1')
  return [{ summary, evidence: evidence.slice(0, LONGEST_EVIDENCE), citations: citationsIn(proof) }]
}
