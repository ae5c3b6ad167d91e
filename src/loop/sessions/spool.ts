import type { JsonObject } from '../../domain/canonical-json.ts'
import { lift, typeOf } from '../../domain/events/stored-name.ts'
import { hasTrait, type TypeThat } from '../../domain/events/traits.ts'
import { idProblem } from '../../domain/id.ts'
import { checkPlace } from '../journal/check-payload.ts'

/** Where hooks leave what they saw, one file for each hook that ran, until somebody writes to the journal. */
export interface SpoolKeeper {
  /** The names of the files that wait, the oldest first. */
  waiting(): readonly string[]
  /** Undefined when another process has taken it in meanwhile. */
  read(file: string): string | undefined
  remove(file: string): void
  /** Sets a file aside that cannot be taken in. */
  refuse(file: string): void
  refused(): number
}

/** What hooks may tell. A file in the spool makes no decisions and vouches for nothing. */
export type SpooledType = TypeThat<'from-hooks'>

/** One line of a file in the spool. */
export interface SpooledFact {
  readonly v: 1
  /** The same id is the same fact, however often it is taken in. */
  readonly id: string
  readonly at: number
  readonly type: SpooledType
  readonly run: string
  readonly client: string
  readonly payload: JsonObject
}

/** The facts of a file. One line that cannot be read, and the file is torn or not ours: nothing of it is taken. */
export function readSpooled(text: string): SpooledFact[] {
  if (!text.endsWith('\n')) throw new Error('its last line has no end')
  return text.slice(0, -1).split('\n').map(readLine)
}

function readLine(line: string, index: number): SpooledFact {
  const problem = (what: string) => new Error(`line ${index + 1}: ${what}`)
  let value: Partial<SpooledFact>
  try {
    value = JSON.parse(line) as Partial<SpooledFact>
  } catch {
    throw problem('is not JSON')
  }
  const { v, id, at, type, run, client, payload } = value ?? {}
  if (v !== 1) throw problem(`is of version ${String(v)}, not 1`)
  if (typeof id !== 'string' || idProblem(id) !== undefined) throw problem('has no id')
  if (typeof type !== 'string' || !hasTrait(typeOf(type), 'from-hooks'))
    throw problem(`'${String(type)}' is not told by hooks`)
  if (typeof client !== 'string' || client.length > 40) throw problem('has no client')
  if (typeof payload !== 'object' || payload === null) throw problem('has no payload')
  checkPlace({ run: run ?? '', occurredAt: at ?? Number.NaN })
  return { ...value, ...lift(type, payload) } as SpooledFact
}
