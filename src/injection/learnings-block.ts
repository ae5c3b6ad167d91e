import type { Injection } from '../engine/laws/inject.ts'
import type { SuccessRate } from '../engine/standing/success-rate.ts'
import { shareRoom } from '../engine/text/block-room.ts'
import { estimateBlockTokens } from '../engine/text/tokens.ts'
import { oneLine } from '../engine/text/visible-text.ts'
import { type Candidate, quotable, shownCost } from './candidate.ts'
import { MAIN } from './work-context.ts'

/** What stands around the lines of a block. The tags are our own, so that nothing between them is taken for what a run said. */
export interface Frame {
  readonly head: readonly string[]
  readonly foot: readonly string[]
}

/** For the start of an agent. It says what the lines are and how an agent reports that it used one. */
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

/** For what a person just asked for. */
export function promptFrame(): Frame {
  return {
    head: ['<organization-learnings for="prompt">', 'Lessons from earlier runs about such work:'],
    foot: ['</organization-learnings>'],
  }
}

/** Tools that most steps are taken with. */
const USUAL_TOOLS = ['Bash', 'Edit', 'MultiEdit', 'Write', 'Read', 'shell', 'bash', 'edit']
/** More than are ever left out of a block. */
const MOST_OMITTED = 64

/** The lines around most blocks; who knows what these cost need not count anything. */
export function usualLines(): string[] {
  const frames = [agentFrame(MAIN), promptFrame(), ...USUAL_TOOLS.map(toolFrame)]
  const notes = Array.from({ length: MOST_OMITTED + 1 }, (_, count) => omittedNote(count))
  return [...new Set([...frames.flatMap(({ head, foot }) => [...head, ...foot]), ...notes])]
}

/** How the line of a pattern ends and begins: its standing, or under the classic profile its confidence and flag. */
export type LineStyle = { readonly label: string } | Pick<SuccessRate, 'confidence' | 'flag'>

/** `- Check token expiry first (helping 82%, 8 runs)`; under the classic profile `[medium] Check token expiry first (REVIEW)`. */
export function learningLine(text: string, style: LineStyle): string {
  if ('label' in style) return `- ${oneLine(text)} (${style.label})`
  return `[${style.confidence}] ${oneLine(text)}${style.flag === '' ? '' : ` (${style.flag})`}`
}

/** By which an agent can name a pattern: the first five digits of `p-3f2a91c04d5e6f70`; other ids are short or somebody's choice. */
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

/** The lines in their order as far as they fit. Neither a long line nor one source can block the rest. What found no room is counted in the block. Without a line there is no block. */
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

/** Lessons about lint rules differ in little: several take one line, in the place of the first. */
function lintInOneLine(lines: readonly string[]): readonly string[] {
  const found = lines.map((line) => LINT_LINE.exec(line))
  const rules = found.filter((match) => match !== null)
  if (rules.length < 2) return lines
  const said = rules.map(([, asks, rule, id = '']) => `${asks} (${rule})${id}`)
  const line = `- The linter here enforces: ${said.join('; ')}`
  return lines.flatMap((own, at) => (found[at] === null ? own : found[at] === rules[0] ? line : []))
}

const omittedNote = (count: number) => `${count} more found no room.`

/** A name from outside within the quotes of a tag. */
function attribute(name: string): string {
  return quotable(name).replace(/["'<>&=]/g, '')
}
