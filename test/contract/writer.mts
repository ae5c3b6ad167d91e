import { writeSync } from 'node:fs'
import { canonicalJson } from '../../src/domain/canonical-json.ts'
import type { NewEvent } from '../../src/domain/event.ts'
import type { Scope } from '../../src/domain/scope.ts'
import { UserError } from '../../src/domain/user-error.ts'
import type { Store } from '../../src/store/port.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { notesProjector } from './notes-projector.ts'

/** What a writing process is told, as JSON in its first argument. */
export interface WriterOrders {
  readonly at: { readonly path: string } | { readonly url: string; readonly schema: string }
  readonly scope: Scope
  readonly name: string
  readonly appends: number
  /** Events per append; all of them are kept, or none. */
  readonly batch: number
  /** Rebuilds the documents after every so many appends; 0 for never. */
  readonly rebuildEvery: number
  /** Leaves folding to readers. */
  readonly foldsLater?: boolean
  /** The user to become once the packages are loaded, for a test that root cannot make; root only. */
  readonly uid?: number
  /** Bytes of text per event beyond a few words. */
  readonly padding?: number
}

const orders = JSON.parse(process.argv[2]!) as WriterOrders
const say = (line: string) => writeSync(1, `${line}\n`)
const projector = notesProjector()
const padding = 'x'.repeat(orders.padding ?? 0)

/** Some streams and things belong to this writer alone, some to all of them. */
function events(append: number): NewEvent[] {
  return Array.from({ length: orders.batch }, (_, part) => {
    const id = `${orders.name}-${append}-${part}`
    const shared = (append + part) % 3 !== 0
    return {
      id,
      key: id,
      type: 'note-taken.v1',
      stream: shared ? `shared-${append % 5}` : `own-${orders.name}`,
      occurredAt: append,
      recordedAt: append,
      origin: { surface: 'library', actor: orders.name },
      provenance: { source: 'agent', trust: 'internal' },
      payload: canonicalJson({
        thing: shared ? `t${append % 7}` : orders.name,
        text: `words of ${id}`,
        body: padding,
      }),
    }
  })
}

async function write(store: Store): Promise<void> {
  const journal = store.journal(orders.scope, orders.foldsLater ? () => projector : undefined)
  for (let append = 1; append <= orders.appends; append++) {
    const batch = events(append)
    await journal.append(batch, projector, { waitsForDisk: append % 2 === 0 })
    say(batch.map((event) => event.id).join(' '))
    if (orders.rebuildEvery > 0 && append % orders.rebuildEvery === 0) await journal.rebuild(projector)
  }
}

async function main(): Promise<void> {
  if (orders.uid !== undefined) becomeUser(orders.uid)
  const store = 'path' in orders.at ? await openSqliteStore(orders.at) : await openPostgresStore(orders.at)
  say('ready')
  await new Promise((resolve) => process.stdin.once('data', resolve))
  await write(store)
  await store.close()
}

function becomeUser(uid: number): void {
  sqliteEngine()
  process.setgroups?.([uid])
  process.setgid?.(uid)
  process.setuid?.(uid)
}

await main().catch((error) => {
  if (!(error instanceof UserError)) throw error
  say(`error ${JSON.stringify({ code: error.code, message: error.message, hint: error.hint })}`)
  process.exitCode = 1
})
process.stdin.destroy()
