import { chosenFrom, questionOf } from '../injection/ahead-choices.ts'
import type { Candidate } from '../injection/candidate.ts'
import type { Surface } from '../injection/surface.ts'
import { aheadOf } from './ahead-of.ts'
import type { HookContext } from './hook-context.ts'

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
