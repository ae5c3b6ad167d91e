import type { Client, Spent } from '../../../domain/values/session.ts'
import type { HookCall } from '../hook-call.ts'
import type { Payload } from '../payload.ts'

/** Something that a client's own record of a session holds, as a hook of that client would have reported it. */
export interface TranscriptItem {
  /** The client's id of it, else where it stands in the file: it has the same id whenever it is read. */
  readonly id: string
  readonly at: number
  /** A prompt, a step that was taken, or the end of a turn. */
  readonly call: HookCall
}

/** Reads the record of one session, a line at a time, from the beginning or from where the last reading left off. Total: any line may come. */
export interface TranscriptReader {
  /** Whether the record has named the session that is read; until then it may belong to another one. */
  isOwn(): boolean
  /** What this line completes. `offset` is where it begins in the file. */
  read(line: Payload, offset: number): readonly TranscriptItem[]
  /** The last words of a turn that nothing followed: they are the end of the turn if the file has been quiet. */
  rest(): readonly TranscriptItem[]
  /** Where the first line begins that something still unfinished was read from; the next reading starts there. */
  openFrom(): number | undefined
}

export interface Reading {
  readonly session: string
  /** The subagent whose own file this is. */
  readonly agent?: { readonly id: string; readonly type: string }
  /** An earlier reading found that the file is of this session. */
  readonly isKnown?: boolean
}

/** A file below a client's folder, part by part; an expression stands for every file or folder of such a name. */
export type Place = readonly (string | RegExp)[]

/** Where a client keeps its record of a session, and what is in it. */
export interface ClientRecord {
  /** Reads its lines; absent where it is a database. */
  readonly reader?: (reading: Reading) => TranscriptReader
  /** Where the record of a session usually is. */
  of(session: string): readonly Place[]
  /** Where records of a repository are, and whether they lie in a folder for each day. */
  within(root: string): readonly Place[]
  readonly byDay?: boolean
  /** Whether a file of this name, in a folder of this name, may be the record of a session, or of a subagent in it. */
  isNamed(name: string, folder: string, reading: Reading): boolean
  /** The session that a line of the beginning names, and the folders it is about. */
  begins?(
    line: Payload,
    root: string,
  ): { session?: string; at?: number | undefined; folders: readonly unknown[] } | undefined
  /** Whether hooks are given the id that a step has in the record. */
  readonly hasCallIds: boolean
  /** The answers that a line tells of, with the tokens spent on each, maybe again under the same id; and the counts that add up. What was read from a cache is taken out where the input has it. */
  answers(line: Payload): readonly { id?: string | undefined; at?: number | undefined; usage: Payload | undefined }[]
  readonly added: readonly string[]
  readonly cached?: string
}

/** The tokens that a line of a client's record counts, without those read from a cache, with the id of the answer that they were spent on. */
export function usageIn(
  { added, cached, answers }: ClientRecord,
  line: Payload,
  offset: number,
): (Spent & { readonly id: string })[] {
  return answers(line).flatMap(({ id = `o${offset}`, at = timeIn(line, 'timestamp'), usage = {} }) => {
    const count = (name: string) => (Number.isSafeInteger(usage[name]) ? (usage[name] as number) : 0)
    const tokens = added.reduce((sum, name) => sum + count(name), 0) - (cached === undefined ? 0 : count(cached))
    return at === undefined || tokens <= 0 ? [] : [{ id, at, tokens }]
  })
}

/** A step that the agent asked for and that has not ended. */
export interface Asked {
  readonly offset: number
  readonly name: string
  readonly input: Payload
}

/** A call of a hook, but for what happened. */
export function callIn(client: Client, { session, agent }: Reading, cwd: string) {
  return { client, event: 'transcript', session, cwd, agent } as const
}

/** The time that a line names, in milliseconds. */
export function timeIn(line: Payload | undefined, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = line?.[name]
    const at = typeof value === 'string' ? Date.parse(value) : value
    if (typeof at === 'number' && Number.isSafeInteger(at) && at > 0) return at
  }
  return undefined
}

/** What the agent said last. It is the end of a turn once the record shows that nothing of the turn follows. */
export class LastWords {
  #said: { readonly item: TranscriptItem; readonly offset: number } | undefined

  say(item: TranscriptItem, offset: number): void {
    this.#said = { item, offset }
  }

  /** The turn goes on, or was stopped: they were not the last. */
  drop(): void {
    this.#said = undefined
  }

  end(): readonly TranscriptItem[] {
    const said = this.#said
    this.#said = undefined
    return said === undefined ? [] : [said.item]
  }

  get offset(): number | undefined {
    return this.#said?.offset
  }
}

export function firstOffset(...offsets: readonly (number | undefined)[]): number | undefined {
  const known = offsets.filter((offset) => offset !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}
