import type { LoopContext } from '../context.ts'

/** Records queued hook events, so that the next caller sees them. Events that cannot be recorded now stay queued, and the failure is counted. */
export async function takeIn(context: LoopContext, onFailure: (error: unknown) => void): Promise<void> {
  try {
    if ((context.spool?.waiting().length ?? 0) > 0) await context.ingest?.(context)
  } catch (error) {
    onFailure(error)
  }
}
