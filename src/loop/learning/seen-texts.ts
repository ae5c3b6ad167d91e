import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { once } from '../../domain/once.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { bringsOutside, broughtInto, isOurs } from '../../engine/trust/outside-tools.ts'
import { type Evidence, evidenceOf } from '../../engine/trust/own-support.ts'
import { seenWords } from '../../engine/trust/seen-words.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { eachEvent, known } from '../facts/facts-about.ts'

export interface Seen {
  readonly run: string | undefined
  readonly at: number
  /** Its source: `WebFetch`, `npm view`. */
  readonly name: string
  /** Others wrote it; otherwise it is local: a file, or a command's output. */
  readonly isOutside: boolean
  /** A failing command printed it; a file that was read may well speak to agents, as AGENTS.md does. */
  readonly isFailure: boolean
  /** An agent wrote it into a file after its run had read text by others. A later run may have taken it from that file, without any step of its own. */
  readonly isWritten?: boolean
  readonly words: string
  /** The kept part of the text. */
  readonly text: string
}

/** A step taken, and its evidence. */
export interface Done {
  readonly run: string | undefined
  /** Computed on first use. */
  readonly evidence: () => Evidence
}

/** How many of the project's newest texts are compared with what agents say. */
const MOST = 3_000

interface Cache {
  position: number
  readonly seen: Seen[]
  readonly done: Done[]
  /** Files that were fetched, the newest last. */
  readonly fetched: string[]
  /** Runs that have read what others wrote. */
  readonly tainted: Set<string | undefined>
}

const SHELVES = new WeakMap<Journal, Cache>()

/** The steps and tool outputs of this and earlier runs, oldest first. This process reads each only once. */
export async function stepsSeen({
  journal,
}: LoopContext): Promise<{ readonly seen: readonly Seen[]; readonly done: readonly Done[] }> {
  const cache: Cache = SHELVES.get(journal) ?? { position: 0, seen: [], done: [], fetched: [], tainted: new Set() }
  SHELVES.set(journal, cache)
  const facts = cache.position === 0 ? await newest(journal) : await after(journal, cache.position)
  for (const fact of facts) {
    if (fact.type === 'tool-used') put(fact.payload, fact, cache)
    // A subagent's answer reaches the agent even if no step returned it.
    if (fact.type === 'turn-ended' && fact.payload.agent !== undefined)
      put({ call: '', tool: 'subagent', kind: 'agent', ended: 'passed', output: fact.payload.said }, fact, cache)
    cache.position = Math.max(cache.position, fact.position)
  }
  for (const list of [cache.seen, cache.done]) list.splice(0, Math.max(0, list.length - MOST))
  return cache
}

const TYPES = ['tool-used', 'turn-ended'] as const

async function newest(journal: Journal): Promise<KnownEvent[]> {
  return known(await journal.read({ types: TYPES, newestFirst: true, limit: MOST })).reverse()
}

async function after(journal: Journal, position: number): Promise<KnownEvent[]> {
  const facts: KnownEvent[] = []
  for await (const event of eachEvent(journal, { types: TYPES, after: position })) facts.push(...known([event]))
  return facts
}

type Used = PayloadOf<'tool-used'>

const MOST_FETCHED = 200

function put(used: Used, { run, occurredAt: at }: KnownEvent, cache: Cache): void {
  if (isOurs(used)) return
  const { fetched, tainted } = cache
  const isOutside = bringsOutside(used) || names(used, fetched)
  if (isOutside) {
    tainted.add(run)
    fetched.push(...broughtInto(used))
    fetched.splice(0, Math.max(0, fetched.length - MOST_FETCHED))
  }
  if (used.ended !== 'denied') cache.done.push({ run, evidence: once(() => evidenceOf(used, isOutside)) })
  const { output = '', advice = '', added = '', kind, tool, command, files = [] } = used
  if (kind === 'edit') {
    const words = tainted.has(run) ? seenWords(added) : ''
    const written = { name: files[0] ?? tool, isOutside: true, isFailure: false, isWritten: true }
    if (words !== '') cache.seen.push({ run, at, ...written, words, text: added })
    return
  }
  if (output === '') return
  const text = `${output}\n${advice}`
  cache.seen.push({
    run,
    at,
    name: command === undefined ? tool : `\`${command.split('\n', 1)[0]!.slice(0, 60)}\``,
    isOutside,
    isFailure: used.ended === 'failed',
    words: used.seen ?? seenWords(text),
    text,
  })
}

/** Whether a step names a file that was fetched earlier. */
function names({ command = '', files = [] }: Used, fetched: readonly string[]): boolean {
  const places = [...command.split(/[\s'"=<>|;&()]+/), ...files].map((place) => `/${place.replace(/^\.\//, '')}/`)
  return fetched.some((name) => places.some((place) => place.includes(`/${name}/`)))
}
