import * as z from 'zod'
import { category } from '../domain/events/fields.ts'
import { type ForeignLearning, passed, type Read } from './foreign-record.ts'
import { count, instant, known, label, labels, maybe, prose } from './json-fields.ts'
import { type Fields, isFields, readAs } from './json-value.ts'

const place = z.object({ file: maybe(z.string().max(4_096)), line: maybe(count), function: maybe(label) })
const LONGEST_LESSON = 2_000

const pendingSchema = z.object({
  what_happened: maybe(prose),
  why: maybe(prose),
  fix_applied: maybe(prose),
  pattern_to_remember: z.string().trim().min(20).max(LONGEST_LESSON),
  trigger: maybe(z.string().max(200)),
  category: maybe(category),
  applies_to: maybe(labels),
  context: maybe(place),
  run_id: maybe(label),
  captured_at: maybe(instant),
})

/** What an agent left in `pending/`; `fileName`, `AGENT-ID.json`, says which one, where the entry does not. */
export function readPending(value: Fields, fileName: string): Read {
  if (value.no_learnings === true)
    return passed(`nothing was learned: ${String(value.reason ?? 'no reason given').slice(0, 200)}`)
  return readAs(pendingSchema, value, (entry) => ({
    kind: 'learning',
    agent: agentOf(value, fileName),
    lesson: entry.pattern_to_remember,
    appliesTo: entry.applies_to ?? ['*'],
    ...known({
      whatHappened: entry.what_happened,
      why: entry.why,
      fixApplied: entry.fix_applied,
      trigger: entry.trigger,
      category: entry.category,
      citation: citationOf(entry.context),
      run: entry.run_id,
      at: entry.captured_at,
    }),
  }))
}

/** `plan-writer-a1b2c3.json` was written by the plan-writer. */
function agentOf(value: Fields, fileName: string): string {
  const named = [value.agent, value.agent_name, value.agent_type].find(
    (name) => typeof name === 'string' && name !== '',
  )
  if (typeof named === 'string') return named.slice(0, 200)
  return /^(.+?)-[^-]+\.json$/i.exec(fileName)?.[1] ?? 'agent'
}

function citationOf(context: z.output<typeof place> | undefined): ForeignLearning['citation'] {
  if (context?.file === undefined) return undefined
  return {
    file: context.file,
    ...(context.line === undefined || context.line < 1 ? {} : { line: context.line }),
  }
}

const classifiedSchema = z.object({
  id: maybe(label),
  category,
  trigger: maybe(z.string().max(200)),
  summary: z.string().trim().min(20).max(LONGEST_LESSON),
  detail: maybe(prose),
  applies_to: maybe(labels),
  context: maybe(z.union([place, labels])),
  source_file: maybe(z.string().max(4_096)),
  source_line: maybe(count),
  validation: maybe(z.object({ status: z.enum(['approved', 'reworded', 'rejected']), reason: maybe(prose) })),
})

/** The learnings of a classified file. What was rejected there is not taken over. */
export function readClassified(file: Fields): Read[] {
  const run = typeof file.run_id === 'string' && file.run_id !== '' ? file.run_id : undefined
  const at = instant.safeParse(file.captured_at ?? file.last_updated)
  const learnings = Array.isArray(file.learnings) ? file.learnings : []
  return learnings.map((value: unknown) => {
    const status = isFields(value) && isFields(value.validation) ? value.validation.status : undefined
    if (status === 'rejected') return passed('it was rejected when it was classified')
    return readAs(classifiedSchema, value, (entry) => ({
      kind: 'learning',
      agent: 'classified',
      lesson: entry.summary,
      category: entry.category,
      appliesTo: entry.applies_to ?? ['*'],
      ...known({
        whatHappened: entry.detail,
        trigger: entry.trigger,
        citation: citationOf(
          entry.source_file === undefined
            ? Array.isArray(entry.context)
              ? undefined
              : entry.context
            : { file: entry.source_file, line: entry.source_line, function: undefined },
        ),
        run,
        at: at.success ? at.data : undefined,
      }),
    }))
  })
}
