import { appendFileSync, closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { orElse } from '../../domain/sets.ts'
import type { Holdout } from '../../engine/belief/holdout.ts'
import type { Notice, Tried } from '../../engine/text/lesson-cues.ts'
import { ownFolder } from '../../machine/files/files-of.ts'
import { PRIVATE_FILE } from '../../machine/files/private-files.ts'
import { textIfThere } from '../../machine/files/regular-file.ts'

/** Something that one hook of a session did and others have to know. */
export interface SessionNote {
  /** The prompt concerned: a subagent's id, or empty for the session itself. */
  readonly agent: string
  /** Patterns that were put into it. */
  readonly shown?: readonly string[]
  /** Those that are rules, which a fitting step may repeat once. */
  readonly rules?: readonly string[]
  /** How many of them an agent recorded and nothing has proven yet. */
  readonly onTrust?: number
  readonly withheld?: readonly string[]
  /** The share of patterns that is withheld from this run. */
  readonly share?: number
  /** The probability that a run is shown none. */
  readonly runShare?: number
  /** The session's prompt content is gone: it was cleared or compacted. */
  readonly cleared?: true
  /** The start text is due with the next prompt or step; false once it was shown. */
  readonly startIsDue?: boolean
  readonly prompted?: true
  /** When, for a prompt. */
  readonly at?: number
  /** A task was handed to a subagent of this type, with what is shown here. */
  readonly spawned?: string
  /** A subagent of this type began. */
  readonly started?: string
  /** The gate asked about this step. */
  readonly asked?: string
  /** The agent was asked to go on. */
  readonly goOn?: true
  /** Something that may teach what lasts was noticed. */
  readonly noticed?: Notice
  /** Length of the line in which the agent reported a cause: enough to recognise it, without its words. */
  readonly found?: number
  /** It was a plain statement, or work that failed and passed later. */
  readonly isWeak?: true
  /** The session's size when the agent was asked for a lesson. */
  readonly lessonAsked?: number
  /** A call failed; `closed` once it passed in another form or something was edited. */
  readonly tried?: Tried | 'closed'
  /** The failed work, as `workOf` names it. */
  readonly failed?: string
  /** A person refused a step without a word. */
  readonly refused?: true
  /** The path of the transcript, the client, and the client's id of the session. */
  readonly transcript?: string
  readonly client?: string
  readonly session?: string
  /** When a process was started that settles the session. */
  readonly settledAt?: number
}

/** Flags for appending that refuse links and never block on a pipe. */
const ADDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT
const TO_ITSELF = ADDING | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

type Line = SessionNote & { readonly by: string }

/** The memory that one session's hooks share, in `sessions/<run>.jsonl`. They only append, so simultaneous hooks lose nothing; the order of lines decides which came first. An empty line is a step. */
export class SessionMemory {
  readonly #folder: string
  readonly #path: string
  #lines: readonly Line[] | undefined
  #steps = 0

  constructor(folder: string, run: string) {
    this.#folder = folder
    this.#path = join(folder, `${run}.jsonl`)
  }

  get notes(): readonly SessionNote[] {
    this.#lines ??= this.#read()
    return this.#lines
  }

  /** How many steps the session has taken. */
  get steps(): number {
    this.#lines ??= this.#read()
    return this.#steps
  }

  countStep(): void {
    this.#append('\n')
    this.#lines = undefined
  }

  /** What a prompt already contains, so that nothing is repeated. */
  seenBy(agent: string, isStep = false): Set<string> {
    return seenIn(this.notes, agent, isStep)
  }

  /** Whether the next prompt or step has to repeat the start text. */
  get startIsDue(): boolean {
    return this.notes.findLast((note) => note.startIsDue !== undefined)?.startIsDue === true
  }

  get withheld(): Set<string> {
    return new Set(this.notes.flatMap(({ withheld = [] }) => withheld))
  }

  get holdout(): Holdout | undefined {
    const known = this.notes.find(({ share }) => share !== undefined)
    return known === undefined ? undefined : { share: known.share ?? 0, runShare: known.runShare ?? 0 }
  }

  /** Adds a note, and returns those before it, including notes of concurrent hooks. */
  note(note: SessionNote): readonly SessionNote[] {
    const own = `${process.pid}-${process.hrtime.bigint().toString(36)}`
    this.#append(`${JSON.stringify({ ...note, by: own })}\n`)
    const lines = this.#read()
    this.#lines = lines
    return lines.slice(
      0,
      lines.findLastIndex(({ by }) => by === own),
    )
  }

  #append(text: string): void {
    ownFolder(this.#folder)
    const file = openSync(this.#path, TO_ITSELF, PRIVATE_FILE)
    appendFileSync(file, text)
    closeSync(file)
  }

  /** A line that was torn is passed over. */
  #read(): Line[] {
    const lines = (textIfThere(this.#path, { noFollow: true }) ?? '').split('\n')
    const written = lines.filter((line) => line !== '')
    this.#steps = lines.length - 1 - written.length
    return written.flatMap((line) => {
      return orElse(() => [JSON.parse(line) as Line], [])
    })
  }
}

/** The patterns that are still in a prompt, according to the notes. Before a step, this excludes rules that no step has repeated yet, so that a fitting step can repeat them once. */
export function seenIn(notes: readonly SessionNote[], agent: string, isStep = false): Set<string> {
  const seen = new Set<string>()
  for (const { agent: whose, cleared, shown = [], rules = [] } of notes) {
    if (whose !== agent) continue
    if (cleared) seen.clear()
    for (const id of shown) if (!isStep || !rules.includes(id)) seen.add(id)
  }
  return seen
}

/** How many lines on trust are in the prompt; before another prompt, with those before it: what is typed in the middle of the work is mostly about what the agent sees already. */
export function onTrustIn(notes: readonly SessionNote[], agent: string, isPrompt = false): number {
  const own = notes.filter((note) => note.agent === agent)
  const since = own.slice(own.findLastIndex(({ cleared }) => cleared) + 1)
  const prompts = isPrompt ? since.filter(({ prompted }) => prompted).length : 0
  return since.reduce((sum, { onTrust = 0 }) => sum + onTrust, Math.max(0, prompts - 1))
}
