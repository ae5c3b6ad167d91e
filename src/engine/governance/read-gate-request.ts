import type { BasePolicy } from '../../domain/base-policy.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import { idProblem } from '../../domain/id.ts'
import { inputError, shellWord, type UserError } from '../../domain/user-error.ts'
import type { RiskLevel } from '../../domain/values/gate.ts'
import type { SafetyFinding } from '../safety/findings.ts'
import type { Place } from '../safety/path-segments.ts'
import { safetyFindings } from '../safety/safety.ts'
import { redact } from '../secrets/redact.ts'
import { oneLine } from '../text/visible-text.ts'
import { type AdapterFinding, adapterOf, LONGEST_COMMAND, type ToolCall } from './adapter-of.ts'
import { type GateVerdict, RISK } from './gate.ts'
import { idOf } from './normalise-outcome.ts'
import { TOOL_TABLE } from './tool-table.ts'

/** A step that someone is about to take: an adapter by name, a tool call, or both. */
export interface GateRequest extends ToolCall {
  readonly adapter?: string
  /** The action in words; shown before the command. */
  readonly action?: string
  /** Default: `medium`. */
  readonly risk?: RiskLevel
  readonly run?: string
  /** The folder in which it would happen. Default: the project's. */
  readonly cwd?: string
}

/** The context that the safety rules need besides the text of a step. */
export interface SafetyContext {
  readonly place?: Place
  /** Rules that a person turned off. */
  readonly off?: readonly string[]
  /** The findings so far, if the caller has the whole call. */
  readonly found?: readonly SafetyFinding[]
}

export interface GateStep extends AdapterFinding {
  /** Identifies the step: equal adapters, risk, words, command and folder share one approval. */
  readonly approval: string
  readonly action: string
  readonly risk: RiskLevel
  readonly run?: string
  /** The safety rules that it matches; absent where it matches none. */
  readonly safety?: readonly SafetyFinding[]
}

const LONGEST_ACTION = 2_000
const LONGEST_NAME = 200

/** Reads a request as a step. The action is redacted before it becomes part of an id, so that no secret leaves a trace even in a hash. */
export function readStep(request: GateRequest, base: BasePolicy, known: SafetyContext = {}): GateStep {
  checkRequest(request)
  const { risk = 'medium', run } = request
  const found = adapterOf(request, [...base.tools, ...TOOL_TABLE])
  const { cwd = known.place?.cwd } = request
  const { action, exact } = wordsOf(request, cwd === known.place?.root ? '' : cwd)
  const named = request.adapter === undefined ? [] : [{ adapter: idOf(request.adapter), step: action }]
  const others = found.adapters.filter(({ adapter }) => adapter !== named[0]?.adapter)
  const adapters = [...named, ...others]
  const ids = adapters.map(({ adapter }) => adapter).sort()
  const safety = known.found ?? findingsOf(request, base, known)
  return {
    approval: `a-${digest(canonicalJson([ids, risk, ...exact])).slice(0, 12)}`,
    action,
    risk,
    adapters,
    unclear: found.unclear.map((step) => redact(step).text),
    isUnread: found.isUnread || undefined,
    run,
    safety: safety.length === 0 ? undefined : safety,
  }
}

function findingsOf(
  { tool = '', server, command, cwd }: GateRequest,
  { safety }: BasePolicy,
  { place = {}, off }: SafetyContext,
): SafetyFinding[] {
  const isServer = server !== undefined || tool.startsWith('mcp__')
  const step = { name: tool, kind: isServer ? 'mcp' : 'shell', command }
  return safetyFindings(step, cwd === undefined ? place : { ...place, cwd }, { off, stricter: safety })
}

/** The text of a step that a person sees (`action`), and the text that the answer applies to (`exact`): the whole command, not only what fits on a line, because a line break can turn a comment into a command. The same command in another folder is another step. */
function wordsOf({ action, command, tool, server, adapter }: GateRequest, folder = '') {
  const line = redact(typeof command === 'string' ? command : (command?.join(' ') ?? '')).text
  const said = redact(action ?? (line === '' ? (tool ?? server ?? adapter ?? '') : '')).text
  const shown = oneLine([said, line].filter((text) => text !== '').join(': ') + (folder && ` (in ${folder})`))
  return {
    action: shown.length > LONGEST_ACTION ? `${shown.slice(0, LONGEST_ACTION - 1)}…` : shown,
    exact: [oneLine(said), line.trim(), ...(folder === '' ? [] : [folder])],
  }
}

/** The record of a question to a person, for the journal. */
export function questionOf(step: GateStep, { effectiveRisk, maxRetries, reasons }: GateVerdict) {
  return {
    approval: step.approval,
    adapters: adaptersOf(step),
    action: step.action,
    risk: step.risk,
    effectiveRisk,
    maxRetries,
    reasons: reasons.map(({ because }) => because.slice(0, LONGEST_ACTION)),
  }
}

export function adaptersOf({ adapters }: GateStep): string[] {
  return adapters.map(({ adapter }) => adapter)
}

function checkRequest(request: GateRequest): void {
  const { adapter, action, command, tool, server, risk = 'medium', run } = request
  if ([adapter, command, tool, server].every((given) => given === undefined || String(given).trim() === ''))
    throw wrong(
      'adapter: is missing; name an adapter, or give a tool call',
      'mettle gate github --action "open a pull request"',
    )
  if (!Object.hasOwn(RISK, risk))
    throw wrong(`risk: must be one of low, medium, high, not '${risk}'`, 'mettle gate --help')
  for (const [field, text, most] of [
    ['adapter', adapter, LONGEST_NAME],
    ['tool', tool, LONGEST_NAME],
    ['server', server, LONGEST_NAME],
    ['action', action, LONGEST_COMMAND],
    ['command', String(command ?? ''), LONGEST_COMMAND],
  ] as const)
    if ((text?.length ?? 0) > most)
      throw wrong(`${field}: must have at most ${most} characters`, 'Give the step alone.')
  // The gate knows nothing about a command that is given as a name, so it would let it pass.
  const name = adapter?.trim() ?? ''
  if (/\s/.test(name))
    throw wrong(
      `adapter: '${oneLine(name)}' is no name of a tool or service`,
      `A command is given so: mettle gate --command ${shellWord(name)}`,
    )
  const problem = run === undefined ? undefined : idProblem(run)
  if (problem !== undefined) throw wrong(`run: ${problem}`, 'Name the run by an id.')
}

function wrong(message: string, hint: string): UserError {
  return inputError(message, hint)
}
