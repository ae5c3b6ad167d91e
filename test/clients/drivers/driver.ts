import type { ClientName } from '../installed.ts'
import type { Script } from '../model/scripted-model.ts'
import type { Turn } from '../model/wire.ts'

/** What an agent does, in words that every client can be told. */
export type Action =
  | { readonly say: string }
  /** A subagent's last words; some clients want them as a tool call. */
  | { readonly report: string }
  | { readonly shell: string }
  | { readonly write: string; readonly content: string }
  | { readonly replace: string; readonly from: string; readonly to: string }
  /** Hands a task to a subagent and waits for it. */
  | { readonly delegate: string }
  /** What the model does is read from the request. */
  | { readonly turn: (request: string) => Turn }

/** A action that every client takes with a tool. */
export type Step = Exclude<Action, { say: string } | { report: string } | { turn: unknown }>

/** Where a client runs: a home without anything in it, a repository, and a folder of programs that come before the machine's. */
export interface Place {
  readonly home: string
  readonly repository: string
  readonly programs: string
}

interface Terminal {
  readonly words: readonly string[]
  /** Stands on the screen once the client can be typed into. */
  readonly ready: RegExp
  /** The commands that make the session shorter, and that begin again without it. */
  readonly compact: string
  readonly clear: string
}

/** How one client is told to work offline, with a model of ours and nothing of the machine's own. */
export interface Driver {
  readonly name: ClientName
  readonly environment: (place: Place, modelUrl: string) => Readonly<Record<string, string>>
  /** Writes the client's own settings into the empty home. */
  readonly prepare: (place: Place, modelUrl: string) => void
  /** What a person types to install Mettle's plugin from the package in this folder. */
  readonly connect: (packageRoot: string) => readonly (readonly string[])[]
  /** What follows the client's name to have it work on a prompt; `isMore` goes on with the last session, or with the one of that id. */
  readonly words: (prompt: string, isMore: boolean | string) => readonly string[]
  /** How a person works with it at a terminal. */
  readonly terminal: Terminal
  /** The action in the client's own tool calls. */
  readonly script: (action: Exclude<Action, { turn: unknown }>, place: Place) => Script
}
