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

/** The origin of the events. */
interface Told {
  readonly run: string
  readonly client: string
  readonly now: number
}

/** The spool of a hook. */
export function spoolOf(context: HookContext): Spool {
  const { run, call, now, workspace } = context
  context.spool ??= new Spool(join(workspace.hooks, 'spool'), { run, client: call.client, now })
  return context.spool
}

/** The events of one hook, written to `spool/` as one file for the next process that writes to the journal. */
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

  /** Redacts everything that a person or program said before it is written; `own` are fields with only our own ids and numbers. */
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

  /** Writes a temporary file and renames it, so that a reader of the folder sees a complete file or none. */
  write(): void {
    if (this.#lines.length === 0) return
    const name = `${this.#nextId()}-${process.pid}`
    const beside = join(ownFolder(this.#folder), `${name}.tmp`)
    writeFileSync(beside, this.#lines.join(''), { mode: PRIVATE_FILE, flag: 'wx' })
    renameSync(beside, join(this.#folder, `${name}.jsonl`))
    this.#lines.length = 0
  }
}

/** Not for ids that must be unpredictable: node:crypto provides those, but takes longer to load than all the rest of a hook. */
function randomBytes(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => Math.floor(Math.random() * 256))
}

/** Whether a value has only plain names, short words and numbers, as most do; then the secret scanner is not even loaded. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return isPlainName(value) || isPlainText(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain)
}
