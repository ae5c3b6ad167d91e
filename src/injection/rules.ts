import { PERSON } from '../domain/pattern-pull.ts'
import type { Injection } from '../engine/laws/role-block.ts'
import { shareRoom } from '../engine/text/block-room.ts'
import { estimateBlockTokens, lineCost } from '../engine/text/tokens.ts'
import type { Candidate } from './candidate.ts'

/** Makes a block of candidates within a budget of tokens. */
export type Render = (candidates: readonly Candidate[], budgetTokens: number) => Injection

const OPEN = '<mettle-rules>'
const CLOSE = '</mettle-rules>'

/** A block that begins with people's rules, as many as fit; the rest of the budget is for everything else. The block gives the number of rules that did not fit. */
export function rulesFirst(candidates: readonly Candidate[], budgetTokens: number, render: Render) {
  const rules = candidates.filter(({ rule }) => rule !== undefined)
  if (rules.length === 0) return render(candidates, budgetTokens)
  const head = [OPEN, headingOf(rules)]
  const lines = rules.map(({ id, rule }) => ({ id, source: id, line: rule!.line, tokens: lineCost(rule!.tokens) }))
  const cost = lines.reduce((sum, { tokens }) => sum + tokens, estimateBlockTokens([...head, CLOSE]))
  const noteCost = cost > budgetTokens ? estimateBlockTokens([leftOutNote(rules.length)]) : 0
  const shown = shareRoom(lines, budgetTokens - estimateBlockTokens([...head, CLOSE]) - noteCost)
  const dropped = lines.filter((one) => !shown.includes(one)).map(({ id }) => id)
  const note = dropped.length === 0 ? [] : [leftOutNote(dropped.length)]
  const block = [...head, ...shown.map(({ line }) => line), ...note, CLOSE]
  const tokens = estimateBlockTokens(block)
  const isShown = shown.length > 0
  const isNearShown = ({ near }: Candidate) => near?.some((other) => shown.some(({ id }) => id === other))
  const others = candidates.filter((one) => one.rule === undefined && !isNearShown(one))
  const rest = render(others, isShown ? budgetTokens - tokens : budgetTokens)
  return {
    ...rest,
    block: [...(isShown ? [block.join('\n')] : []), ...(rest.block === '' ? [] : [rest.block])].join('\n'),
    tokens: rest.tokens + (isShown ? tokens : 0),
    included: [...shown.map(({ id }) => id), ...rest.included],
    dropped: [...dropped, ...rest.dropped],
    path: dropped.length > 0 && isShown ? 'truncated' : rest.path === 'skipped' && isShown ? 'full' : rest.path,
  }
}

/** `Rules from ada. They hold for all work here:` */
function headingOf(rules: readonly Candidate[]): string {
  const names = new Set(rules.map(({ rule }) => rule!.by))
  const [name = ''] = names
  return `Rules from ${names.size === 1 && name !== PERSON ? name : 'your team'}. They hold for all work here:`
}

function leftOutNote(count: number): string {
  return `${count} more ${count === 1 ? 'rule' : 'rules'} found no room here. All of them: mettle rule list`
}
