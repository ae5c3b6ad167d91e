import type { StoredEvent } from '../../domain/event.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { PATTERN, RUN } from '../../projection/documents/documents.ts'
import { TASK_ERRORS, TASK_STRIKES } from '../../projection/documents/task-documents.ts'
import { TASK } from '../../projection/fold-tasks.ts'
import type { LoopContext } from '../context.ts'
import { eachEvent } from '../facts/facts-about.ts'
import { allNamed, beginsSo, MOST_READ, onlyOne } from '../facts/find-named.ts'
import type { Named, Verb } from '../verbs/define-verb.ts'

/** A verb's arguments with abbreviated ids expanded. An id without a match stays as given, for the verb to handle. */
export async function withFullNames(context: LoopContext, { names = {}, args }: Verb, given: unknown[]) {
  const whole = async (field: string, value: unknown): Promise<unknown> => {
    const what = names[field]
    if (what !== undefined && Array.isArray(value)) return Promise.all(value.map((one) => whole(field, one)))
    return what === undefined || typeof value !== 'string' ? value : fullName(context, what, value)
  }
  const fields = async (value: object) => {
    const entries = Object.entries(value).map(async ([field, one]) => [field, await whole(field, one)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  return Promise.all(
    given.map((value, index) => {
      const field = args?.[index] ?? '...'
      if (field !== '...') return whole(field, value)
      return typeof value === 'object' && value !== null ? fields(value) : value
    }),
  )
}

async function fullName(context: LoopContext, what: Named, name: string): Promise<string> {
  if (what === 'subject') {
    const [, kind = '', named = ''] = /^(\w+)\/(.+)$/.exec(name) ?? []
    if (!Object.hasOwn(IDS, kind)) return name
    return `${kind}/${await fullName(context, kind as keyof typeof IDS, named)}`
  }
  // `bd-1` is not short for `bd-1.2`, which is a part of it.
  const found = [...new Set(await IDS[what](context, name))].filter(
    (id) => beginsSo(id, name) && !id.startsWith(`${name}.`),
  )
  if (found.length === 0 || found.includes(name)) return name
  const one = found.map((id) => ({ id }))
  const { id } = onlyOne(one, name, what)
  // `run-7` is not short for `run-70`: a counter at the end of an id is never abbreviated.
  const counted = /(?:^|[-_.])(\d+)$/.exec(id)?.[1] ?? ''
  const missing = id.length - id.indexOf(name) - name.length
  return missing > 0 && missing < counted.length ? name : id
}

/** Finds the ids that a name may abbreviate, or the name itself if it is an id. */
const IDS = {
  run: async (context: LoopContext, name: string) => (await allNamed(context, RUN, name)).map(({ id }) => id),
  pattern: async (context: LoopContext, name: string) => (await allNamed(context, PATTERN, name)).map(({ id }) => id),
  task: async ({ journal }: LoopContext) => {
    const kinds = [TASK, TASK_ERRORS, TASK_STRIKES]
    const lists = await Promise.all(kinds.map((kind) => journal.list<{ task: string }>(kind, { limit: MOST_READ })))
    return lists.flat().map(({ body }) => body.task)
  },
  receipt: (context: LoopContext, name: string) => keysOf(context, 'receipt', 'pattern-injected', name),
  deliberation: (context: LoopContext, name: string) => keysOf(context, 'deliberation', 'deliberation-recorded', name),
  event: async (context: LoopContext, name: string) => {
    const isWhole = /^\d+$/.test(name) || (await context.journal.event(name)) !== undefined
    return isWhole ? [name] : (await eventsOf(context)).map(nameOfEvent)
  },
}

/** The ids in the keys of events of a type. */
async function keysOf(context: LoopContext, kind: string, type: string, name: string): Promise<string[]> {
  const [exact] = await context.journal.read({ key: `${kind}/${name}`, limit: 1 })
  const found = exact === undefined ? await eventsOf(context, [type]) : [exact]
  return found.map(({ key }) => key.slice(kind.length + 1))
}

/** The events of one undo have the same time prefix, so an abbreviated id means the whole undo. */
function nameOfEvent({ id, type, payload }: StoredEvent): string {
  const isUndo = typeOf(type) === 'event-undone' && payload !== null
  return isUndo ? (JSON.parse(payload) as { batch: string }).batch : id
}

async function eventsOf({ journal }: LoopContext, types?: readonly string[]): Promise<StoredEvent[]> {
  const found: StoredEvent[] = []
  for await (const event of eachEvent(journal, { types })) found.push(event)
  return found
}
