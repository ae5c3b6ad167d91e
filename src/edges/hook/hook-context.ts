import { join } from 'node:path'
import { digest } from '../../domain/digest.ts'
import { idProblem } from '../../domain/id.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import type { HookSettings } from '../../machine/config/hook-settings.ts'
import type { ConfigName, ConfigValue } from '../../machine/config/keys.ts'
import type { Workspace } from '../../machine/files/workspace.ts'
import type { PrecomputedFile } from '../../precomputed/precomputed-file.ts'
import type { HookCall } from '../agents/hook-call.ts'
import { SessionMemory } from './session-memory.ts'
import type { Spool } from './spool.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of a hook. */
export interface HookEnvironment {
  readonly workspace: Workspace
  readonly environment: Environment
  readonly now: number
  /** Throws if a settings file is invalid. */
  readonly settings: () => HookSettings
  /** How long the hook has been at it. */
  readonly elapsedMs: () => number
}

/** The hook exceeded its deadline: the agent continues without what was not ready. */
export class TooLate extends Error {
  readonly code = 'late'
}

/** The state of a hook: its call, and the data beside the journal. Every event loads it, so what only some of them need is opened elsewhere: `spoolOf`, `precomputedFor`. */
export class HookContext {
  readonly call: HookCall
  /** The client's session is the run. */
  readonly run: string
  readonly now: number
  readonly workspace: Workspace
  readonly environment: Environment
  readonly session: SessionMemory
  spool: Spool | undefined
  precomputed: { readonly opened: PrecomputedFile | undefined } | undefined
  readonly #load: () => HookSettings
  #loaded: HookSettings | undefined
  readonly #elapsedMs: () => number

  constructor(call: HookCall, { workspace, environment, now, settings, elapsedMs }: HookEnvironment) {
    this.call = call
    this.run = idProblem(call.session) === undefined ? call.session : `s-${digest(call.session).slice(0, 32)}`
    this.now = now
    this.workspace = workspace
    this.environment = environment
    this.session = new SessionMemory(join(workspace.hooks, 'sessions'), this.run)
    this.#load = settings
    this.#elapsedMs = elapsedMs
  }

  get #settings(): HookSettings {
    this.#loaded ??= this.#load()
    return this.#loaded
  }

  setting<T extends ConfigValue>(name: ConfigName): T {
    return this.#settings.values[name] as T
  }

  get policy(): Policy {
    return this.#settings.policy
  }

  get policyHash(): string {
    return this.#settings.policyHash
  }

  /** Throws once the hook's deadline has passed; call it before slow, optional work. */
  checkTime(): void {
    const [most, elapsed] = [this.setting<number>('hook.deadlineMs'), this.#elapsedMs()]
    if (elapsed > most) throw new TooLate(`not ready after ${Math.round(elapsed)} of ${most} ms`)
  }
}
