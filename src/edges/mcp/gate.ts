import * as z from 'zod'
import { count, riskLevel } from '../../domain/fields.ts'
import { UserError } from '../../domain/user-error.ts'
import { GATE_DECISIONS } from '../../domain/values/gate.ts'
import type { Gated, GateRequest } from '../../loop/governance/gate.ts'
import { VERBS } from '../../loop/verbs/catalogue.ts'
import { type Call, defineTool, RECORDS } from './tool.ts'
import { toolFields } from './verb-tool.ts'

const decision = z.enum(GATE_DECISIONS)

const output = z.strictObject({
  decision,
  action: z.string(),
  adapters: z.array(z.string()),
  risk: riskLevel,
  effectiveRisk: z.number(),
  maxRetries: count.describe('How often a failed step may be tried again.'),
  reasons: z.array(
    z.strictObject({ decision, source: z.string(), because: z.string(), wouldChangeIt: z.string().optional() }),
  ),
  evidence: z.array(
    z.strictObject({
      adapter: z.string(),
      runs: count,
      reliability: z.number().optional(),
      failure: z.string().optional().describe('Its most frequent type of failure.'),
    }),
  ),
  unclear: z.array(z.string()).describe('Parts of the command that the gate cannot read.'),
  approval: z.string().optional().describe('The open question, for a person to answer.'),
  next: z.string(),
})

export const gate = defineTool({
  name: 'gate',
  title: 'Ask whether a step may be taken',
  description:
    'Call it before a step that is hard to undo or affects anything outside the repository: a push, a release, a deployment, a migration. Answers allow, needs-approval or deny, with why and what would change it. Only a person answers an approval; the command is read, never run.',
  input: z.strictObject(toolFields(VERBS.gate)),
  output,
  hints: RECORDS,
  run: async (call, step) => answerOf(await gated(call, { ...step, run: step.run ?? call.run })),
})

async function gated({ host, loop }: Call, request: GateRequest): Promise<Gated> {
  try {
    return await (await loop()).gate(request)
  } catch (error) {
    if (error instanceof UserError && error.code === 'input') throw error
    return host.gateWithoutJournal(request, error)
  }
}

function answerOf(gated: Gated): z.input<typeof output> {
  const { reasons, evidence, recorded, approval } = gated
  return {
    decision: gated.decision,
    action: gated.action,
    adapters: [...gated.adapters],
    risk: gated.risk,
    effectiveRisk: gated.effectiveRisk,
    maxRetries: gated.maxRetries,
    reasons: reasons.map((reason) => ({ ...reason })),
    evidence: evidence.map(({ adapter, runs, reliability, failure }) => ({
      adapter,
      runs,
      reliability,
      failure: failure?.failureType,
    })),
    unclear: [...gated.unclear],
    approval: recorded ? approval : undefined,
    next: nextStep(gated),
  }
}

/** The agent's next step, which is never to answer for a person. */
function nextStep({ decision: word, recorded, approval, failure }: Gated): string {
  const without = failure === undefined ? '' : ` Answered without the journal: ${failure.message}`
  if (word === 'allow') return `Take the step.${without}`
  if (word === 'deny') return `Do not take the step, and explain to the person why.${without}`
  const who = recorded ? `A person answers it: mettle approval answer ${approval}` : 'Ask the person in front of you.'
  return `Wait. ${who}${without}`
}
