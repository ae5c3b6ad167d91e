import { join } from 'node:path'
import type { HookCall } from '../agents/hook-call.ts'
import type { ConfigName, ConfigValue } from '../config/keys.ts'
import { loadConfig } from '../config/load.ts'
import { PROJECT_FILE, personalValue } from '../config/personal.ts'
import { policyOf } from '../config/policy.ts'
import { digest } from '../domain/digest.ts'
import { idProblem } from '../domain/id.ts'
import type { Policy } from '../engine/policy.ts'
import { AheadShelf } from '../injection/ahead-shelf.ts'
import { openParts } from '../system/file-parts.ts'
import { configFolder } from '../system/user-folders.ts'
import type { Workspace } from '../system/workspace.ts'
import { SessionMemory } from './session-memory.ts'
import { Spool } from './spool.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where a hook stands: what it was told, and what lies beside the journal. Everything is read when it is first asked for. */
export class HookContext {
  readonly call: HookCall
  /** The client's session is the run. */
  readonly run: string
  readonly now: number
  readonly workspace: Workspace
  readonly environment: Environment
  readonly session: SessionMemory
  readonly spool: Spool
  #settings: ReturnType<typeof loadConfig> | undefined
  #policy: Policy | undefined
  #shelf: { readonly shelf: AheadShelf | undefined } | undefined

  constructor(
    call: HookCall,
    { workspace, environment, now }: Pick<HookContext, 'workspace' | 'environment' | 'now'>,
  ) {
    this.call = call
    this.run = safe(call.session)
    this.now = now
    this.workspace = workspace
    this.environment = environment
    this.session = new SessionMemory(join(workspace.home, 'sessions'), this.run)
    this.spool = new Spool(join(workspace.home, 'spool'), { run: this.run, client: call.client, now })
  }

  setting<T extends ConfigValue>(name: ConfigName): T {
    this.#settings ??= loadConfig({
      userFile: join(configFolder(this.environment), 'config.json'),
      projectFile: join(this.workspace.root, PROJECT_FILE),
      environment: this.environment,
    })
    return (name === 'hook.gate' ? personalValue(this.#settings, name) : this.#settings.values[name]) as T
  }

  get policy(): Policy {
    this.setting('hook.record')
    this.#policy ??= policyOf(this.#settings!)
    return this.#policy
  }

  /** What was written ahead; undefined before anything was. */
  get shelf(): AheadShelf | undefined {
    this.#shelf ??= { shelf: openShelf(join(this.workspace.home, 'ahead', 'patterns.bin')) }
    return this.#shelf.shelf
  }
}

function openShelf(file: string): AheadShelf | undefined {
  try {
    return new AheadShelf(openParts(file).readAt)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function safe(session: string): string {
  return idProblem(session) === undefined ? session : `s-${digest(session).slice(0, 32)}`
}
