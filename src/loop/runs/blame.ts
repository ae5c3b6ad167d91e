import { patternOfFinding, textsByFinding } from '../../capture/findings.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { penalty } from '../../engine/standing/verdict-effects.ts'
import { confirmedLevel, type Witness } from '../../engine/trust/confirm-output.ts'
import type { CorrectionAction } from './apply-verdict.ts'
import { type CorrectionCase, wordingsOf } from './verdict-case.ts'

/** The result of one false positive; without a payload no pattern is penalised, and the reason says why. */
export interface Blame {
  readonly action: CorrectionAction
  readonly payload?: Omit<PayloadOf<'pattern-ignored'>, 'by'>
  /** It may be any pattern of the deliberation. */
  readonly isUnclear?: boolean
}

/** A validator's claim that findings were false positives, and the evidence to check it against. */
export interface Dismissal {
  readonly known: CorrectionCase
  readonly findings: readonly string[]
  /** Whether the role may judge. */
  readonly counts: boolean
  readonly report: string
  readonly changedFiles: readonly string[] | undefined
  readonly witness: Witness
}

/** Finds the pattern behind each finding that the validator called a false positive, and what that costs it. The claim needs evidence like any other. A run penalises a pattern once. */
export function blame(dismissal: Dismissal, policy: Policy): Blame[] {
  const { known, findings, counts, report } = dismissal
  const penalised = new Set(known.penalised)
  const said = textsByFinding(report, findings)
  return findings.map((finding) => {
    if (!counts) return unmatched(finding, 'false positives count only when a validator names them')
    const blamed = blameOne(known, finding, policy, penalised)
    if (blamed.payload === undefined) return blamed
    const gap = policy.correction.dismissals === 'named' ? undefined : gapIn(dismissal, said.get(finding))
    if (gap !== undefined)
      return { action: { kind: 'unproven', finding, pattern: blamed.payload.pattern, reason: gap } }
    penalised.add(blamed.payload.pattern)
    return blamed
  })
}

/** What the claim lacks, in words. */
function gapIn({ changedFiles, witness }: Dismissal, text: string | undefined): string | undefined {
  if (text === undefined) return 'the report gives no evidence under this id; output or file:line would be evidence'
  const { level, reason } = confirmedLevel({ text, changedFiles }, witness)
  return level < 3 ? undefined : `it is called a false positive on reasoning alone: ${reason}`
}

function blameOne(known: CorrectionCase, finding: string, policy: Policy, penalised: ReadonlySet<string>): Blame {
  const texts = known.findings.get(finding) ?? (finding.includes(' ') ? [finding] : [])
  const shown = known.injected.flatMap(({ id }) => known.patterns.get(id) ?? [])
  const found = known.patterns.has(finding)
    ? { pattern: finding, method: 'id' as const, similarity: 1, words: finding }
    : (patternOfFinding(texts, wordingsOf(shown)) ?? patternOfFinding(texts, wordingsOf(known.patterns.values())))
  if (found === undefined && texts.length > 0) return unmatched(finding, 'no pattern says what this finding says')
  if (found === undefined)
    return known.deliberation?.payload.text.includes(finding)
      ? unclear(finding, 'the deliberation names this id, but it is not clear what it says under it')
      : unmatched(finding, 'the deliberation says nothing under this id')
  const wordings = wordingsOf([known.patterns.get(found.pattern)!])
  const nearer = [...known.findings].find(
    ([id, others]) => id !== finding && (patternOfFinding(others, wordings)?.similarity ?? 0) > found.similarity,
  )
  if (nearer !== undefined) return unclear(finding, `${nearer[0]} is nearer to what ${found.pattern} says`)
  const { pattern, evidence } = known.patterns.get(found.pattern)!
  const { weight, regression } = penalty({ role: pattern.role, wasValidated: evidence.wasValidated }, policy.penalty)
  const how = {
    id: 'cited by its id',
    substring: 'stated word for word',
    overlap: `shares ${Math.round(found.similarity * 100)} % of its words`,
  }
  const about = { pattern: pattern.id, finding, weight, regression }
  if (penalised.has(pattern.id))
    return { action: { kind: 'unmatched', finding, pattern: pattern.id, reason: 'penalised before in this run' } }
  const reason = `${how[found.method]}${regression ? '; it had been validated, so this is a regression' : ''}`
  return {
    action: { kind: 'penalised', reason, ...about },
    payload: { pattern: pattern.id, weight, finding: finding.slice(0, 200), regression },
  }
}

function unclear(finding: string, reason: string): Blame {
  return { ...unmatched(finding, `${reason}, so nobody is penalised`), isUnclear: true }
}

function unmatched(finding: string, reason: string): Blame {
  return { action: { kind: 'unmatched', finding, reason } }
}
