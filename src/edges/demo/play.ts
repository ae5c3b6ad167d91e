import type { Mettle } from '../../open.ts'
import { type Dice, FAILING, graded, livePeople } from './crew.ts'
import { review } from './review.ts'
import { playChecks } from './sessions.ts'
import { AREAS, type Area, BAD_ADVICE, CHECKS, type Trap } from './story.ts'
import { attemptTask } from './task-trouble.ts'

export interface StoryClock {
  now(): number
  advance(ms: number): void
}

export interface PlayOptions {
  readonly runs: number
  /** When the story ends. */
  readonly until: number
  readonly onProgress?: (done: number, total: number) => void
}

/** Plays weeks of a project through the loop. Events are drawn by dice; what is learned from them is not. */
export async function play(mettle: Mettle, clock: StoryClock, dice: Dice, options: PlayOptions) {
  const { runs, until } = options
  const played = { runs: 0, successes: 0, learnings: 0 }
  for (let number = 1; number <= runs; number++) {
    const run = `run-${String(number).padStart(3, '0')}`
    const part = number / runs
    const { success, learnings } = await playRun(mettle, clock, dice, { run, part })
    played.runs += 1
    played.successes += success ? 1 : 0
    played.learnings += learnings
    await livePeople(mettle, clock, { before: (number - 1) / runs, after: part, run })
    const left = Math.max(0, until - clock.now())
    const share = dice.between(12, 28) / 20 / Math.max(1, runs - number)
    clock.advance(Math.round(left * Math.min(1, share)))
    options.onProgress?.(number, runs)
  }
  return played
}

async function playRun(
  mettle: Mettle,
  clock: StoryClock,
  dice: Dice,
  { run, part }: { run: string; part: number },
): Promise<{ success: boolean; learnings: number }> {
  const area = dice.pick(AREAS)
  const task = dice.pick(area.tasks)
  await mettle.startIteration({ run })
  const { items } = await mettle.inject({ role: 'builder', run, task, labels: [area.label] })
  const shown = new Map(items.map(({ text, pattern }) => [text, pattern]))
  const misled = area.label === BAD_ADVICE.area && shown.has(BAD_ADVICE.lesson) && dice.chance(0.7)
  const fallen = area.traps.filter((trap) => dice.chance(isWarned(trap, shown) ? 0.06 : trap.probability))
  clock.advance(dice.between(5, 25) * 60_000)
  const isChecked = area.traps.some(({ file }) => file in CHECKS)
  if (isChecked) await playChecks(mettle, clock, run, { traps: area.traps, fallen })
  if (dice.chance(0.4)) await review(mettle, dice, run, area)
  const learnings = await learnFrom(mettle, dice, {
    run,
    area,
    fallen,
    triesAdvice: area.label === BAD_ADVICE.area && dice.chance(0.3),
  })
  const errors = fallen.length * 2 + (misled ? 3 : 0)
  const success = errors === 0 || (errors < 3 && dice.chance(0.4))
  const merged = success && dice.chance(0.8)
  const isStuck = area.label === FAILING.area && part > FAILING.from && part < FAILING.to && dice.chance(0.7)
  const files = [...area.traps.map((trap) => trap.file), ...(misled ? [BAD_ADVICE.file] : [])]
  await attemptTask(mettle, dice, { run, task: task.split(' ').slice(0, 4).join('-'), fallen, success, files })
  await (isChecked ? mettle.settleSession({ run }) : mettle.learn())
  await mettle.recordOutcome({
    run,
    result: !success ? 'failure' : isStuck ? 'partial' : 'success',
    observedBy: 'test',
    durationMs: dice.between(3, 12) * 60_000 + errors * 8 * 60_000,
    errorCount: errors,
    retryCount: fallen.length + (misled ? 1 : 0) + (isStuck ? 2 : 0),
    files,
    applied: used(area, fallen, shown, misled),
    merged: merged && !isStuck,
    agent: 'builder',
    ...graded(dice, { area: area.label, part, success, isStuck }),
  })
  return { success: success && !isStuck, learnings }
}

/** A warned run applied the lesson if it did not fall into the trap; a misled one followed the advice and nothing else. */
function used(area: Area, fallen: readonly Trap[], shown: ReadonlyMap<string, string>, misled: boolean) {
  if (misled) return [{ pattern: shown.get(BAD_ADVICE.lesson)!, file: BAD_ADVICE.file }]
  return area.traps
    .filter((trap) => !fallen.includes(trap) && isWarned(trap, shown))
    .map((trap) => ({ pattern: shownAs(trap, shown)!, file: trap.file, line: 12 }))
}

interface Aftermath {
  readonly run: string
  readonly area: Area
  readonly fallen: readonly Trap[]
  readonly triesAdvice: boolean
}

async function learnFrom(mettle: Mettle, dice: Dice, { run, area, fallen, triesAdvice }: Aftermath) {
  const told = fallen.filter(() => dice.chance(0.9))
  for (const trap of told) {
    await mettle.recordLearning({
      run,
      agent: trap.role,
      lesson: dice.chance(0.7) ? trap.lesson : dice.pick([trap.lesson, ...trap.wordings]),
      whatHappened: trap.happened,
      fixApplied: trap.fix,
      citation: { file: trap.file, line: 12 },
      context: { labels: [area.label], files: [trap.file] },
    })
  }
  if (triesAdvice)
    await mettle.recordLearning({
      run,
      agent: BAD_ADVICE.role,
      lesson: BAD_ADVICE.lesson,
      context: { labels: [area.label] },
    })
  if (dice.chance(0.1))
    await mettle.recordLearning({ run, agent: 'builder', lesson: 'done done done done done done done' })
  return told.length + (triesAdvice ? 1 : 0)
}

function isWarned(trap: Trap, shown: ReadonlyMap<string, string>): boolean {
  return shownAs(trap, shown) !== undefined
}

function shownAs({ lesson, wordings }: Trap, shown: ReadonlyMap<string, string>): string | undefined {
  return [lesson, ...wordings].map((text) => shown.get(text)).find((pattern) => pattern !== undefined)
}
