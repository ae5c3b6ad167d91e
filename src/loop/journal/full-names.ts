import type { StoredEvent } from '../../domain/event.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { PATTERN, RUN } from '../../projection/documents/documents.ts'
import { TASK_ERRORS, TASK_STRIKES } from '../../projection/documents/task-documents.ts'
import { TASK } from '../../projection/fold-tasks.ts'
import type { LoopContext } from '../context.ts'
import type { Named, Verb } from '../verbs/define-verb.ts'
import { runStream } from './append-facts.ts'
import { beginsSo, MOST_READ, onlyOne } from './find-named.ts'

/** The arguments of a verb, with every shortened id of a thing on record written out. An id that fits nothing stays as it was given: the verb says what it makes of that. */
export async function withFullNames(context: LoopContext, { names = {}, args }: Verb, given: unknown[]) {
  const whole = async (field: string, value: unknown): Promise<unknown> => {
    const what = names[field]
    if (what === undefined) return value
    if (Array.isArray(value)) return Promise.all(value.map((one) => whole(field, one)))
    return typeof value === 'string' ? fullName(context, what, value) : value
  }
  const fields = async (value: object) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(value).map(async ([field, one]) => [field, await whole(field, one)] as const),
      ),
    )
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
    const [kind, ...rest] = name.split('/')
    const named = rest.join('/')
    return isKnown(kind) && named !== '' ? `${kind}/${await fullName(context, kind, named)}` : name
  }
  const ids = await IDS[what](context, name)
  const found = [...new Set(ids)].filter((id) => beginsSo(id, name))
  if (found.length === 0 || found.includes(name)) return name
  const { id } = onlyOne(
    found.map((one) => ({ id: one })),
    name,
    what,
  )
  // `run-7` is not short for `run-70`: a number that somebody counted with is whole.
  const counted = /(?:^|[-_.])(\d+)$/.exec(id)?.[1] ?? ''
  const missing = id.length - id.indexOf(name) - name.length
  return missing > 0 && missing < counted.length ? name : id
}

/** The ids that a name may be short for; the name itself where it is one. */
const IDS: Readonly<
  Record<Exclude<Named, 'subject'>, (context: LoopContext, name: string) => Promise<string[]>>
> = {
  run: async ({ journal }, name) => {
    const [exact] = await journal.read({ stream: runStream(name), limit: 1 })
    if (exact !== undefined) return [name]
    return (await journal.list(RUN, { limit: MOST_READ })).map(({ id }) => id)
  },
  pattern: async ({ journal }, name) => {
    const [exact] = await journal.documents([{ kind: PATTERN, id: name }])
    return exact === undefined
      ? (await journal.list(PATTERN, { limit: MOST_READ })).map(({ id }) => id)
      : [name]
  },
  task: async ({ journal }) => {
    const limit = MOST_READ
    const lists = await Promise.all([
      journal.list(TASK, { limit }),
      journal.list(TASK_ERRORS, { limit }),
      journal.list(TASK_STRIKES, { limit }),
    ])
    return lists.flatMap((list) => list.map(({ body }) => body.task))
  },
  receipt: (context, name) => keysOf(context, 'receipt', 'pattern-injected', name),
  deliberation: (context, name) => keysOf(context, 'deliberation', 'deliberation-recorded', name),
  event: async (context, name) => {
    const isWhole = /^\d+$/.test(name) || (await context.journal.event(name)) !== undefined
    return isWhole ? [name] : (await eventsOf(context)).flatMap(namesOfEvent)
  },
}

function isKnown(kind: string | undefined): kind is keyof typeof IDS {
  return kind !== undefined && Object.hasOwn(IDS, kind)
}

/** Events of a type are kept under the id of what they record. */
async function keysOf(context: LoopContext, kind: string, type: string, name: string): Promise<string[]> {
  const [exact] = await context.journal.read({ key: `${kind}/${name}`, limit: 1 })
  const found = exact === undefined ? await eventsOf(context, [type]) : [exact]
  return found.map(({ key }) => key.slice(kind.length + 1))
}

/** The events of one undo are written in one moment and begin alike, so a short id means the undo. */
function namesOfEvent({ id, type, payload }: StoredEvent): string[] {
  if (typeOf(type) !== 'event-undone' || payload === null) return [id]
  return [(JSON.parse(payload) as { batch: string }).batch]
}

const PAGE = 2_000

async function eventsOf({ journal }: LoopContext, types?: readonly string[]): Promise<StoredEvent[]> {
  const found: StoredEvent[] = []
  for (let after = 0; ; ) {
    const page = await journal.read({ after, types, limit: PAGE })
    found.push(...page)
    if (page.length < PAGE) return found
    after = page.at(-1)!.position
  }
}
