import type { Client, Spent } from '../../../domain/values/session.ts'
import type { HookCall } from '../hook-call.ts'
import type { Payload } from '../payload.ts'

/** An entry of a client's transcript, as a hook of that client would have reported it. */
export interface TranscriptItem {
  /** The client's id, else its position in the file: the same at every reading. */
  readonly id: string
  readonly at: number
  /** A prompt, a step that was taken, or the end of a turn. */
  readonly call: HookCall
}

/** Reads one session's transcript line by line, from the beginning or from where the last reading stopped. Never throws: any line may come. */
export interface TranscriptReader {
  /** Whether the transcript has named the expected session; until then it may belong to another. */
  isOwn(): boolean
  /** The items that this line completes. `offset` is where it begins in the file. */
  read(line: Payload, offset: number): readonly TranscriptItem[]
  /** The last words of a turn without a successor: if the file is quiet, they ended the turn. */
  rest(): readonly TranscriptItem[]
  /** The offset of the first line that an unfinished item came from; the next reading starts there. */
  openFrom(): number | undefined
}

export interface Reading {
  readonly session: string
  /** The subagent whose own file this is. */
  readonly agent?: { readonly id: string; readonly type: string }
  /** An earlier reading found that the file is of this session. */
  readonly isKnown?: boolean
}

/** A path below a client's folder, part by part; a regular expression matches every file or folder name. */
export type Place = readonly (string | RegExp)[]

/** Where a client keeps its transcripts, and how to read them. */
export interface ClientRecord {
  /** Reads its lines; absent where it is a database. */
  readonly reader?: (reading: Reading) => TranscriptReader
  /** Where the record of a session usually is. */
  of(session: string): readonly Place[]
  /** Where a repository's records are, and whether there is a folder per day. */
  within(root: string): readonly Place[]
  readonly byDay?: boolean
  /** Whether a file and folder of these names may be the record of a session or of its subagent. */
  isNamed(name: string, folder: string, reading: Reading): boolean
  /** The session, and the folders it is about, from one of the first lines. */
  begins?(
    line: Payload,
    root: string,
  ): { session?: string; at?: number | undefined; folders: readonly unknown[] } | undefined
  /** Whether hooks get the same step ids as the record. */
  readonly hasCallIds: boolean
  /** The answers in a line with the tokens spent on each, maybe repeated under the same id, and the running totals. Cached input is subtracted if the input includes it. */
  answers(line: Payload): readonly { id?: string | undefined; at?: number | undefined; usage: Payload | undefined }[]
  readonly added: readonly string[]
  readonly cached?: string
}

/** The tokens in a line of a client's record, without cached ones, with the id of the answer they were spent on. */
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

/** A hook call, without the event itself. */
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

/** The agent's latest words. They end a turn once the record shows that nothing of the turn follows. */
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
