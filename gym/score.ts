import { calibrationOf, NO_PREDICTIONS, withPrediction } from '../src/engine/belief/calibration.ts'
import { Course } from './course.ts'
import type { Judgement } from './policies/memory.ts'
import { AREAS } from './world/areas.ts'
import type { Lesson } from './world/lesson.ts'
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
  /** What was said of single lessons, against what they truly do. */
  readonly judged?: Judged | undefined
}

/** Counts of lessons. They are added up over worlds before shares are taken: one world has few. */
export interface Judged {
  /** By tenths of the probability: how many lessons, the sum of the probabilities, and how many of them help. */
  readonly bins: readonly {
    readonly lessons: number
    readonly probability: number
    readonly helpful: number
  }[]
  /** At the end: called proven or a warning, and rightly so. */
  readonly proven: Share
  readonly warnings: Share
  /** Lessons without effect, and how many of them were ever called proven; the same of lessons that help, seen by the memory or not. */
  readonly noEffect: Share
  readonly helpful: Share
}

export interface Share {
  readonly all: number
  readonly of: number
}

/** What following a line must at least add, to count as help. */
const HELPS_FROM = 0.05
const HURTS_FROM = 1e-3

/** Within this, a lesson has no effect. */
const NO_EFFECT = 0.07
const TENTHS = 10

/** What following a lesson does on the whole: in its area, or over all areas by how often runs work there. */
function trueEffect({ effects, area }: Lesson, half: 0 | 1): number {
  if (area !== undefined) return effects[half][area]!
  const weights = AREAS.reduce((total, { weight }) => total + weight, 0)
  return AREAS.reduce((total, { weight }, at) => total + (weight / weights) * effects[half][at]!, 0)
}

/** It never helps anywhere, nor harms where it belongs. */
function hasNoEffect(lesson: Lesson): boolean {
  return (
    lesson.effects.flat().every((effect) => effect <= NO_EFFECT) &&
    ([0, 1] as const).every((half) => trueEffect(lesson, half) >= -NO_EFFECT)
  )
}

/** Adds up what happens, run by run. */
export class Score {
  readonly #course: Course
  readonly #dismissed = new Set<string>()
  readonly #sums = { runs: 0, chance: 0, success: 0, lines: 0, helpful: 0, hurt: 0, poison: 0, reRaised: 0 }
  readonly #everProven = new Set<Lesson>()
  readonly #world: World
  #predictions = NO_PREDICTIONS
  #judged: Judged | undefined

  constructor(world: World) {
    this.#world = world
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
      if (!warns && effect <= HELPS_FROM) sums.reRaised += this.#dismissed.has(`${lesson?.id} ${area}`) ? 1 : 0
    }
    for (const line of report.verdict?.dismissed ?? [])
      this.#dismissed.add(`${worth[report.lines.indexOf(line)]!.lesson?.id} ${area}`)
    this.#course.add(report.run, worth)
    if (prediction !== undefined)
      this.#predictions = withPrediction(this.#predictions, { probability: prediction, success })
  }

  /** What the memory says of lessons at one time; only the last time is compared with the truth, and whether it ever called something proven. */
  judged(judgements: readonly Judgement[], half: 0 | 1, isLast: boolean): void {
    const bins = Array.from({ length: TENTHS }, () => ({ lessons: 0, probability: 0, helpful: 0 }))
    const [proven, warnings, noEffect] = [0, 0, 0].map(() => ({ all: 0, of: 0 })) as [Tally, Tally, Tally]
    for (const { text, helps, called } of judgements) {
      const lesson = this.#world.lessonOf.get(text)
      if (lesson === undefined) continue
      const effect = trueEffect(lesson, half)
      const helped = effect > HELPS_FROM
      if (called === 'proven') this.#everProven.add(lesson)
      const bin = bins[Math.min(TENTHS - 1, Math.floor(helps * TENTHS))]!
      bin.lessons += 1
      bin.probability += helps
      bin.helpful += helped ? 1 : 0
      if (called === 'proven') add(proven, helped)
      if (called === 'warning') add(warnings, effect < -HELPS_FROM)
      if (hasNoEffect(lesson)) add(noEffect, this.#everProven.has(lesson))
    }
    const helping = this.#world.lessons.filter((lesson) => trueEffect(lesson, half) > HELPS_FROM)
    const helpful = { all: helping.length, of: helping.filter((one) => this.#everProven.has(one)).length }
    if (isLast) this.#judged = { bins, proven, warnings, noEffect, helpful }
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
      judged: this.#judged,
    }
  }
}

type Tally = { -readonly [K in keyof Share]: Share[K] }

function add(share: Tally, is: boolean): void {
  share.all += 1
  share.of += is ? 1 : 0
}
