import { calibrationOf, NO_PREDICTIONS, withPrediction } from '../src/engine/belief/calibration.ts'
import { Course } from './course.ts'
import type { Happened } from './world/live.ts'
import type { World } from './world/world.ts'

/** What came of a world under a policy. */
export interface Scored {
  /** Mean chance of success of its runs, and the share that did succeed. */
  readonly chance: number
  readonly success: number
  /** Lines in front of a run, and the share of them that help if followed. */
  readonly lines: number
  readonly precision: number | undefined
  /** Share of runs that were worse off than without a memory. */
  readonly hurt: number
  /** Lines of poison, and lines that a validator had rightly dismissed in the same place, for 100 runs. */
  readonly poison: number
  readonly reRaised: number
  /** Runs that a lesson could help until it is shown steadily, and runs until one that no longer helps is gone. */
  readonly trust: number | undefined
  readonly forget: number | undefined
  /** How far what was predicted is from what came, over ten bins. */
  readonly calibration: number | undefined
}

/** What following a line must at least add, to count as help. */
const HELPS_FROM = 0.05
const HURTS_FROM = 1e-3

/** Adds up what happens, run by run. */
export class Score {
  readonly #course: Course
  readonly #dismissed = new Set<string>()
  readonly #sums = { runs: 0, chance: 0, success: 0, lines: 0, helpful: 0, hurt: 0, poison: 0, reRaised: 0 }
  #predictions = NO_PREDICTIONS

  constructor(world: World) {
    this.#course = new Course(world)
  }

  add({ report, chance, chanceAlone, success, worth }: Happened, prediction: number | undefined): void {
    const sums = this.#sums
    const { area } = report.run
    sums.runs += 1
    sums.chance += chance
    sums.success += success ? 1 : 0
    sums.lines += worth.length
    sums.hurt += chance < chanceAlone - HURTS_FROM ? 1 : 0
    for (const { lesson, effect, warns } of worth) {
      sums.helpful += effect > HELPS_FROM ? 1 : 0
      sums.poison += lesson?.isPoison && !warns ? 1 : 0
      if (!warns && effect <= HELPS_FROM)
        sums.reRaised += this.#dismissed.has(`${lesson?.id} ${area}`) ? 1 : 0
    }
    for (const line of report.verdict?.dismissed ?? [])
      this.#dismissed.add(`${worth[report.lines.indexOf(line)]!.lesson?.id} ${area}`)
    this.#course.add(report.run, worth)
    if (prediction !== undefined)
      this.#predictions = withPrediction(this.#predictions, { probability: prediction, success })
  }

  told(): Scored {
    const { runs, chance, success, lines, helpful, hurt, poison, reRaised } = this.#sums
    const { ece, predictions } = calibrationOf(this.#predictions)
    return {
      chance: chance / runs,
      success: success / runs,
      lines: lines / runs,
      precision: lines === 0 ? undefined : helpful / lines,
      hurt: hurt / runs,
      poison: (100 * poison) / runs,
      reRaised: (100 * reRaised) / runs,
      ...this.#course.told(),
      calibration: predictions === 0 ? undefined : ece,
    }
  }
}
