import type { BasePolicy } from '../../domain/base-policy.ts'
import { roundTo } from '../../domain/numbers.ts'
import { GATE_DECISIONS, type GateDecision, type RiskLevel } from '../../domain/values/gate.ts'
import type { SafetyFinding } from '../safety/findings.ts'
import { idOf } from './normalise-outcome.ts'
import type { Overlay } from './overlay.ts'
import { OWN_APPROVALS } from './tool-table.ts'

/** The number of each risk level, before a multiplier. */
export const RISK: Readonly<Record<RiskLevel, number>> = { low: 0.25, medium: 0.5, high: 0.75 }

/** The policy of a project without a file of its own. It asks only about a high risk on an adapter that raises it: 0.75 x 1.4 = 1.05. */
export const BASE_POLICY: BasePolicy = {
  version: 1,
  maxRetries: 2,
  askFromRisk: 0.8,
  unclear: 'allow',
  adapters: {},
  tools: [],
}

/** A person's answer about this very step, while it is valid. */
export interface GateAnswer {
  readonly answer: 'allow' | 'deny'
  readonly by: string
  readonly reason?: string
  readonly until: number
}

export interface GateQuestion {
  /** The adapters that the step uses, each with its active overlay. */
  readonly adapters: readonly {
    readonly adapter: string
    readonly overlay?: Overlay & { readonly reason: string }
  }[]
  readonly risk: RiskLevel
  /** Parts of the step whose program is unknown until it runs. */
  readonly unclear?: readonly string[]
  /** Some of it is nested too deeply in other commands to be read. */
  readonly isUnread?: true
  /** The safety rules that it matches, whatever its adapters are. */
  readonly safety?: readonly SafetyFinding[]
  readonly answer?: GateAnswer
}

/** One reason for a decision, and what would change it. */
export interface GateReason {
  readonly decision: GateDecision
  readonly source: 'file' | 'overlay' | 'risk' | 'unclear' | 'answer' | 'own' | 'safety'
  readonly because: string
  readonly wouldChangeIt?: string
}

export interface GateVerdict {
  readonly decision: GateDecision
  /** Risk level x the largest multiplier of the adapters, to three decimals. */
  readonly effectiveRisk: number
  readonly maxRetries: number
  /** The strictest first; empty if there is no reason against the step. */
  readonly reasons: readonly GateReason[]
}

/**
 * Whether a step may be taken: the strictest answer of a policy file, the active overlays and the effective risk of its adapters.
 *
 * `effective risk = risk level (0.25, 0.5, 0.75) x multiplier`; retries are the fewest that file and overlay leave. A person's approval answers a question, but never
 * lifts a refusal of the file; their refusal lasts as long as an approval would.
 * High risk on an adapter with multiplier 1.4: 0.75 x 1.4 = 1.05, which asks from 0.8 on.
 */
export function gateOf(question: GateQuestion, base: BasePolicy = BASE_POLICY): GateVerdict {
  const found = question.adapters.map((use) => judge(use, question.risk, base))
  const reasons = [
    ...found.flatMap((item) => item.reasons),
    ...unclearReasons(question, base),
    ...safetyReasons(question),
  ]
  const answered = [...answerReasons(question.answer, reasons), ...reasons].sort(
    (a, b) => GATE_DECISIONS.indexOf(b.decision) - GATE_DECISIONS.indexOf(a.decision),
  )
  return {
    decision: decide(answered, question.answer),
    effectiveRisk: Math.max(...found.map((item) => item.effectiveRisk), found.length === 0 ? RISK[question.risk] : 0),
    maxRetries: Math.min(base.maxRetries, ...found.map((item) => item.maxRetries)),
    reasons: answered,
  }
}

type AdapterUse = GateQuestion['adapters'][number]
type AdapterRule = BasePolicy['adapters'][string]

/** The rule of the file for an adapter; names compare without case. */
export function ruleFor(adapter: string, base: BasePolicy): AdapterRule {
  const id = idOf(adapter)
  return Object.entries(base.adapters).find(([name]) => idOf(name) === id)?.[1] ?? {}
}

function judge({ adapter, overlay }: AdapterUse, risk: RiskLevel, base: BasePolicy) {
  const rule = ruleFor(adapter, base)
  const effectiveRisk = roundTo(RISK[risk] * (overlay?.riskMultiplier ?? 1), 3)
  return {
    effectiveRisk,
    maxRetries: Math.min(rule.maxRetries ?? base.maxRetries, overlay?.suggestedMaxRetries ?? Number.POSITIVE_INFINITY),
    reasons: [
      ...ownReasons(adapter),
      ...fileReasons(adapter, rule),
      ...overlayReasons(adapter, overlay),
      ...riskReasons(adapter, effectiveRisk, { ...base, ...rule }),
    ],
  }
}

function one(
  decision: GateDecision,
  source: GateReason['source'],
  because: string,
  wouldChangeIt: string,
): readonly GateReason[] {
  return [{ decision, source, because, wouldChangeIt }]
}

function ownReasons(adapter: string): readonly GateReason[] {
  if (idOf(adapter) !== OWN_APPROVALS) return []
  return one('deny', 'own', 'an agent does not answer for a person', 'a person types it')
}

function safetyReasons({ safety = [] }: GateQuestion): readonly GateReason[] {
  return safety.flatMap(({ rule, decision, because }) =>
    one(decision === 'deny' ? 'deny' : 'needs-approval', 'safety', `${because} [rule ${rule}]`, turnOff(rule)),
  )
}

/** How a person turns a safety rule off, in their own settings and not in a project's. */
export function turnOff(rule: string): string {
  return `in your own settings file (mettle config names it): {"safety": {"off": ["${rule}"]}}`
}

function fileReasons(adapter: string, rule: AdapterRule): readonly GateReason[] {
  if (!rule.deny && !rule.requireApproval) return []
  const note = rule.note === undefined ? '' : `: ${rule.note}`
  const where = (field: string) => `adapters.${adapter}.${field} in the policy file`
  return rule.deny
    ? one('deny', 'file', `the policy file denies ${adapter}${note}`, where('deny'))
    : one('needs-approval', 'file', `the policy file asks for approval of ${adapter}${note}`, where('requireApproval'))
}

function overlayReasons(adapter: string, overlay: AdapterUse['overlay']): readonly GateReason[] {
  if (!overlay?.requireApproval) return []
  const because = `the overlay on ${adapter} asks for approval: ${overlay.reason}`
  const loosen = `mettle policy loosen ${adapter} --no-approval --reason "what changed"`
  return one('needs-approval', 'overlay', because, `a person loosens the overlay: ${loosen}`)
}

function riskReasons(
  adapter: string,
  effectiveRisk: number,
  limits: { readonly askFromRisk: number; readonly denyFromRisk?: number | undefined },
): readonly GateReason[] {
  const { askFromRisk, denyFromRisk = Number.POSITIVE_INFINITY } = limits
  if (effectiveRisk < Math.min(askFromRisk, denyFromRisk)) return []
  const isDenied = effectiveRisk >= denyFromRisk
  const limit = isDenied ? denyFromRisk : askFromRisk
  const because = `effective risk ${effectiveRisk} of ${adapter} reaches ${limit}`
  return one(isDenied ? 'deny' : 'needs-approval', 'risk', because, `an effective risk below ${limit}`)
}

/** Commands whose program is known only at run time may be common, so a policy can allow them; nobody needs commands that are nested too deeply to be read. */
function unclearReasons({ unclear = [], isUnread }: GateQuestion, base: BasePolicy): readonly GateReason[] {
  const asks = (because: string, wouldChangeIt: string) => one('needs-approval', 'unclear', because, wouldChangeIt)
  const open = base.unclear === 'allow' ? [] : unclear
  return [
    ...(isUnread ? asks('it is nested too deep to be read', 'a command that is less nested') : []),
    ...open.flatMap((step) => asks(`the text does not say what '${step}' runs`, 'a command that names its program')),
  ]
}

/** An answer counts only where there is a question. */
function answerReasons(answer: GateAnswer | undefined, reasons: readonly GateReason[]): readonly GateReason[] {
  if (answer === undefined || reasons.length === 0) return []
  const why = answer.reason === undefined ? '' : `: ${answer.reason}`
  const because = `${answer.by} ${answer.answer === 'allow' ? 'allowed' : 'refused'} it${why}`
  return one(answer.answer, 'answer', because, `the answer holds until ${new Date(answer.until).toISOString()}`)
}

export function isStricter({ decision }: GateVerdict, than: GateVerdict): boolean {
  return GATE_DECISIONS.indexOf(decision) > GATE_DECISIONS.indexOf(than.decision)
}

function decide(reasons: readonly GateReason[], answer: GateAnswer | undefined): GateDecision {
  const strictest = reasons[0]?.decision ?? 'allow'
  return strictest === 'needs-approval' && answer?.answer === 'allow' ? 'allow' : strictest
}
