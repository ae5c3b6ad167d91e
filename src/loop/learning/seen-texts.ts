import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { bringsOutside, broughtInto, isOurs } from '../../engine/trust/outside-tools.ts'
import { seenWords } from '../../engine/trust/seen-words.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { known } from '../journal/facts-about.ts'

/** A text that a tool put in front of an agent. */
export interface Seen {
  readonly run: string | undefined
  readonly at: number
  /** What to call it: `WebFetch`, `npm view`. */
  readonly name: string
  /** Others wrote it; else it is of this machine: a file, the output of a command. */
  readonly isOutside: boolean
  /** A failing command printed it; a file that was read may well speak to agents, as AGENTS.md does. */
  readonly isFailure: boolean
  readonly words: string
  /** As much of it as was kept. */
  readonly text: string
}

/** The newest of a project that are held against what agents say. */
const MOST = 3_000
const PAGE = 1_000

interface Shelf {
  position: number
  readonly seen: Seen[]
  /** Files that were fetched, by run. */
  readonly fetched: Map<string, string[]>
}

const SHELVES = new WeakMap<Journal, Shelf>()

/** Everything that tools printed, of this run and of earlier ones, the oldest first. What this process has read once is not read again. */
export async function seenTexts({ journal }: LoopContext): Promise<readonly Seen[]> {
  const shelf: Shelf = SHELVES.get(journal) ?? { position: 0, seen: [], fetched: new Map() }
  SHELVES.set(journal, shelf)
  const facts = shelf.position === 0 ? await newest(journal) : await after(journal, shelf.position)
  for (const fact of facts) {
    const seen = fact.type === 'tool-used' ? seenIn(fact.payload, fact, shelf) : undefined
    if (seen !== undefined) shelf.seen.push(seen)
    shelf.position = Math.max(shelf.position, fact.position)
  }
  shelf.seen.splice(0, Math.max(0, shelf.seen.length - MOST))
  return shelf.seen
}

const TYPES = ['tool-used'] as const

async function newest(journal: Journal): Promise<KnownEvent[]> {
  return known(await journal.read({ types: TYPES, newestFirst: true, limit: MOST })).reverse()
}

async function after(journal: Journal, position: number): Promise<KnownEvent[]> {
  const facts: KnownEvent[] = []
  for (let from = position; ; ) {
    const page = await journal.read({ types: TYPES, after: from, limit: PAGE })
    facts.push(...known(page))
    if (page.length < PAGE) return facts
    from = page.at(-1)!.position
  }
}

type Used = PayloadOf<'tool-used'>

function seenIn(used: Used, { run, occurredAt: at }: KnownEvent, { fetched }: Shelf): Seen | undefined {
  if (isOurs(used)) return undefined
  const files = fetched.get(run ?? '') ?? []
  const isOutside = bringsOutside(used) || names(used, files)
  if (isOutside) fetched.set(run ?? '', [...files, ...broughtInto(used)].slice(-100))
  const { output = '', advice = '', seen, kind, tool, command } = used
  const text = `${output}\n${advice}`
  if (output === '' || kind === 'edit') return undefined
  const name = command === undefined ? tool : `\`${command.split('\n', 1)[0]!.slice(0, 60)}\``
  return {
    run,
    at,
    name,
    isOutside,
    isFailure: used.ended === 'failed',
    words: seen ?? seenWords(text),
    text,
  }
}

/** Whether it is about a file that was fetched before. */
function names({ command = '', files = [] }: Used, fetched: readonly string[]): boolean {
  return fetched.some(
    (name) =>
      command.includes(name) || files.some((file) => file.endsWith(name) || file.includes(`${name}/`)),
  )
}
