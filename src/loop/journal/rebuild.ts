import type { LoopContext } from '../context.ts'
import { keepOverlays } from '../governance/active-overlays.ts'
import type { LearnOptions } from '../learning/learn.ts'

/** Drops everything that was folded, and folds it again from the journal. */
export async function rebuild(
  context: LoopContext,
  options?: LearnOptions,
): Promise<{ readonly events: number }> {
  const rebuilt = await context.journal.rebuild(context.projector, options)
  context.shelf.clear()
  await keepOverlays(context)
  return rebuilt
}

/** After another journal was put in its place: writes again what is kept beside it. */
export async function settleRestored(context: LoopContext): Promise<void> {
  context.shelf.clear()
  await keepOverlays(context, true)
  context.ahead?.note()
}
