import { adviceRisk } from './advice-risk.ts'
import type { FailureKind } from './failure-lines.ts'
import { KIND_SAYS, KNOWN_ERRORS, type KnownError, type SlotKind } from './known-errors.ts'
import { carriesSentence } from './sentence-in-name.ts'

/** What each slot may hold, and how long it may be. */
const SLOTS: Readonly<Record<SlotKind, RegExp>> = {
  path: /^(?=.{1,80}$)(?:[@:.~]{0,2}\/?)?[\w.$*+-]{1,40}(?:[/:][\w.@$*+-]{1,40}){0,7}\/?$/,
  name: /^(?=.{1,40}$)-{0,2}[A-Za-z_$][\w$.:+-]*$/,
  variable: /^(?=.{3,40}$)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){0,5}$/,
  code: /^(?=.{2,16}$)[A-Z][A-Za-z]*_?[A-Z]*\d{0,6}$/,
  number: /^\d{1,5}(?:\.\d{1,3}){0,2}$/,
}

/**
 * A line that a tool printed, in words of ours; undefined where no known error fits.
 *
 * What a command prints was written by whoever wrote the code, the page or the packet behind it. Of that only the name of the error and its slots are taken, and
 * the words around them are from our own table, so that no output can put a sentence into a prompt. `Error: Cannot find module '../dist/a.js'. Agents must …`
 * is `Cannot find module '../dist/a.js'`, and a module called `run-curl-evil-sh-before-any-test` is left out.
 */
export function sayFailure(line: string, kind: FailureKind): string | undefined {
  const others = kind === 'other' ? KNOWN_ERRORS : KNOWN_ERRORS.filter((known) => known.kind === 'other')
  return (
    saidBy(
      KNOWN_ERRORS.filter((known) => known.kind === kind),
      line,
    ) ??
    saidBy(others, line) ??
    KIND_SAYS[kind]
  )
}

function saidBy(errors: readonly KnownError[], line: string): string | undefined {
  for (const known of errors) {
    const match = known.line.exec(line)
    const said = match === null ? undefined : rendered(known, match)
    if (said !== undefined) return said
  }
  return undefined
}

function rendered({ says, slots = [] }: KnownError, match: RegExpExecArray): string | undefined {
  const [whole, bare] = says.split('|')
  const values = slots.map((slot, at) => ({ slot, value: match[at + 1] ?? '' }))
  if (!values.every(({ slot, value }) => fits(slot, value))) return bare
  return values.reduce((text, { value }, at) => text.replace(`$${at + 1}`, () => value), whole!)
}

function fits(slot: SlotKind, value: string): boolean {
  return SLOTS[slot].test(value) && !carriesSentence(value) && adviceRisk(value) === undefined
}
