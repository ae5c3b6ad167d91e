import type { LoopContext } from '../context.ts'

/** Tells whoever listens how long an agent waited. */
export async function timed<T>(context: LoopContext, deed: string, work: () => Promise<T>): Promise<T> {
  if (context.metrics === undefined) return work()
  const from = context.now()
  try {
    return await work()
  } finally {
    context.metrics.record('mettle.hook.duration', context.now() - from, { deed })
  }
}
