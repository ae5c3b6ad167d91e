import type { RolePair } from '../engine/laws/role-pairs.ts'
import { jaccard } from '../engine/search/jaccard.ts'
import { tokenSet } from '../engine/search/text-tokens.ts'
import { byTime, type Finding, plainRole, type Review, type Ruled } from './reviews.ts'

/** A challenger and its validator over the same work. */
export interface Sitting extends RolePair {
  readonly challenged: 'PASS' | 'FAIL'
  readonly validated: 'PASS' | 'FAIL'
  /** What the validator raised, and how much of it the challenger had not; absent when its report was not recorded. */
  readonly findings?: { readonly raised: number; readonly novel: number }
  readonly at: number
}

/**
 * Brings each challenger's review together with the verdict on it: the one that was acted on, and the validator's own report,
 * which is its first on the same work and phase before the challenger speaks again.
 */
export function sittingsOf(
  reviews: readonly Review[],
  ruled: readonly Ruled[],
  pairs: readonly RolePair[],
  sameOverlap: number,
): Sitting[] {
  const shelf = shelve(reviews)
  const acted = new Map(
    [...ruled].sort(byTime).map((one) => [`${one.deliberation}\n${one.validator}`, one] as const),
  )
  return allPairs(pairs, ruled).flatMap(({ adversarial, validator }) =>
    reviews
      .filter(({ role }) => role === adversarial)
      .flatMap((challenge): Sitting[] => {
        const report = reportOn(challenge, validator, shelf)
        const verdict = acted.get(`${challenge.deliberation}\n${validator}`)?.verdict ?? report?.verdict
        if (verdict === undefined) return []
        return [
          {
            adversarial,
            validator,
            challenged: challenge.verdict,
            validated: verdict,
            at: challenge.at,
            findings: report && compared(report, challenge, sameOverlap),
          },
        ]
      }),
  )
}

function allPairs(pairs: readonly RolePair[], ruled: readonly Ruled[]): RolePair[] {
  const seen = ruled.map(({ challenger, validator }) => ({ adversarial: challenger, validator }))
  const all = [...pairs, ...seen].map(({ adversarial, validator }) => ({
    adversarial: plainRole(adversarial),
    validator: plainRole(validator),
  }))
  return [...new Map(all.map((pair) => [`${pair.adversarial}\n${pair.validator}`, pair])).values()]
}

type Shelf = ReadonlyMap<string, readonly Review[]>

/** Reviews by role and work, oldest first. */
function shelve(reviews: readonly Review[]): Shelf {
  const shelf = new Map<string, Review[]>()
  for (const review of [...reviews].sort(byTime)) {
    const key = `${review.role}\n${review.work}`
    const row = shelf.get(key)
    if (row === undefined) shelf.set(key, [review])
    else row.push(review)
  }
  return shelf
}

function reportOn(challenge: Review, validator: string, shelf: Shelf): Review | undefined {
  const after = (role: string) =>
    shelf
      .get(`${role}\n${challenge.work}`)
      ?.find((other) => byTime(other, challenge) > 0 && samePhase(other, challenge))
  const next = after(challenge.role)
  const report = after(validator)
  return report !== undefined && (next === undefined || byTime(report, next) < 0) ? report : undefined
}

function samePhase(a: Review, b: Review): boolean {
  return a.phase === undefined || b.phase === undefined || a.phase === b.phase
}

function compared(report: Review, challenge: Review, sameOverlap: number) {
  const isKnown = (finding: Finding) =>
    challenge.findings.some((other) => isSame(finding, other, sameOverlap))
  const novel = report.findings.filter((finding) => !isKnown(finding)).length
  return { raised: report.findings.length, novel }
}

/** Two roles word a finding differently; enough words in common, and no other file, make it the same. */
function isSame(a: Finding, b: Finding, overlap: number): boolean {
  if (a.signature === b.signature) return true
  if (a.file !== undefined && b.file !== undefined && a.file !== b.file) return false
  return jaccard(tokenSet(a.summary), tokenSet(b.summary)) >= overlap
}
