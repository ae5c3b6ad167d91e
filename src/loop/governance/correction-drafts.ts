import type { RolePair } from '../../engine/laws/role-pairs.ts'
import type { Verdict } from '../../engine/laws/verdict.ts'
import type { CorrectionVerdict } from '../../engine/standing/correction.ts'
import type { Draft } from '../journal/append-facts.ts'
import { checkPayload } from '../journal/check-payload.ts'
import type { Cited } from '../patterns/restatements.ts'
import type { Blame } from './blame.ts'
import type { CorrectionCase } from './correction-case.ts'
import type { CorrectionAction, CorrectRequest } from './correction-report.ts'

/** A verdict with all that was found to follow from it. */
export interface Ruling extends CorrectionVerdict {
  readonly id: string
  readonly asked: CorrectRequest
  readonly pair: RolePair
  readonly verdict: Verdict
  readonly known: CorrectionCase
  readonly level: 1 | 2 | 3 | undefined
  readonly blames: readonly Blame[]
  readonly cited: readonly Cited[]
  readonly actions: readonly CorrectionAction[]
}

const LONGEST_NAME = 200

/**
 * The facts of a ruling: what was taken up, the verdict that credits it, and the rest. The verdict expects the stream as it was
 * when the ruling was made. A run penalises and ages a pattern once, so those facts have the run in their keys where there is
 * one.
 */
export async function correctionDrafts(ruling: Ruling): Promise<Draft[]> {
  const { id, pair, known, fates, level } = ruling
  const place = placeOf(ruling)
  const once = known.run ?? id
  const uses = ruling.cited.flatMap((each) => each.uses).map((use): Draft => ({ ...use, ...place }))
  const drafts: Draft[] = [...uses, await verdictDraft(ruling, known.version + uses.length)]
  for (const { payload } of ruling.blames)
    if (payload !== undefined)
      drafts.push({
        type: 'pattern-ignored',
        payload: { ...payload, by: pair.validator },
        key: `ignored/${once}/${payload.pattern}`,
        ...place,
      })
  for (const { pattern, fate } of fates) {
    if (fate === 'aged' && !known.aged.has(pattern))
      drafts.push({ type: 'pattern-aged', payload: { pattern }, key: `aged/${once}/${pattern}`, ...place })
    if (fate === 'reinforced' && (level === 1 || level === 2))
      drafts.push({
        type: 'pattern-reinforced',
        payload: { pattern, evidenceLevel: level, verdict: id },
        key: `reinforced/${id}/${pattern}`,
        ...place,
      })
  }
  return drafts
}

function placeOf({ asked, pair, known }: Ruling) {
  return {
    stream: known.stream,
    run: known.run,
    occurredAt: asked.occurredAt,
    provenance: { source: 'validator', role: pair.validator, trust: 'internal' } as const,
  }
}

async function verdictDraft(ruling: Ruling, expectedVersion: number): Promise<Draft> {
  const { id, pair, verdict, known, level } = ruling
  const payload = await checkPayload('verdict-recorded', {
    verdict: id,
    deliberation: known.deliberation?.payload.deliberation,
    adversarialRole: pair.adversarial,
    validatorRole: pair.validator,
    result: verdict.verdict,
    mustFix: names(verdict.mustFix),
    falsePositives: names(verdict.falsePositives),
    evidenceLevel: level,
    actions: ruling.actions,
  })
  const key = `verdict/${id}`
  return { type: 'verdict-recorded', payload, key, expectedVersion, ...placeOf(ruling) }
}

function names(ids: readonly string[]): string[] {
  return ids.map((id) => id.slice(0, LONGEST_NAME))
}
