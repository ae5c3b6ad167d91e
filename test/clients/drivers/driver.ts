import type { ClientName } from '../installed.ts'
import type { Script } from '../model/scripted-model.ts'

/** What an agent does, in words that every client can be told. */
export type Deed =
  | { readonly say: string }
  /** A subagent's last words; some clients want them as a tool call. */
  | { readonly report: string }
  | { readonly shell: string }
  | { readonly write: string; readonly content: string }
  | { readonly replace: string; readonly from: string; readonly to: string }
  /** Hands a task to a subagent and waits for it. */
  | { readonly delegate: string }

/** A deed that every client takes with a tool. */
export type Step = Exclude<Deed, { say: string } | { report: string }>

/** Where a client runs: a home without anything in it, and a repository. */
export interface Place {
  readonly home: string
  readonly repository: string
}

export interface Prompt {
  readonly text: string
  readonly modelUrl: string
  /** Goes on with the last session instead of a new one. */
  readonly isMore?: boolean
}

export interface Launch {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** How one client is told to work offline, with a model of ours and nothing of the machine's own. */
export interface Driver {
  readonly name: ClientName
  /** Writes the client's own settings into the empty home. */
  readonly prepare: (place: Place, modelUrl: string) => void
  readonly launch: (place: Place, prompt: Prompt) => Launch
  /** The deed in the client's own tool calls. */
  readonly script: (deed: Deed, place: Place) => Script
}
