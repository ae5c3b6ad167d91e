import { type Drawn, drawFor, type Holdout, NO_HOLDOUT } from '../../engine/belief/holdout.ts'
import { roomFor } from '../../engine/laws/role-block.ts'
import { takeCounts } from '../../engine/text/tokens.ts'
import { type Candidate, isOnTrust, isWorthItsLine } from '../../injection/candidate.ts'
import { receiptOf } from '../../injection/receipt.ts'
import { blockOn, type Surface } from '../../injection/surface.ts'
import { type Withheld, withhold } from '../../injection/traits.ts'
import { choose, keptChoice } from './choose.ts'
import type { HookContext } from './hook-context.ts'
import { precomputedFor } from './open-precomputed.ts'
import { runningMs } from './process-facts.ts'
import { onTrustIn, type SessionNote, seenIn } from './session-memory.ts'
import { spoolOf } from './spool.ts'

/** The prompt to show something in, and what it already contains. */
export interface Shown {
  /** The id of a subagent, or empty for the session itself. */
  readonly agent: string
  readonly seen: ReadonlySet<string>
  /** More for the session's other hooks to know. */
  readonly note?: Partial<SessionNote>
}

/** The block of a surface, or empty. It is noted in the session first; if two hooks would show the same simultaneously, the later one omits it. */
export function show(context: HookContext, surface: Surface, { agent, seen, note = {} }: Shown): string {
  const without = context.policy.inject.repeatInRun
    ? new Set<string>()
    : new Set([...seen, ...context.session.withheld])
  context.checkTime()
  takeCounts(precomputedFor(context)?.counts() ?? {})
  const { bayes } = context.policy
  const before = onTrustIn(context.session.notes, agent, surface.surface === 'prompt')
  const chosen = keptChoice(context, surface, without) ?? choose(context, surface, without)
  const candidates = chosen.filter((one) => isWorthItsLine(one, before, bayes))
  const drawn = drawFor(precomputedFor(context)?.head.project ?? '', context.run, holdoutOf(context))
  const packed = pack(context, surface, { candidates, drawn })
  const [included, held] = [packed.injection.included, packed.withheld.map(({ id }) => id)]
  if (included.length + held.length === 0) return ''
  // After the note it counts as shown, so check the deadline before.
  context.checkTime()
  const isStep = surface.surface === 'tool-call'
  const onTrust = candidates.filter((one) => included.includes(one.id) && isOnTrust(one, bayes)).length
  const isRule = (id: string) => candidates.some((one) => one.id === id && one.rule !== undefined)
  const earlier = context.session.note({
    agent,
    shown: included,
    ...(!isStep && { rules: included.filter(isRule) }),
    ...(onTrust > 0 && { onTrust }),
    withheld: held,
    share: drawn.share,
    runShare: drawn.runShare,
    ...note,
  })
  const late = seenIn(earlier, agent, isStep)
  const isLate = included.some((id) => late.has(id) && !seen.has(id))
  const given = isLate
    ? pack(context, surface, {
        candidates: candidates.filter(({ id }) => included.includes(id) && !late.has(id)),
        drawn,
      })
    : packed
  if (given.injection.included.length + given.withheld.length > 0)
    leaveReceipt(context, surface, { told: given, drawn })
  return given.injection.block
}

interface Choice {
  readonly candidates: readonly Candidate[]
  readonly drawn: Drawn
}

function pack(context: HookContext, surface: Surface, { candidates, drawn }: Choice): Withheld {
  const { policy } = context
  const budgetTokens = roomFor(surface.request, policy.inject)
  return withhold(candidates, { budgetTokens, render: blockOn(surface, policy) }, drawn)
}

/** The random draw of the run: the first hook's result applies to all. */
function holdoutOf(context: HookContext): Holdout {
  const known = context.session.holdout
  if (known !== undefined) return known
  const runs = precomputedFor(context)?.head.health.runs ?? 0
  return runs + 1 <= context.setting<number>('holdout.afterRuns')
    ? NO_HOLDOUT
    : {
        share: context.setting<number>('holdout.share'),
        runShare: context.setting<number>('holdout.runShare'),
      }
}

function leaveReceipt(context: HookContext, surface: Surface, { told, drawn }: { told: Withheld; drawn: Drawn }): void {
  const { surface: name, request, most, tool, command } = surface
  const spool = spoolOf(context)
  const packed = {
    ...told,
    receipt: spool.nextId(),
    drawn,
    policyHash: context.policyHash,
    profile: precomputedFor(context)?.head.profile ?? ('classic' as const),
    surface: name,
    most,
    tool,
    command,
  }
  const { receipt, policyHash, block, items, displaced, withheld, ...said } = receiptOf(request, packed, context.policy)
  // A plugin runs in its client's process; other hooks have their own, which the client waits for.
  const tookMs = context.call.client === 'opencode' ? undefined : Math.round(runningMs())
  spool.add('pattern-injected', { ...said, tookMs }, { receipt, policyHash, block, items, displaced, withheld })
}
