import { digest } from '../../domain/digest.ts'
import { oneLine } from '../text/visible-text.ts'
import { givesOrders } from './advice-risk.ts'
import { sayFailure } from './describe-failure.ts'
import { FAILURE_LINES, type FailureKind } from './failure-lines.ts'

/** By what a failure is known again. */
export interface FailureSignature {
  readonly kind: FailureKind
  /** The line that tells it, as it was printed, at most 140 characters: for comparing, never for a prompt. */
  readonly line: string
  /** The failure in words of ours; undefined where it is none of the known ones. */
  readonly says?: string
  /** The same for the same failure, whatever numbers, times and folders stand in it. */
  readonly id: string
}

const MOST_LINES = 400
const LONGEST = 140
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]{0,32}[@-~]`, 'g')

/**
 * The failure that a command printed: its most telling line, and what makes it the same as another. Undefined where nothing tells.
 *
 * `Error: Cannot find module '../dist/index.js'` of two checkouts is one failure, and so is `connect ECONNREFUSED 127.0.0.1:5432` whatever
 * the time in front of it.
 */
export function failureSignature(output: string): FailureSignature | undefined {
  const lines = output.replace(ESCAPES, '').split('\n').slice(-MOST_LINES).map(oneLine).filter(isTelling)
  // A line that speaks to agents is hardly a tool's own; it tells only where no other does.
  return firstIn(lines, (text) => !givesOrders(text)) ?? firstIn(lines, () => true)
}

function firstIn(
  lines: readonly string[],
  isOfTool: (line: string) => boolean,
): FailureSignature | undefined {
  for (const { kind, line } of FAILURE_LINES) {
    const found = lines.find((text) => line.test(text) && isOfTool(text))
    if (found !== undefined) return signatureOf(kind, found)
  }
  return undefined
}

function signatureOf(kind: FailureKind, line: string): FailureSignature {
  const says = sayFailure(line, kind)
  return { kind, line: shortened(line), id: idOf(kind, line), says }
}

function isTelling(line: string): boolean {
  return line.length > 5 && line.length < 2_000
}

/** Without what a logger puts in front. */
function shortened(line: string): string {
  const bare = line
    .replace(/^(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,Z+-]+\]?|\[?\d\d:\d\d:\d\d[.\d]*\]?)\s*/, '')
    .replace(/^(?:E\s+|npm (?:ERR!|error)\s+|[>✗✕×!*-]\s+)/, '')
  return bare.length <= LONGEST ? bare : `${bare.slice(0, LONGEST - 1).replace(/\s+\S*$/, '')}…`
}

function idOf(kind: FailureKind, line: string): string {
  const same = line
    .toLowerCase()
    .replace(/(?:[a-z]:)?(?:[\\/][\w.@-]+){2,}[\\/]/g, '/')
    .replace(/0x[0-9a-f]+|\b[0-9a-f]{8,}\b/g, '#')
    .replace(/\d+(?:\.\d+)*/g, '#')
  return digest(`${kind}\n${same}`).slice(0, 16)
}
