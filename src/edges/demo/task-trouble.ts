import type { Mettle } from '../../open.ts'
import type { Dice } from './crew.ts'
import type { Trap } from './story.ts'

export interface Attempt {
  readonly run: string
  readonly task: string
  readonly fallen: readonly Trap[]
  readonly success: boolean
  readonly files: readonly string[]
}

/** The task of a run: what it ran into, round by round, and how it ended. Its success settles its errors. */
export async function attemptTask(mettle: Mettle, dice: Dice, attempt: Attempt): Promise<void> {
  const { run, task, fallen, success, files } = attempt
  await mettle.recordPlan({ run, text: dice.pick(PLANS), by: 'architect' })
  for (const { happened, file } of fallen) {
    await mettle.recordError({ run, task, message: `${happened} (${file}:12)` })
    await mettle.startIteration({ run })
    await mettle.inject({ role: 'builder', run, task, files: [file] })
  }
  await mettle.recordOutcome({
    run,
    task,
    result: success ? 'success' : 'failure',
    observedBy: 'test',
    durationMs: dice.between(2, 9) * 60_000 + fallen.length * 6 * 60_000,
    errorCount: fallen.length,
    retryCount: fallen.length,
    files: [...files],
    ...(!success && { failureDetails: fallen[0]?.happened ?? 'The tests failed after the last edit.' }),
  })
}

const PLANS = [
  'Split the work by layer: the tables first, then the endpoint, then the page that shows it.',
  'Split the work by feature, with tests beside the code.',
  'Maximize parallelization: everything in parallel, and merge in the end.',
] as const

/** A task that nobody gets done: after the third strike its design needs another look. */
export const STUBBORN = {
  task: 'merge-scan-events',
  attempts: [
    ['by their arrival', 'two arrive in the same second'],
    ['by depot and minute', 'a conveyor scans twice within a minute'],
    ['by the last scan', 'customs needs the first one'],
  ],
  error: 'AssertionError: expected 1 scan of parcel 4711, received 2 (src/tracking/merge-scans.test.ts:31)',
} as const
