import { lineOn, type Surface } from '../../injection/surface.ts'
import { MOST_LINES, saidOnce } from '../../injection/weigh.ts'
import { chosenFrom, questionOf } from '../../precomputed/kept-choices.ts'
import { orderPrecomputed } from '../../precomputed/order-rows.ts'
import { embeddingOf } from './embedding-of.ts'
import type { HookContext } from './hook-context.ts'
import { precomputedFor } from './open-precomputed.ts'

/** The candidates for the agent in this repository, in the surface's order, each with its line: the journal's own choice. */
export function choose(context: HookContext, surface: Surface, without: ReadonlySet<string>) {
  const { policy, now } = context
  const precomputed = precomputedFor(context)
  if (precomputed === undefined) return []
  const { task } = surface.work
  const isAsked = task !== undefined && context.setting<boolean>('inject.embeddings')
  const { ordered, cache } = orderPrecomputed(precomputed, {
    surface,
    without,
    now,
    policy,
    checkTime: () => context.checkTime(),
    embeddingIn: isAsked ? (cache) => embeddingOf(cache, task) : undefined,
  })
  return saidOnce(ordered, MOST_LINES).map((one) => lineOn(one, cache.known(one.id).fared, policy))
}

/** The precomputed choice for a surface; undefined if it has to be made now. */
export function keptChoice(context: HookContext, surface: Surface, without: ReadonlySet<string>) {
  const precomputed = precomputedFor(context)
  const question = questionOf(surface)
  if (precomputed === undefined || question === undefined) return undefined
  const choice = precomputed.head.policyHash === context.policyHash ? precomputed.choice(question) : undefined
  return choice === undefined || choice.until <= context.now ? undefined : chosenFrom(choice, without)
}
