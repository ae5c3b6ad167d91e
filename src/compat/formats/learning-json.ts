import * as z from 'zod'
import { category } from '../../domain/events/fields.ts'
import { LABEL_STATUSES } from '../../domain/values/pattern.ts'
import { passed, type Read } from './foreign-record.ts'
import { citationOf, count, instant, known, label, labels, maybe, place, prose } from './json-fields.ts'
import { type Fields, isFields, readAs } from './json-value.ts'

const LONGEST_LESSON = 2_000

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
  validation: maybe(z.object({ status: z.enum(LABEL_STATUSES), reason: maybe(prose) })),
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
