import story from './story.json' with { type: 'json' }

/** A trap that runs in an area of the project fall into, and the lesson that keeps them out of it. */
export interface Trap {
  readonly lesson: string
  /** Other ways in which agents word it. */
  readonly wordings: readonly string[]
  readonly role: 'builder' | 'judge' | 'sentinel'
  readonly file: string
  readonly happened: string
  readonly fix: string
  /** How often a run in the area falls into it. */
  readonly probability: number
}

/** A part of the project, the tasks that come up in it, and its traps. */
export interface Area {
  readonly label: string
  readonly tasks: readonly string[]
  readonly traps: readonly Trap[]
}

/** The project of the demonstration: a service that tracks parcels. */
export const AREAS = story.areas as readonly Area[]

/** For a trap's file: the command that reveals the mistake, and its failure message. */
export const CHECKS: { readonly [file: string]: readonly string[] } = story.checks

/** A belief that sounds right and does harm: the loop has to find that out. */
export const BAD_ADVICE = {
  lesson: 'Always regenerate the lock file when the build fails, because stale entries are the usual cause',
  area: 'ci',
  role: 'builder',
  file: 'package-lock.json',
} as const

/** A finding that the judge keeps raising and the inspector keeps dismissing: it has to lose its place. */
export const FALSE_ALARM = 'Every query inside a loop must be batched, because single queries are always too slow'
