import type { WhyNamed } from '../../report/why/why-named.ts'
import type { LoopContext } from '../context.ts'
import { type Injected, type InjectRequest, inject } from '../injection/inject.ts'
import type { AgentStart, PromptGiven, ToolUse } from '../injection/inject-surfaces.ts'
import type { WhyNot, WhyNotRequest } from '../injection/why-not.ts'
import type { Telling } from '../injection/withheld-from.ts'
import type { Keepers } from '../journal/keepers.ts'
import { timed } from '../journal/timed.ts'
import type { PlanPrompted, PlanPromptRequest } from '../runs/plan-prompt.ts'

/** What is put in front of the next run. */
export interface InjectionVerbs {
  /** The block for the next run, with a receipt. */
  inject(request: InjectRequest): Promise<Injected>
  /** The block for an agent that starts, with a receipt. */
  injectForAgent(request: AgentStart): Promise<Injected>
  /** The block for a tool call; mostly empty, and then without a receipt. */
  injectForTool(request: ToolUse): Promise<Injected>
  /** The block for what a person just asked for; empty where nothing has to do with it, and then without a receipt. */
  injectForPrompt(request: PromptGiven): Promise<Injected>
  /** Writes down for hooks what they show, unless nothing moved; says whether it did. */
  keepAhead(): Promise<boolean>
  /** What a planner should know before it cuts up some work, with a receipt. */
  planPrompt(request: PlanPromptRequest): Promise<PlanPrompted>
  /** Which of some patterns are withheld from a run, so that nobody tells it of them. */
  withheldFrom(telling: Telling): Promise<string[]>
  /** Why a block held what it held, by the id of its receipt. */
  whyReceipt(receipt: string): Promise<WhyNamed>
  /** Why a pattern was not in a receipt, or was, by the state as of then, and what would change that. */
  whyNot(request: WhyNotRequest): Promise<WhyNot>
}

export function injectionVerbs(context: LoopContext, keepers: Keepers): InjectionVerbs {
  return {
    inject: (request) => timed(context, 'inject', () => inject(context, request)),
    injectForAgent: (request) =>
      timed(context, 'inject', async () =>
        (await import('../injection/inject-surfaces.ts')).injectForAgent(context, request),
      ),
    injectForTool: (request) =>
      timed(context, 'inject', async () =>
        (await import('../injection/inject-surfaces.ts')).injectForTool(context, request),
      ),
    injectForPrompt: (request) =>
      timed(context, 'inject', async () =>
        (await import('../injection/inject-surfaces.ts')).injectForPrompt(context, request),
      ),
    keepAhead: async () => (await import('../injection/precompute.ts')).keepAhead(context),
    planPrompt: async (request) => (await import('../runs/plan-prompt.ts')).planPrompt(context, request),
    withheldFrom: async (telling) =>
      (await import('../injection/withheld-from.ts')).withheldFrom(context, telling),
    whyNot: async (request) => (await import('../injection/why-not.ts')).whyNot(context, request, keepers),
    whyReceipt: async (receipt) => (await import('../injection/why-receipt.ts')).whyReceipt(context, receipt),
  }
}
