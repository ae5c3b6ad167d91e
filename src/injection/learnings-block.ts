import type { Injection } from '../engine/laws/role-block.ts'
import type { SuccessRate } from '../engine/standing/success-rate.ts'
import { shareRoom } from '../engine/text/block-room.ts'
import { estimateBlockTokens } from '../engine/text/tokens.ts'
import { oneLine } from '../engine/text/visible-text.ts'
import { type Candidate, quotable, shownCost } from './candidate.ts'
import { MAIN } from './work-context.ts'

/** The lines around a block. The tags are our own, so that nothing between them is mistaken for a statement of the run. */
export interface Frame {
  readonly head: readonly string[]
  readonly foot: readonly string[]
}

/** For the start of an agent. It explains the lines, and how an agent reports that it used one. */
export function agentFrame(agent: string): Frame {
  return {
    head: [`<organization-learnings agent="${attribute(agent)}">`, 'Lessons from earlier runs for this agent:'],
    foot: ['If you use one, add a line to your last message: Applied: #id -> file:line', '</organization-learnings>'],
  }
}

/** For a tool call. */
export function toolFrame(tool: string): Frame {
  return {
    head: [`<tool-learnings tool="${attribute(tool)}">`, 'Lessons from earlier runs about such a step:'],
    foot: ['</tool-learnings>'],
  }
}

/** For a person's prompt. */
export function promptFrame(): Frame {
  return {
    head: ['<organization-learnings for="prompt">', 'Lessons from earlier runs about such work:'],
    foot: ['</organization-learnings>'],
  }
}

/** The tools of most steps. */
const USUAL_TOOLS = ['Bash', 'Edit', 'MultiEdit', 'Write', 'Read', 'shell', 'bash', 'edit']
/** More than are ever left out of a block. */
const MOST_OMITTED = 64

/** The frame lines of most blocks. With their token counts precomputed, nothing needs to be counted. */
export function usualLines(): string[] {
  const frames = [agentFrame(MAIN), promptFrame(), ...USUAL_TOOLS.map(toolFrame)]
  const notes = Array.from({ length: MOST_OMITTED + 1 }, (_, count) => omittedNote(count))
  return [...new Set([...frames.flatMap(({ head, foot }) => [...head, ...foot]), ...notes])]
}

/** The label of a pattern's line: its standing, or under the classic profile its confidence and flag. */
export type LineStyle = { readonly label: string } | Pick<SuccessRate, 'confidence' | 'flag'>

/** `- Check token expiry first (helping 82%, 8 runs)`; under the classic profile `[medium] Check token expiry first (REVIEW)`. */
export function learningLine(text: string, style: LineStyle): string {
  if ('label' in style) return `- ${oneLine(text)} (${style.label})`
  return `[${style.confidence}] ${oneLine(text)}${style.flag === '' ? '' : ` (${style.flag})`}`
}

/** The name by which an agent can refer to a pattern: the first five digits of `p-3f2a91c04d5e6f70`; other ids are short or were chosen by somebody. */
export function shortId(id: string): string {
  return /^p-[0-9a-f]{16}$/.test(id) ? id.slice(2, 7) : id
}

/** `[medium] Check token expiry first #3f2a9`. */
export function withShortId(line: string, id: string): string {
  return `${line} #${shortId(id)}`
}

export interface Limits {
  readonly most: number
  readonly budgetTokens: number
}

/** The lines that fit, in their order. Neither a long line nor one source can block the rest. The block gives the number of those left out. Without a line there is no block. */
export function packLearnings(candidates: readonly Candidate[], frame: Frame, limits: Limits): Injection {
  const lines = candidates.map((candidate) => {
    const { id, shownAs: line = '', line: of } = candidate
    return { id, line, source: of.source ?? id, tokens: shownCost(candidate) }
  })
  const room = limits.budgetTokens - estimateBlockTokens([...frame.head, omittedNote(candidates.length), ...frame.foot])
  const shown = shareRoom(lines, room, limits.most)
  const included = shown.map(({ id }) => id)
  const dropped = candidates.map(({ id }) => id).filter((id) => !included.includes(id))
  if (shown.length === 0) return { block: '', tokens: 0, included, dropped, path: 'skipped' }
  const note = dropped.length === 0 ? [] : [omittedNote(dropped.length)]
  const block = [...frame.head, ...note, ...lintInOneLine(shown.map(({ line }) => line)), ...frame.foot]
  const around = estimateBlockTokens([...frame.head, ...note, ...frame.foot])
  const tokens = shown.reduce((sum, line) => sum + line.tokens, around)
  const path = dropped.length === 0 ? 'full' : 'truncated'
  return { block: block.join('\n'), tokens, included, dropped, path }
}

const LINT_LINE = /^- (.+): the linter here enforces (`[^`]+`)\. \([^()]*\)( #\w+)?$/

/** Lessons about lint rules differ little: several share one line, in the place of the first. */
function lintInOneLine(lines: readonly string[]): readonly string[] {
  const found = lines.map((line) => LINT_LINE.exec(line))
  const rules = found.filter((match) => match !== null)
  if (rules.length < 2) return lines
  const said = rules.map(([, asks, rule, id = '']) => `${asks} (${rule})${id}`)
  const line = `- The linter here enforces: ${said.join('; ')}`
  return lines.flatMap((own, at) => (found[at] === null ? own : found[at] === rules[0] ? line : []))
}

const omittedNote = (count: number) => `${count} more found no room.`

/** A name from outside, safe inside the quotes of a tag. */
function attribute(name: string): string {
  return quotable(name).replace(/["'<>&=]/g, '')
}
