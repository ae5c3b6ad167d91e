import { type Claim, evidenceLevel } from '../laws/evidence-level.ts'
import { readTestOutput, type ShownOutput, shownOutputs } from '../text/shown-output.ts'

/** The record of a tool's action in a run. */
export interface ToolRecord {
  readonly command?: string | undefined
  /** Its output, as far as it was stored. */
  readonly printed?: string | undefined
  readonly passed?: boolean | undefined
  readonly exitCode?: number | undefined
}

const EXIT_CODE = /\bexit(?:ed with)? (?:code|status)\W{0,3}(-?\d{1,9})/gi
const FAILED = /^\W{0,10}(?:INFO\W{1,3})?BUILD FAIL|^\s{0,20}(?:FAIL\b|not ok |--- FAIL|test result: FAILED)/m
const PASSED = /^\W{0,10}(?:INFO\W{1,3})?BUILD SUCCESS|^\s{0,20}(?:PASS\b|ok |--- PASS|test result: ok)/m

/**
 * The tool of a run that printed the output in a text, if one did.
 *
 * If the record has the output, every informative line must be in it. If it only has the command, the text must show that command, and no other result than the recorded
 * one. `$ npm test`, `3 failed` is confirmed by a failed `npm test`, and by nothing else.
 */
export function confirmedBy(shown: ShownOutput, records: readonly ToolRecord[]): ToolRecord | undefined {
  return records.find((record) =>
    record.printed === undefined ? isSameRun(shown, record) : isPrinted(shown, record.printed),
  )
}

function isPrinted({ telling }: ShownOutput, printed: string): boolean {
  const lines = new Set(printed.split('\n').map(plain))
  return telling.length > 0 && telling.every((line) => lines.has(plain(line)))
}

function isSameRun({ commands, text }: ShownOutput, { command, passed, exitCode }: ToolRecord): boolean {
  if (command === undefined || !commands.some((shown) => plain(shown) === plain(command))) return false
  const code = [...text.matchAll(EXIT_CODE)].at(-1)?.[1]
  if (code !== undefined && exitCode !== undefined && Number(code) !== exitCode) return false
  const claimed = claimedResult(text, code === undefined ? undefined : Number(code))
  return claimed === undefined || passed === undefined || claimed === passed
}

/** Whether the shown output claims that the command passed; undefined if it does not say. */
function claimedResult(text: string, exitCode: number | undefined): boolean | undefined {
  const { passed = 0, failed = 0 } = readTestOutput(text)
  if (failed > 0 || FAILED.test(text) || (exitCode !== undefined && exitCode !== 0)) return false
  return passed > 0 || PASSED.test(text) || exitCode === 0 ? true : undefined
}

/** Tools pad and colour; people trim. */
function plain(line: string): string {
  return line.replace(ANSI, '').replace(/\s+/g, ' ').trim()
}

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,20}m`, 'g')

/** The evidence against which output in a text is checked. */
export interface Witness {
  /** The text is by a role whose own output is accepted. */
  readonly trusted: boolean
  /** The records of the run's tools. */
  readonly records: readonly ToolRecord[]
}

/** The level of a text after its output was checked against the record: unconfirmed output is a claim, so only the citations count, with code or without. Pasted `3 failed` without a record: 3; with `src/a.ts:4` of the change beside it: 2. */
export function confirmedLevel(claim: Claim, { trusted, records }: Witness) {
  const { level, claimed, reason, levelIfUnconfirmed } = evidenceLevel(claim)
  if (!claimed && levelIfUnconfirmed < level)
    return { level: levelIfUnconfirmed, reason: reason.replace(/, but shows no code fragment$/, '') }
  if (!claimed || trusted) return { level, reason }
  const record = shownOutputs(claim.text)
    .map((shown) => confirmedBy(shown, records))
    .find((found) => found !== undefined)
  if (record === undefined)
    return { level: levelIfUnconfirmed, reason: `${reason}, which no record of the run confirms` }
  return { level, reason: `${reason}, as ${record.command ?? 'a tool'} of the run printed it` }
}
