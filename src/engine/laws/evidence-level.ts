import { type CodeBlock, codeBlocks } from '../text/code-blocks.ts'
import { type Citation, changedFileTest, citationsIn, looksLikeFile, withoutCitations } from '../text/code-citations.ts'
import { shownOutputs } from '../text/shown-output.ts'

export interface Claim {
  readonly text: string
  /** The files of the change under discussion; without them no citation can be checked. */
  readonly changedFiles?: readonly string[] | undefined
}

export interface EvidenceLevel {
  readonly level: 1 | 2 | 3
  /** The text shows output; the loop must confirm that it was ever printed. */
  readonly claimed: boolean
  readonly citations: readonly Citation[]
  readonly reason: string
  /** The level if the shown output matches no run on record. */
  readonly levelIfUnconfirmed: 2 | 3
}

const CODE_SPAN = /`([^`\n]{1,300})`/g
const CALL = /\w\((?!e?s\))[^()\n]{0,200}\)/
const OPERATOR = /[\w)\]'"] ?(?:===?|!==?|&&|\|\||=>|\?\?|\+=|<=|>=) ?[\w('"[{!-]/

/**
 * How firmly a text is grounded: 1 shows the output of a command, 2 cites `file:line` inside the change with a fragment of code, 3 only reasons.
 *
 * Saying that something was run is level 3, and so are a citation outside the change, a file without a line, and any citation while the changed files are unknown.
 */
export function evidenceLevel({ text, changedFiles }: Claim): EvidenceLevel {
  const blocks = codeBlocks(text)
  const citations = citationsIn(text)
  const grounds = citationGrounds(citations, changedFiles)
  const levelIfUnconfirmed = grounds.cited === undefined ? 3 : 2
  const output = shownOutputs(text)[0]?.kind
  const rest = { citations, levelIfUnconfirmed } as const
  if (output !== undefined) return { level: 1, claimed: true, reason: `shows execution output: ${output}`, ...rest }
  if (grounds.cited === undefined) return { level: 3, claimed: false, reason: grounds.reason, ...rest }
  if (showsCode(text, blocks)) {
    return { level: 2, claimed: false, reason: `${grounds.reason}, with a code fragment`, ...rest }
  }
  return { level: 3, claimed: false, reason: `${grounds.reason}, but shows no code fragment`, ...rest }
}

function citationGrounds(citations: readonly Citation[], changedFiles: readonly string[] | undefined) {
  if (citations.length === 0) return { reason: 'neither execution output nor a file:line citation' }
  if (changedFiles === undefined) return { reason: 'no list of changed files to hold the citation against' }
  const isChanged = changedFileTest(changedFiles)
  const cited = citations.find(({ file }) => isChanged(file))
  if (cited === undefined) return { reason: 'cites only files outside the change' }
  return { cited, reason: `cites ${cited.file}:${cited.line} in the change` }
}

/** A fenced block, an inline code span, a call or an operator; a repetition of the cited file's name does not count. */
function showsCode(text: string, blocks: readonly CodeBlock[]): boolean {
  if (blocks.some((block) => block.kind === 'fenced' && saysMore(block.text))) return true
  const rest = withoutCitations(text)
  for (const span of rest.matchAll(CODE_SPAN)) if (saysMore(span[1] ?? '')) return true
  return CALL.test(rest) || OPERATOR.test(rest)
}

function saysMore(code: string): boolean {
  const rest = withoutCitations(code).trim()
  return rest !== '' && !looksLikeFile(rest)
}
