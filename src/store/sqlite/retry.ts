import { setTimeout as sleep } from 'node:timers/promises'
import { explain, isBusy } from './explain.ts'

/** How long one synchronous attempt may block the process; between attempts it is free. */
export const ATTEMPT_MS = 25

export async function retryWhileBusy<T>(
  { path, waitMs }: { readonly path: string; readonly waitMs: number },
  attempt: () => T,
): Promise<T> {
  const until = performance.now() + waitMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw explain(error, path, waitMs)
    }
    await sleep(1 + Math.random() * 20)
  }
}
