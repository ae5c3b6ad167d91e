import { digest } from '../domain/digest.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { idProblem } from '../domain/id.ts'

type Captured = PayloadOf<'learning-captured.v1'>

/** What a file in `.learnings/pending` says. */
export type Pending =
  | { readonly kind: 'learning'; readonly learning: Captured; readonly run?: string }
  | { readonly kind: 'nothing'; readonly agent: string; readonly reason: string; readonly run?: string }
  | { readonly kind: 'refused'; readonly reason: string }

const SHORTEST = 20
const LONGEST = 2_000
const LONGEST_NAME = 200

/**
 * Reads the JSON that an agent left behind: `pattern_to_remember` with what happened, why, the fix, whom it applies to and the
 * place; or that it learned nothing, with the reason. The file's name, `AGENT-ID.json`, says who wrote it. The same file twice is
 * the same learning.
 */
export function readPending(text: string, fileName: string): Pending {
  const value = parse(text)
  if (value === undefined) return { kind: 'refused', reason: 'it is not a JSON object' }
  const { agent, run } = authorOf(value, fileName)
  if (value.no_learnings === true) {
    const reason = textOf(value.reason)?.slice(0, LONGEST) ?? 'no reason given'
    return { kind: 'nothing', agent, reason, ...(run === undefined ? {} : { run }) }
  }
  const problem = problemIn(value)
  if (problem !== undefined) return { kind: 'refused', reason: problem }
  const id = `f-${digest(`${fileName}\n${text}`).slice(0, 24)}`
  return { kind: 'learning', learning: learningOf(value, id, agent), ...(run === undefined ? {} : { run }) }
}

type Fields = Readonly<Record<string, unknown>>

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined
  } catch {
    return undefined
  }
}

/** `plan-writer-a1b2c3.json` was written by the plan-writer. */
function authorOf(value: Fields, fileName: string): { agent: string; run?: string } {
  const named = textOf(value.agent) ?? /^(.+?)-[^-]+\.json$/i.exec(fileName)?.[1] ?? 'agent'
  const run = textOf(value.run_id)
  return {
    agent: named.slice(0, LONGEST_NAME),
    ...(run === undefined || idProblem(run) !== undefined ? {} : { run }),
  }
}

const PROSE = ['what_happened', 'why', 'fix_applied'] as const

function problemIn(value: Fields): string | undefined {
  const lesson = textOf(value.pattern_to_remember)
  if (lesson === undefined) return 'pattern_to_remember is missing: the sentence to remember'
  if (lesson.length < SHORTEST || lesson.length > LONGEST)
    return `pattern_to_remember has ${lesson.length} characters; ${SHORTEST} to ${LONGEST} are needed`
  for (const field of PROSE)
    if (value[field] !== undefined && value[field] !== null && typeof value[field] !== 'string')
      return `${field} is not a text`
  const { applies_to: appliesTo, context } = value
  if (
    appliesTo !== undefined &&
    !(Array.isArray(appliesTo) && appliesTo.every((item) => textOf(item) !== undefined))
  )
    return 'applies_to is not a list of names'
  if (context !== undefined && context !== null && (typeof context !== 'object' || Array.isArray(context)))
    return 'context is not an object with file, line and function'
  return undefined
}

function learningOf(value: Fields, learning: string, agent: string): Captured {
  const [whatHappened, why, fixApplied] = PROSE.map((field) => textOf(value[field]))
  const appliesTo = ((value.applies_to as readonly string[] | undefined) ?? []).map((name) =>
    name.trim().slice(0, LONGEST_NAME),
  )
  const place = (value.context ?? {}) as Fields
  const file = textOf(place.file)
  const tag = textOf(place.function)
  const context = {
    ...(file === undefined ? {} : { files: [file] }),
    ...(tag === undefined ? {} : { tags: [tag.slice(0, LONGEST_NAME)] }),
  }
  return {
    learning,
    agent,
    lesson: textOf(value.pattern_to_remember)!,
    appliesTo: appliesTo.length === 0 ? ['*'] : appliesTo,
    ...(whatHappened === undefined ? {} : { whatHappened }),
    ...(why === undefined ? {} : { why }),
    ...(fixApplied === undefined ? {} : { fixApplied }),
    ...(file === undefined ? {} : { citation: { file, ...lineOf(place.line) } }),
    ...(Object.keys(context).length === 0 ? {} : { context }),
  }
}

function lineOf(line: unknown): { line?: number } {
  return typeof line === 'number' && Number.isInteger(line) && line >= 1 ? { line } : {}
}

/** A text with something in it. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
