import type { BasePolicy } from '../../domain/base-policy.ts'
import { pathOf, schemaProblem } from '../../domain/schema-problem.ts'
import { didYouMean, notFound, UserError } from '../../domain/user-error.ts'
import type { ApprovalState } from '../../domain/values/gate.ts'
import { ruleFor } from '../../engine/governance/gate.ts'
import { idOf } from '../../engine/governance/run-outcome.ts'
import { APPROVAL, type ApprovalRecord } from '../../projection/fold-approvals.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, approvalStream } from '../journal/append-facts.ts'
import { checkPayload } from '../journal/append-keys.ts'
import { type ApprovalView, viewOf } from './approval-view.ts'

export interface ApprovalFilter {
  readonly states?: readonly ApprovalState[]
  readonly limit?: number
}

export interface AnswerRequest {
  readonly approval: string
  readonly answer: 'allow' | 'deny'
  readonly by: string
  readonly reason?: string
}

export async function listApprovals(
  context: LoopContext,
  filter: ApprovalFilter = {},
): Promise<ApprovalView[]> {
  const { states, limit = 50 } = filter
  const documents = await context.journal.list(APPROVAL, { limit, states })
  return documents.map((document) => viewOf(context, document.body))
}

/**
 * Records a person's answer. It holds for `gate.approvalMinutes`, for this step alone: the same adapters, risk, words and command. Answering again takes the former
 * answer's place, so an approval can be taken back.
 */
export async function answerApproval(context: LoopContext, request: AnswerRequest): Promise<ApprovalView> {
  const { approval, answer, by, reason } = request
  const payload = await checkPayload('approval-answered', { approval, answer, by, reason })
  const record = await findApproval(context, approval)
  await checkApprover(context, record, payload.by)
  await appendFacts(context, [
    {
      type: 'approval-answered',
      payload,
      stream: approvalStream(approval),
      provenance: { source: 'person', trust: 'internal' },
      run: record.run,
    },
  ])
  return viewOf(context, await findApproval(context, approval))
}

async function findApproval({ journal }: LoopContext, approval: string): Promise<ApprovalRecord> {
  const [document] = await journal.documents([{ kind: APPROVAL, id: approval }])
  if (document !== undefined) return document.body
  throw notFound(`The gate never asked '${approval}'.`, 'mettle approval list')
}

/** Everyone who must have a say: for each adapter of the step, its own list or that of the whole file. */
async function checkApprover(
  { basePolicy }: LoopContext,
  { adapters }: ApprovalRecord,
  by: string,
): Promise<void> {
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

/** The door for what people decided: every field is checked, and nothing is taken from a file that has one wrong. */
export async function checkBasePolicy(text: string, where: string): Promise<BasePolicy> {
  const { basePolicySchema } = await import('../../domain/base-policy.ts')
  const value = parsed(text, where)
  const checked = basePolicySchema.safeParse(value)
  if (checked.success) return checked.data
  const known = Object.keys(basePolicySchema.shape)
  const problems = checked.error.issues.flatMap((issue) => problemsOf(issue, value, known))
  throw wrong(where, problems)
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw wrong(where, [`is not JSON: ${(cause as Error).message}`])
  }
}

function problemsOf(
  issue: Parameters<typeof schemaProblem>[0],
  value: unknown,
  known: readonly string[],
): string[] {
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
    'Mend what is named, then: mettle policy check',
  )
}
