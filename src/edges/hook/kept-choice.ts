import type { Candidate } from '../../injection/candidate.ts'
import type { Surface } from '../../injection/surface.ts'
import { chosenFrom, questionOf } from '../../precomputed/kept-choices.ts'
import type { HookContext } from './hook-context.ts'
import { aheadOf } from './open-precomputed.ts'

/** What was chosen for a surface when patterns were written ahead; undefined where it has to be chosen now. */
export function keptChoice(
  context: HookContext,
  surface: Surface,
  without: ReadonlySet<string>,
): readonly Candidate[] | undefined {
  const ahead = aheadOf(context)
  const question = questionOf(surface)
  if (ahead === undefined || question === undefined) return undefined
  const choice = ahead.head.policyHash === context.policyHash ? ahead.choice(question) : undefined
  return choice === undefined || choice.until <= context.now ? undefined : chosenFrom(choice, without)
}
