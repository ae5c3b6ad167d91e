import { contextOf, gateOf, goOnOf, jsonLine, noticeOf, taskOf } from './answer-parts.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'
import type { Payload } from './payload.ts'

/** What differs between the clients that honour Claude's answers. */
export interface ClaudeDialect {
  /** Whether a step may be put to the person, or only refused. */
  readonly canAsk: boolean
  /** The member of the tool's input that holds a subagent's task. */
  readonly task: string
  /** Whether a rewritten input counts only together with a permission. */
  readonly rewriteNeedsAllow: boolean
}

/** An answer in Claude's form; what a moment cannot say is left out, for an unknown key may void the whole. */
export function claudeAnswer(answer: HookAnswer, call: HookCall, dialect: ClaudeDialect): string {
  const specific = { ...decision(answer, call, dialect), ...contextOf(answer, call) }
  const goOn = goOnOf(answer, call)
  return jsonLine({
    ...(Object.keys(specific).length > 0 && {
      hookSpecificOutput: { hookEventName: call.event, ...specific },
    }),
    ...(goOn !== undefined && { decision: 'block', reason: goOn }),
    ...noticeOf(answer),
  })
}

function decision(answer: HookAnswer, call: HookCall, dialect: ClaudeDialect): Payload {
  const gate = gateOf(answer, call)
  if (gate !== undefined) {
    const permissionDecision = dialect.canAsk ? gate.decision : 'deny'
    return { permissionDecision, permissionDecisionReason: gate.reason }
  }
  const task = taskOf(answer, call)
  if (task === undefined) return {}
  const updatedInput = { ...call.tool?.input, [dialect.task]: task }
  return dialect.rewriteNeedsAllow ? { permissionDecision: 'allow', updatedInput } : { updatedInput }
}
