import { RETENTION } from '../../src/engine/laws/retention.ts'
import type { TestLoop } from './test-loop.ts'

/** Retention under which the words of every fact but the newest run go. */
export const NOTHING_KEPT = { ...RETENTION, maxRuns: 1, maxLogLines: 1 }

/** Lets two days and another run pass, then archives the words of all that was recorded before; the documents are made again. */
export async function forgotten(loop: TestLoop): Promise<void> {
  loop.pass(1)
  await loop.recordOutcome({ run: 'later', result: 'unknown' })
  loop.pass(1)
  const { events } = await loop.forget()
  if (events === 0) throw new Error('nothing was archived')
  await loop.rebuild()
}
