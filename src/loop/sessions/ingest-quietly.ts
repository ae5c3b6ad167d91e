import type { LoopContext } from '../context.ts'

/** Takes in what hooks left, so that whoever asks next knows of it. What cannot be taken in now waits for the next one, and that is counted. */
export async function takeIn(context: LoopContext, onFailure: (error: unknown) => void): Promise<void> {
  const { spool } = context
  try {
    if (spool === undefined || spool.waiting().length === 0) return
    const { ingestSpool } = await import('./ingest-spool.ts')
    await ingestSpool(context, spool)
  } catch (error) {
    onFailure(error)
  }
}
