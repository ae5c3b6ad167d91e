import { between, type Dice } from './dice.ts'
import type { Kind } from './lesson.ts'

/** A command of a session, and how it ended. */
export interface Ran {
  readonly command: string
  readonly failure?: string
}

/** What a lesson is about: a command that fails in some way unless another one was run before it. */
export interface Mistake {
  readonly first: string
  readonly command: string
  readonly failure: string
  /** How often it happens in runs that do not follow the lesson, and in those that do. */
  readonly without: number
  readonly having: number
}

/** What helps prevents most of its mistakes, what harms invites them, and the rest changes nothing, be the mistake rare or common. */
export function mistakeOf(id: number, kind: Kind, thing: string, dice: Dice): Mistake {
  const name = thing.replaceAll(' ', '-')
  const [often, seldom] = [between(dice('often', id), 0.3, 0.6), between(dice('seldom', id), 0.02, 0.1)] as const
  const same = between(dice('as often', id), 0.05, 0.6)
  const [without, having] = kind === 'help' ? [often, seldom] : kind === 'harm' ? [seldom, often] : [same, same]
  const failure = `error: no such table: ${name.replaceAll('-', '_')}`
  return { first: `npm run fetch:${name}`, command: `npm run load:${name}`, failure, without, having }
}

/** What a run does where the command comes up: a mistake is noticed and set right. */
export function steps({ first, command, failure }: Mistake, isFollowed: boolean, isMade: boolean): Ran[] {
  if (isMade) return [{ command, failure }, { command: first }, { command }]
  return isFollowed ? [{ command: first }, { command }] : [{ command }]
}
