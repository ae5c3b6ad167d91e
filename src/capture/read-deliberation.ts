import { UserError } from '../domain/user-error.ts'
import type { VerdictResult } from '../domain/values/outcome.ts'
import { readVerdict } from '../engine/laws/verdict.ts'
import { stripOwnBlocks } from '../engine/text/strip-own-blocks.ts'
import type { ToolRecord } from '../engine/trust/confirmed-output.ts'
import { heldEvidence } from '../engine/trust/held-evidence.ts'
import { type DeliberationFile, readDeliberationFile, readDeliberationName } from './deliberation-file.ts'

/** A deliberation as the journal keeps it, and what its words alone say about it. */
export interface Deliberation extends DeliberationFile {
  readonly role: string
  readonly verdict: VerdictResult
  readonly evidenceLevel: 1 | 2 | 3
  readonly evidenceReason: string
}

export interface ReadDeliberationOptions extends Partial<Omit<DeliberationFile, 'text'>> {
  /** Left out: an object in braces is JSON, anything else is Markdown. */
  readonly format?: 'json' | 'markdown'
  /** The name of the file it came in, such as `42-judge-1.json`. */
  readonly name?: string
  readonly changedFiles?: readonly string[]
  /** Whose output is believed as it stands; of nobody, if left out. */
  readonly isTrusted?: (role: string) => boolean
  /** What the tools of the run left on record; other output must match it. */
  readonly records?: readonly ToolRecord[]
}

const LONGEST = 1_048_576

/**
 * Reads a deliberation: the JSON file of a pipeline, or plain Markdown. What the caller says goes before what the content says,
 * and that before the name of the file. Output that a text merely shows is a claim: unless it is confirmed, the text stands on
 * its citations.
 */
export function readDeliberation(content: string, options: ReadDeliberationOptions = {}): Deliberation {
  const { format, name = '', changedFiles, isTrusted = () => false, records = [], ...given } = options
  const isJson = format === undefined ? content.trimStart().startsWith('{') : format === 'json'
  const file: DeliberationFile = isJson ? readDeliberationFile(content) : { text: content }
  const known = { ...readDeliberationName(name), ...file, ...withoutGaps(given) }
  checkText(known.text)
  if (known.role === undefined || known.role.trim() === '')
    throw new UserError(
      'deliberation',
      'The deliberation does not say whose it is.',
      'Name the role, such as --role judge.',
    )
  const ownWords = stripOwnBlocks(known.text)
  const role = known.role.trim()
  const evidence = heldEvidence({ text: ownWords, changedFiles }, { trusted: isTrusted(role), records })
  return {
    ...known,
    role,
    verdict: readVerdict(ownWords).verdict,
    evidenceLevel: evidence.level,
    evidenceReason: evidence.reason,
  }
}

function checkText(text: string): void {
  if (text.trim() === '')
    throw new UserError('deliberation', 'The deliberation is empty.', 'Give the text that the role wrote.')
  if (text.length > LONGEST)
    throw new UserError(
      'deliberation',
      `The deliberation has ${text.length} characters; at most ${LONGEST} are kept.`,
      'Record the report of the role, without logs and attachments.',
    )
}

function withoutGaps<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T
}
