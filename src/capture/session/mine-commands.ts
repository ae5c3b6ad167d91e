import { type CheckKind, checkIn } from '../../engine/shell/check-command.ts'
import { shownCheck, shownCommand } from '../../engine/shell/shown-command.ts'
import { type FailureKind, failureSignature } from '../../engine/trust/describe-failure.ts'
import { howItFails } from './mine-error-fixes.ts'
import type { KnownBefore, Mined } from './mined.ts'
import type { Step } from './session.ts'
import { readsOnly } from './steps.ts'

export const REPOSITORY_COMMANDS = { sessions: 2, times: 3 }

const LESSON: Readonly<Record<CheckKind, (command: string) => string>> = {
  test: (command) => `Run the tests of this repository with \`${command}\`.`,
  build: (command) => `Build this repository with \`${command}\`.`,
  lint: (command) => `Check the form of the code in this repository with the linter, \`${command}\`.`,
}

/** The commands by which this repository is really built, tested and linted: of each kind the one that passed most often. */
export function mineCommands(
  steps: readonly Step[],
  { checks }: KnownBefore,
  policy = REPOSITORY_COMMANDS,
): Mined[] {
  const best = new Map<CheckKind, Mined & { times: number }>()
  for (const step of steps) {
    if (step.is !== 'tool' || step.command === undefined) continue
    const seen = checks.get(step.event)
    const kind = checkIn(step.command)?.kind
    const command = shownCheck(step.command)
    if (seen === undefined || kind === undefined || command === undefined) continue
    if (seen.sessions < policy.sessions || seen.times < policy.times) continue
    if (seen.times <= (best.get(kind)?.times ?? 0)) continue
    best.set(kind, {
      as: 'repository-command',
      lesson: LESSON[kind](command),
      whatHappened: `It passed ${seen.times} times in ${seen.sessions} sessions.`,
      facts: [step.event],
      command,
      category: 'convention',
      strength: 'rule',
      times: seen.times,
    })
  }
  return [...best.values()].map(({ times: _, ...mined }) => mined)
}

/** What the surroundings do is a habit when it is met a second time; what the code of the day does takes longer. */
export const RECURRING = { sessions: 2, sessionsOfCode: 3 }

const OF_CODE: ReadonlySet<FailureKind> = new Set(['assertion', 'types', 'other', 'form'])

const UNNAMED: ReadonlySet<FailureKind> = new Set(['assertion', 'other'])

/** A failure that occurred in several sessions, so that the next one expects it; with what fixed it this time, if that was seen. */
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
