import { type CheckKind, checkIn } from '../../engine/shell/check-command.ts'
import { shownCheck } from '../../engine/shell/shown-command.ts'
import type { KnownBefore, Mined } from './mined.ts'
import type { Step } from './session.ts'

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
