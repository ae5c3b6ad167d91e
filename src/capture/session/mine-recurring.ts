import { shownCheck, shownCommand } from '../../engine/shell/shown-command.ts'
import type { FailureKind } from '../../engine/trust/failure-lines.ts'
import { failureSignature } from '../../engine/trust/failure-signature.ts'
import { readsOnly } from './command-roles.ts'
import { howItFails } from './mine-error-fixes.ts'
import type { KnownBefore, Mined } from './mined.ts'
import type { Step } from './session.ts'

/** What the surroundings do is a habit when it is met a second time; what the code of the day does takes longer. */
export const RECURRING = { sessions: 2, sessionsOfCode: 3 }

const OF_CODE: ReadonlySet<FailureKind> = new Set(['assertion', 'types', 'other', 'form'])

const UNNAMED: ReadonlySet<FailureKind> = new Set(['assertion', 'other'])

/** A failure that several sessions ran into, so that the next one expects it; with what mended it this time, where that was seen. */
export function mineRecurring(
  steps: readonly Step[],
  { known: { snags }, fixes }: { readonly known: KnownBefore; readonly fixes: readonly Mined[] },
  policy = RECURRING,
): Mined[] {
  const told = new Map<string, Mined>()
  for (const step of steps) {
    if (step.is !== 'tool' || step.ended !== 'failed' || step.command === undefined) continue
    const seen = snags.get(step.event)
    const shown = shownCheck(step.command) ?? shownCommand(step.command)
    const signature = failureSignature(step.output ?? '')
    if (seen === undefined || shown === undefined || signature === undefined || readsOnly(shown)) continue
    const needed = OF_CODE.has(signature.kind) ? policy.sessionsOfCode : policy.sessions
    if (seen.sessions < needed || told.has(signature.id)) continue
    const fix = fixes.find(({ facts }) => facts[0] === step.event)
    // "3 failed, 12 passed" again and again says nothing that the next session could use.
    if (fix === undefined && UNNAMED.has(signature.kind)) continue
    const fixed = fix?.command === undefined ? '' : `; \`${fix.command}\` fixes it`
    told.set(signature.id, {
      as: 'recurring-failure',
      lesson: `\`${shown}\` keeps failing in this repository${howItFails(signature, step)}${fixed}.`,
      whatHappened: `${seen.sessions} sessions met it, ${seen.times} times.`,
      facts: fix?.facts ?? [step.event],
      command: shown,
      category: 'mistake',
      strength: 'observation',
    })
  }
  return [...told.values()]
}
