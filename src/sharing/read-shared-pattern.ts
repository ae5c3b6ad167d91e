import { schemaProblem } from '../domain/schema-problem.ts'
import { type SharedPattern, sharedPattern } from '../domain/shared-pattern.ts'
import { redact } from '../engine/secrets/redact.ts'
import { sanitize } from '../engine/text/sanitize.ts'

/** Something that was found in a shared place, before anyone has looked at it. */
export interface Found {
  /** Where it stands, for people: `P-003`. */
  readonly at: string
  readonly value: unknown
  /** What already speaks against it. */
  readonly problem?: string
  /** It was written by another system, which names projects and no journals. */
  readonly isForeign?: boolean
}

export interface Refused {
  readonly at: string
  readonly reason: string
  /** The project that it says it comes from. */
  readonly project?: string
}

export type Checked = { readonly shared: SharedPattern } | { readonly refused: Refused }

const MOST_PROBLEMS = 3
const LONGEST_NAME = 200

/** The check of what others wrote: the schema, then every text. Nothing is corrected: a text that could pose as something else, or holds a secret, is refused whole. */
export function checkShared(found: Found): Checked {
  const refuse = (reason: string): Checked => ({ refused: { at: found.at, reason, ...projectOf(found.value) } })
  if (found.problem !== undefined) return refuse(found.problem)
  const checked = sharedPattern.safeParse(found.value)
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => schemaProblem(issue, found.value, 'the pattern'))
    return refuse(problems.slice(0, MOST_PROBLEMS).join('; '))
  }
  const reason = textsOf(checked.data)
    .map(([field, text]) => textProblem(field, text))
    .find((problem) => problem !== undefined)
  return reason === undefined ? { shared: checked.data } : refuse(reason)
}

function textsOf(shared: SharedPattern): [string, string][] {
  const { text, role, project, by = 'mettle', trigger = 'none', appliesTo, tags = [], labels = [] } = shared
  const single: [string, string][] = Object.entries({ text, role, project, by, trigger })
  const lists = Object.entries({ appliesTo, tags, labels })
  return [...single, ...lists.flatMap(([field, items]) => items.map((item): [string, string] => [field, item]))]
}

function textProblem(field: string, text: string): string | undefined {
  const clean = sanitize(text)
  if (clean.removed.length > 0)
    return `${field}: it contains what must not be in a prompt (${clean.removed.join(', ')})`
  if (clean.text !== text) return `${field}: it is not one line of plain text`
  const [secret] = redact(text).findings
  return secret === undefined ? undefined : `${field}: it holds what looks like a secret (${secret.kind})`
}

/** Told to people, so it is cleaned, whatever else is wrong. */
function projectOf(value: unknown): { project?: string } {
  const { project } = (value ?? {}) as { project?: unknown }
  return typeof project === 'string' ? { project: sanitize(project.slice(0, LONGEST_NAME)).text } : {}
}
