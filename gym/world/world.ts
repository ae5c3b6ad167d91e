import { AREAS, TASK_DEEDS } from './areas.ts'
import { between, type Dice, oneOf, seededDice, weighted } from './dice.ts'
import { type Lesson, makeLessons } from './lesson.ts'
import { type Ran, steps } from './mistake.ts'
import type { Variant } from './variants.ts'

/** A piece of work, as it is known before it begins. */
export interface Run {
  readonly index: number
  readonly id: string
  readonly at: number
  readonly area: number
  readonly task: string
  readonly labels: readonly string[]
  readonly files: readonly string[]
  /** 0 before lessons change, 1 after. */
  readonly half: 0 | 1
}

/** Somebody writes a lesson down. Which lesson it is, only the world knows. */
export interface Sighting {
  /** The run in which it was written; undefined from outside. */
  readonly run: string | undefined
  readonly at: number
  readonly text: string
  readonly labels: readonly string[]
  readonly files: readonly string[]
  readonly isFromOutside: boolean
  /** What was done in that run, where the lesson is about a mistake. */
  readonly steps?: readonly Ran[]
}

/** A small project over some months: lessons with hidden effects, runs, and when which lesson is written down. */
export interface World {
  readonly seed: number
  readonly variant: Variant
  readonly dice: Dice
  readonly lessons: readonly Lesson[]
  /** How runs of an area end by themselves, in logits. */
  readonly ease: readonly number[]
  readonly runs: readonly Run[]
  /** What is written before the first run (0), and after each (index + 1). */
  readonly sightings: readonly (readonly Sighting[])[]
  readonly lessonOf: ReadonlyMap<string, Lesson>
}

const FIRST_DAY = Date.UTC(2025, 0, 6)
const DAY_MS = 86_400_000
/** Lessons that the project begins with. */
const KNOWN_AT_START = 12

export function makeWorld(seed: number, variant: Variant): World {
  const dice = seededDice(seed)
  const lessons = makeLessons(dice, variant)
  const runs = Array.from({ length: variant.runs }, (_, index) => makeRun(index, dice, variant))
  return {
    seed,
    variant,
    dice,
    lessons,
    ease: AREAS.map((_, area) => between(dice('ease', area), -0.7, 0.8)),
    runs,
    sightings: makeSightings(dice, lessons, runs, variant),
    lessonOf: new Map(lessons.flatMap((lesson) => lesson.wordings.map((text) => [text, lesson] as const))),
  }
}

function makeRun(index: number, dice: Dice, { runs, days, labelledShare, areas }: Variant): Run {
  const area = weighted(
    dice('where', index),
    AREAS.slice(0, areas).map(({ weight }) => weight),
  )
  const { label, noun, things, files } = AREAS[area]!
  const action = oneOf(dice('task', index), TASK_DEEDS)
  const [one, other] = [oneOf(dice('one', index), things), oneOf(dice('other', index), things)]
  const first = Math.floor(dice('files', index) * files.length)
  return {
    index,
    id: `run-${String(index + 1).padStart(4, '0')}`,
    at: FIRST_DAY + Math.round((index / runs) * days * DAY_MS),
    area,
    task:
      one === other ? `${action} the ${one} of the ${noun}` : `${action} the ${one} and the ${other} of the ${noun}`,
    labels: dice('labelled', index) < labelledShare ? [label] : [],
    files: [files[first]!, files[(first + 1) % files.length]!],
    half: index < runs / 2 ? 0 : 1,
  }
}

function makeSightings(dice: Dice, lessons: readonly Lesson[], runs: readonly Run[], variant: Variant): Sighting[][] {
  const after: Sighting[][] = [startingLessons(dice, lessons, variant)]
  for (const run of runs) {
    const isTold = dice('told', run.index) < variant.sightingShare
    const lesson = isTold ? toldIn(run, lessons, dice) : undefined
    after.push(lesson === undefined ? [] : [sightingOf(lesson, run, dice, variant)])
  }
  for (const poison of lessons.filter(({ isPoison }) => isPoison)) spread(poison, after, { dice, runs, variant })
  return after
}

function startingLessons(dice: Dice, lessons: readonly Lesson[], variant: Variant): Sighting[] {
  const weights = lessons.map(({ weight }) => weight)
  return Array.from({ length: variant.mistakes ? lessons.length : KNOWN_AT_START }, (_, at) => {
    const lesson = lessons[variant.mistakes ? at : weighted(dice('start', at), weights)]!
    const when = FIRST_DAY - (KNOWN_AT_START - at) * DAY_MS
    return {
      ...sightedAs(lesson, wording(dice('start wording', at), variant)),
      run: `before-${at}`,
      at: when,
    }
  })
}

/** Mostly a lesson of the place, now and then a general one. */
function toldIn(run: Run, lessons: readonly Lesson[], dice: Dice): Lesson | undefined {
  const weights = lessons.map(({ area, weight }) => (area === run.area ? weight : area === undefined ? weight / 4 : 0))
  return weights.every((weight) => weight === 0) ? undefined : lessons[weighted(dice('which', run.index), weights)]
}

function sightingOf(lesson: Lesson, run: Run, dice: Dice, variant: Variant): Sighting {
  const text = wording(dice('wording', run.index), variant)
  return { ...sightedAs(lesson, text), labels: run.labels, run: run.id, at: run.at }
}

function sightedAs(lesson: Lesson, wordingAt: number): Omit<Sighting, 'run' | 'at'> {
  return {
    text: lesson.wordings[wordingAt]!,
    labels: lesson.area === undefined ? [] : [AREAS[lesson.area]!.label],
    files: lesson.files,
    isFromOutside: false,
    ...(lesson.mistake === undefined ? {} : { steps: steps(lesson.mistake, false, true) }),
  }
}

/** Which wording of a lesson: the usual one, one of the near ones, or one of the others. */
function wording(draw: number, { nearWording, farWording }: Variant): number {
  if (draw < nearWording) return draw < nearWording / 2 ? 1 : 2
  const far = draw - nearWording
  return far < farWording ? (far < farWording / 2 ? 3 : 4) : 0
}

interface Stage {
  readonly dice: Dice
  readonly runs: readonly Run[]
  readonly variant: Variant
}

/** A poison comes from outside again and again, and now and then an agent inside repeats it some days later as a lesson of its own. */
function spread(poison: Lesson, after: Sighting[][], { dice, runs, variant }: Stage): void {
  for (let at = 0; at < variant.poisonRepeats; at++) {
    const index = Math.floor(dice('spread', poison.id, at) * runs.length)
    const told = sightedAs(poison, 0)
    after[index + 1]!.push({ ...told, run: undefined, at: runs[index]!.at, isFromOutside: true })
    const later = index + 1 + Math.floor(dice('launder when', poison.id, at) * 10)
    if (dice('launder', poison.id, at) < variant.launderShare && later < runs.length)
      after[later + 1]!.push({
        ...told,
        run: runs[later]!.id,
        at: runs[later]!.at,
        labels: runs[later]!.labels,
      })
  }
}
