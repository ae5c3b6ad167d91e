import * as z from 'zod'
import { category } from '../../domain/events/fields.ts'
import { idProblem } from '../../domain/id.ts'
import { schemaProblem } from '../../domain/schema-problem.ts'
import type { ForeignLearning } from './foreign-record.ts'
import { citationOf, instant, known, labels, maybe, place, prose } from './json-fields.ts'
import { type Fields, isFields, parseJson } from './json-value.ts'

/** What a file in `.learnings/pending` says. */
export type Pending =
  | ForeignLearning
  | { readonly kind: 'nothing'; readonly agent: string; readonly reason: string; readonly run?: string }
  | { readonly kind: 'refused'; readonly reason: string }

const LONGEST = 2_000

const schema = z.object({
  what_happened: maybe(prose),
  why: maybe(prose),
  fix_applied: maybe(prose),
  pattern_to_remember: z.string().trim().min(20).max(LONGEST),
  trigger: maybe(z.string().max(200)),
  category: maybe(category),
  applies_to: maybe(labels),
  context: maybe(place),
  captured_at: maybe(instant),
})

/**
 * Reads the JSON that an agent left behind: `pattern_to_remember` with what happened, why, the fix, whom it applies to and the
 * place; or that it learned nothing, with the reason. The file's name, `AGENT-ID.json`, says who wrote it, where the entry does not.
 */
export function readPendingText(text: string, fileName: string): Pending {
  const parsed = parseJson(text.replace(/^\ufeff/, ''))
  if ('problem' in parsed) return { kind: 'refused', reason: parsed.problem }
  if (!isFields(parsed.value)) return { kind: 'refused', reason: 'it is not a JSON object' }
  return readPending(parsed.value, fileName)
}

export function readPending(value: Fields, fileName: string): Pending {
  const who = { agent: agentOf(value, fileName), ...runOf(value) }
  if (value.no_learnings === true) {
    const reason = typeof value.reason === 'string' ? value.reason.trim().slice(0, LONGEST) : ''
    return { kind: 'nothing', reason: reason || 'no reason given', ...who }
  }
  const checked = schema.safeParse(value)
  if (!checked.success)
    return {
      kind: 'refused',
      reason: checked.error.issues.map((issue) => schemaProblem(issue, value, 'the entry')).join('; '),
    }
  return { kind: 'learning', ...who, ...learningOf(checked.data) }
}

function learningOf(entry: z.output<typeof schema>): Omit<ForeignLearning, 'kind' | 'agent'> {
  const { file, function: tag } = entry.context ?? {}
  const context = {
    ...(file === undefined ? {} : { files: [file] }),
    ...(tag === undefined ? {} : { tags: [tag] }),
  }
  return {
    lesson: entry.pattern_to_remember,
    appliesTo: entry.applies_to === undefined || entry.applies_to.length === 0 ? ['*'] : entry.applies_to,
    ...known({
      whatHappened: entry.what_happened,
      why: entry.why,
      fixApplied: entry.fix_applied,
      trigger: entry.trigger,
      category: entry.category,
      citation: citationOf(entry.context),
      context: Object.keys(context).length === 0 ? undefined : context,
      at: entry.captured_at,
    }),
  }
}

/** `plan-writer-a1b2c3.json` was written by the plan-writer. */
function agentOf(value: Fields, fileName: string): string {
  const named = [value.agent, value.agent_name, value.agent_type].find(
    (name) => typeof name === 'string' && name.trim() !== '',
  )
  if (typeof named === 'string') return named.trim().slice(0, 200)
  return /^(.+?)-[^-]+\.json$/i.exec(fileName)?.[1]?.slice(0, 200) ?? 'agent'
}

/** A run whose name cannot be one is left out: what was learned holds without it. */
function runOf({ run_id: run }: Fields): { run?: string } {
  return typeof run === 'string' && idProblem(run) === undefined ? { run } : {}
}
