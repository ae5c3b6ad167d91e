import type { BasePolicy } from '../../domain/base-policy.ts'
import { pathOf, schemaProblem } from '../../domain/schema-problem.ts'
import { didYouMean, UserError } from '../../domain/user-error.ts'
import type { ApprovalState } from '../../domain/values/gate.ts'
import { ruleFor } from '../../engine/governance/gate.ts'
import { idOf } from '../../engine/governance/normalise-outcome.ts'
import { APPROVAL, type ApprovalRecord } from '../../projection/fold-approvals.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft } from '../facts/append-keys.ts'
import { firstOf } from '../facts/cached-lists.ts'
import { findNamed } from '../facts/find-named.ts'
import { appendFact, approvalStream, BY_PERSON } from '../journal/append-facts.ts'
import type { By, Fields } from '../verbs/define-verb.ts'
import type { answerApprovalInput } from '../verbs/governance.ts'
import { type ApprovalView, viewOf } from '../views/approval-view.ts'

export interface ApprovalFilter {
  readonly states?: readonly ApprovalState[]
  readonly limit?: number
}

export type AnswerRequest = Fields<typeof answerApprovalInput> & By

export async function listApprovals(context: LoopContext, filter: ApprovalFilter = {}) {
  const { states, limit = 50 } = filter
  return firstOf(context.journal, APPROVAL, { limit, states }, (record) => viewOf(context, record))
}

/** Records a person's answer. It is valid for `gate.approvalMinutes` and this step alone: the same adapters, risk, words, command and folder. A later answer replaces it. */
export async function answerApproval(context: LoopContext, request: AnswerRequest): Promise<ApprovalView> {
  const { answer, by, reason } = request
  const { id: approval, body: record } = await findNamed(context, APPROVAL, request.approval)
  const place = { stream: approvalStream(approval), provenance: BY_PERSON, run: record.run }
  const draft = await checkedDraft('approval-answered', { approval, answer, by, reason }, place)
  await checkApprover(context, record, by)
  await appendFact(context, draft)
  return viewOf(context, (await findNamed(context, APPROVAL, approval)).body)
}

/** Checks that `by` is among the approvers of each adapter in the step: its own list, or the file's. */
async function checkApprover({ basePolicy }: LoopContext, { adapters }: ApprovalRecord, by: string) {
  const base = await basePolicy()
  for (const adapter of adapters.length === 0 ? [''] : adapters) {
    const approvers = ruleFor(adapter, base).approvers ?? base.approvers
    if (approvers === undefined || approvers.some((name) => idOf(name) === idOf(by))) continue
    const what = adapter === '' ? 'the gate' : adapter
    throw new UserError(
      'not-approver',
      `${by} may not answer for ${what}; ${approvers.join(', ')} may.`,
      'Ask one of them, or change approvers in mettle.policy.json.',
    )
  }
}

const MOST_SHOWN = 10

/** Validates a policy file. If one field is invalid, nothing in the file is used. */
export async function checkBasePolicy(text: string, where: string): Promise<BasePolicy> {
  const { basePolicySchema } = await import('../../domain/base-policy.ts')
  const value = withoutSchema(parsed(text, where))
  const checked = basePolicySchema.safeParse(value)
  if (checked.success) return checked.data
  const known = Object.keys(basePolicySchema.shape)
  const problems = checked.error.issues.flatMap((issue) => problemsOf(issue, value, known))
  throw wrong(where, problems)
}

/** `$schema` is for editors. */
function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { $schema: _, ...rest } = value as Record<string, unknown>
  return rest
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw wrong(where, [`is not JSON: ${(cause as Error).message}`])
  }
}

function problemsOf(issue: Parameters<typeof schemaProblem>[0], value: unknown, known: readonly string[]) {
  if (issue.code !== 'unrecognized_keys') return [schemaProblem(issue, value, 'the file')]
  const path = pathOf(issue.path)
  return issue.keys.map((key) =>
    path === ''
      ? `${key}: is not a field of a policy file.${didYouMean(key, known)}`
      : `${path}.${key}: is not a field there`,
  )
}

function wrong(where: string, problems: readonly string[]): UserError {
  const more = problems.length - MOST_SHOWN
  const lines = [...problems.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])]
  return new UserError(
    'policy',
    [`${where} cannot be used:`, ...lines.map((line) => `  ${line}`)].join('\n'),
    'Correct it, then: mettle policy check',
  )
}
