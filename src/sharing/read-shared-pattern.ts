import { schemaProblem } from '../domain/schema-problem.ts'
import { type SharedPattern, sharedPattern } from '../domain/shared-pattern.ts'
import { redact } from '../engine/secrets/redact.ts'
import { sanitize } from '../engine/text/sanitize.ts'

/** An unchecked entry of a shared place. */
export interface Found {
  /** Its place, for display: `P-003`. */
  readonly at: string
  readonly value: unknown
  /** A problem found so far. */
  readonly problem?: string
  /** It comes from another system, which names projects but not journals. */
  readonly isForeign?: boolean
}

export interface Refused {
  readonly at: string
  readonly reason: string
  /** The project that it claims to come from. */
  readonly project?: string
}

export type Checked = { readonly shared: SharedPattern } | { readonly refused: Refused }

const MOST_PROBLEMS = 3
const LONGEST_NAME = 200

/** Checks what others wrote: the schema, then every text. Nothing is corrected: a text that could pass for something else, or contains a secret, is refused entirely. */
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

/** Cleaned, because it is shown to people whatever else is wrong. */
function projectOf(value: unknown): { project?: string } {
  const { project } = (value ?? {}) as { project?: unknown }
  return typeof project === 'string' ? { project: sanitize(project.slice(0, LONGEST_NAME)).text } : {}
}
