import { lineOn, type Surface } from '../../injection/surface.ts'
import { MOST_LINES, saidOnce } from '../../injection/weigh.ts'
import { chosenFrom, questionOf } from '../../precomputed/kept-choices.ts'
import { orderAhead } from '../../precomputed/order-rows.ts'
import type { HookContext } from './hook-context.ts'
import { meaningOf } from './meaning-of.ts'
import { aheadOf } from './open-precomputed.ts'

/** What is for the agent in this repository, in the order of the surface, each with its line: what the journal would choose. */
export function choose(context: HookContext, surface: Surface, without: ReadonlySet<string>) {
  const { policy, now } = context
  const ahead = aheadOf(context)
  if (ahead === undefined) return []
  const { task } = surface.work
  const isAsked = task !== undefined && context.setting<boolean>('inject.embeddings')
  const { ordered, shelf } = orderAhead(ahead, {
    surface,
    without,
    now,
    policy,
    checkTime: () => context.checkTime(),
    meaningIn: isAsked ? (shelf) => meaningOf(shelf, task) : undefined,
  })
  return saidOnce(ordered, MOST_LINES).map((one) => lineOn(one, shelf.known(one.id).fared, policy))
}

/** What was chosen for a surface when patterns were written ahead; undefined where it has to be chosen now. */
export function keptChoice(context: HookContext, surface: Surface, without: ReadonlySet<string>) {
  const ahead = aheadOf(context)
  const question = questionOf(surface)
  if (ahead === undefined || question === undefined) return undefined
  const choice = ahead.head.policyHash === context.policyHash ? ahead.choice(question) : undefined
  return choice === undefined || choice.until <= context.now ? undefined : chosenFrom(choice, without)
}
