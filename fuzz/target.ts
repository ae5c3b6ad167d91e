import type fc from 'fast-check'
import { UserError } from '../src/domain/user-error.ts'

/** A door through which something from outside comes in, and what must hold whatever it is. */
export interface Target {
  readonly name: string
  /** Inputs as they come in real life; mutation begins with them. */
  readonly samples: readonly string[]
  /** The words by which the reader decides. They are put in at random, and repeated to look for slow growth. */
  readonly words: readonly string[]
  /** Inputs that have the right structure, more or less. */
  readonly made?: fc.Arbitrary<string>
  /** Each input takes a process's worth of work: files, a journal, a server. */
  readonly isSlow?: boolean
  readonly open: () => Opened | Promise<Opened>
}

export interface Opened {
  /** Reads one input; throws only where a promise is broken. A refusal that a user can fix is none. */
  readonly check: (input: string) => unknown
  readonly close?: () => unknown
}

/** What holds a journal is opened again after so many inputs: journals grow, and that is not the question. */
export const FRESH_AFTER = 200

/** A promise that was broken, in words. */
export class Broken extends Error {}

export function holds(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new Broken(promise)
}

/** What the action gives, or undefined where it refuses its input as a user would be told. */
export function unlessRefused<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  }
}

/** The same for an action that takes its time. */
export async function unlessRefusedLater<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  }
}

const RAW_CONTROL = /[^\P{Cc}\t\n\r]/u

/** Tabs and line ends are text; any other control character could move a cursor or end a line early. */
export function holdsNoControls(text: string, where: string): void {
  const found = RAW_CONTROL.exec(text)
  holds(found === null, `${where} holds the control character ${JSON.stringify(found?.[0])} at ${found?.index}`)
}

export function holdsSame(one: unknown, other: unknown, promise: string): void {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)]
  holds(left === right, `${promise}: ${left?.slice(0, 400)} is not ${right?.slice(0, 400)}`)
}
