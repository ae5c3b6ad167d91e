import type { Lesson } from './world/lesson.ts'
import type { LineWorth } from './world/live.ts'
import type { Run, World } from './world/world.ts'

/** So often in a row, and a lesson is taken to be in, or out. */
const STEADY = 3
const HELPS_FROM = 0.1

/** How a lesson fared: in how many runs it could have helped, and in which of them it was shown. */
interface Track {
  readonly lesson: Lesson
  readonly before: boolean[]
  readonly after: boolean[]
}

/** Follows the lessons: how soon those that help are shown steadily, and how soon those that ceased to help are gone. */
export class Course {
  readonly #tracks: readonly Track[]
  readonly #heardFrom: ReadonlyMap<Lesson, number>

  constructor(world: World) {
    this.#tracks = world.lessons
      .filter(({ isPoison }) => !isPoison)
      .map((lesson) => ({ lesson, before: [], after: [] }))
    this.#heardFrom = firstHeard(world)
  }

  add(run: Run, worth: readonly LineWorth[]): void {
    const shown = new Set(worth.filter(({ warns }) => !warns).map(({ lesson }) => lesson))
    for (const { lesson, before, after } of this.#tracks) {
      const helped = lesson.effects[0][run.area]! > HELPS_FROM
      const heard = run.index >= (this.#heardFrom.get(lesson) ?? Number.POSITIVE_INFINITY)
      if (!helped || !heard) continue
      if (run.half === 0) before.push(shown.has(lesson))
      else if (lesson.effects[1][run.area]! <= 0) after.push(shown.has(lesson))
    }
  }

  told(): { readonly trust: number | undefined; readonly forget: number | undefined } {
    const waits = this.#tracks
      .filter(({ before }) => before.length >= STEADY)
      .map(({ before }) => untilSteady(before, true))
    const lingering = this.#tracks
      .filter(({ before, after }) => before.slice(-STEADY).includes(true) && after.length >= STEADY)
      .map(({ after }) => untilSteady(after, false))
    return { trust: meanOf(waits), forget: meanOf(lingering) }
  }
}

function firstHeard({ sightings, lessonOf }: World): Map<Lesson, number> {
  const first = new Map<Lesson, number>()
  for (const [at, each] of sightings.entries())
    for (const { text } of each) {
      const lesson = lessonOf.get(text)!
      if (!first.has(lesson)) first.set(lesson, at)
    }
  return first
}

/** Runs until it was so three times in a row; all of them if it never was. */
function untilSteady(shown: readonly boolean[], wanted: boolean): number {
  const at = shown.findIndex((_, index) => {
    const row = shown.slice(index, index + STEADY)
    return row.length === STEADY && row.every((is) => is === wanted)
  })
  return at === -1 ? shown.length : at
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0) / values.length
}
