import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventType, PayloadOf } from '../../domain/events/catalogue.ts'
import { storedName } from '../../domain/events/stored-name.ts'
import { createIds } from '../../domain/id.ts'
import { isPlainName, isPlainText } from '../../engine/secrets/placeholder.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { ownFolder } from '../../machine/files/files-of.ts'
import { PRIVATE_FILE } from '../../machine/files/private-files.ts'
import type { HookContext } from './hook-context.ts'

/** Whose facts they are. */
interface Told {
  readonly run: string
  readonly client: string
  readonly now: number
}

/** Where a hook leaves its facts. */
export function spoolOf(context: HookContext): Spool {
  const { run, call, now, workspace } = context
  context.spool ??= new Spool(join(workspace.hooks, 'spool'), { run, client: call.client, now })
  return context.spool
}

/** The facts of one hook, left in `spool/` as one file for whoever writes to the journal next. */
export class Spool {
  readonly #folder: string
  readonly #told: Told
  readonly #lines: string[] = []
  readonly #nextId: () => string

  constructor(folder: string, given: Told) {
    this.#folder = folder
    this.#told = given
    this.#nextId = createIds(() => given.now, randomBytes)
  }

  /** Nothing that a person or a program said is written before it has been redacted; `own` are members that hold ids and numbers of ours alone. */
  add<T extends EventType, K extends keyof PayloadOf<T> = never>(
    type: T,
    said: Omit<PayloadOf<T>, K>,
    own?: Pick<PayloadOf<T>, K>,
  ): void {
    const { run, client, now } = this.#told
    const payload = { ...(isPlain(said) ? said : redactDeep(said).value), ...own }
    const line = { v: 1, id: this.#nextId(), at: now, type: storedName(type), run, client, payload }
    this.#lines.push(`${JSON.stringify(line)}\n`)
  }

  nextId(): string {
    return this.#nextId()
  }

  /** Written beside its place and renamed: who reads the folder sees a whole file or none. */
  write(): void {
    if (this.#lines.length === 0) return
    const name = `${this.#nextId()}-${process.pid}`
    const beside = join(ownFolder(this.#folder), `${name}.tmp`)
    writeFileSync(beside, this.#lines.join(''), { mode: PRIVATE_FILE, flag: 'wx' })
    renameSync(beside, join(this.#folder, `${name}.jsonl`))
    this.#lines.length = 0
  }
}

/** For ids that nobody must guess there is another source; it takes longer to load than all the rest of a hook takes. */
function randomBytes(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => Math.floor(Math.random() * 256))
}

/** Whether nothing is in it but plain names, short words and numbers, as in most of what hooks leave: what looks for secrets is not even loaded then. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return isPlainName(value) || isPlainText(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain)
}
