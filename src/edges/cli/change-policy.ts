import type {
  OverlayChanged,
  ThresholdChanged,
  ThresholdRequest,
} from '../../loop/governance/change-policy.ts'
import type { Mettle } from '../../open.ts'
import { overlayText } from '../../report/wording.ts'
import { type InputOf, number, share } from './command.ts'
import type { CommandContext } from './context.ts'
import { usageError } from './input/tokens.ts'
import { decisionOf, decisionOptions } from './policy-text.ts'

/** What tightening and loosening take beside the switch for approval. */
export const changeOptions = {
  retries: number('How often it may try again.', { least: 0, most: 1_000, whole: true }),
  multiplier: number('By what its risk is multiplied.', { least: 0, most: 10 }),
  to: share('The share that must approve.'),
  ...decisionOptions,
} as const

/** Of an adapter or of a threshold, whose risk is named. */
interface Change extends InputOf<[], typeof changeOptions> {
  readonly adapter: string | undefined
  readonly threshold: RiskLevel | undefined
  readonly requireApproval?: boolean
}

type Way = 'tighten' | 'loosen'
type RiskLevel = ThresholdRequest['risk']

/** Asks for more or for less, as the way says and never the other way. */
export async function changePolicy(context: CommandContext, way: Way, change: Change): Promise<void> {
  refuseMixed(way, change)
  const { adapter, threshold: risk } = change
  const mettle = await context.openMettle()
  if (risk !== undefined) {
    const changed = await moveThreshold(mettle, way, { ...change, risk })
    context.show(changed, () => thresholdText(changed))
    return
  }
  const request = { adapter: adapter as string, ...decisionOf(change), ...overlayFields(change) }
  const isTighter = way === 'tighten'
  const changed = await (isTighter ? mettle.tightenOverlay(request) : mettle.loosenOverlay(request))
  context.show(changed, () => `${isTighter ? 'Tightened' : 'Loosened'} ${overlayChangeText(changed)}`)
}

function refuseMixed(way: Way, { adapter, threshold, to, ...rest }: Change): void {
  const help = `mettle policy ${way} --help`
  if ((adapter === undefined) === (threshold === undefined))
    throw usageError('Give an adapter, or --threshold; one of them.', help)
  if (adapter !== undefined && to !== undefined)
    throw usageError('--to is for a threshold, and an adapter was given.', help)
  if (threshold !== undefined && Object.keys(overlayFields(rest)).length > 0)
    throw usageError('Approval, --retries and --multiplier are for an adapter, and none was given.', help)
}

function overlayFields({
  retries,
  multiplier,
  requireApproval,
}: Pick<Change, 'retries' | 'multiplier' | 'requireApproval'>) {
  return {
    ...(retries === undefined ? {} : { suggestedMaxRetries: retries }),
    ...(multiplier === undefined ? {} : { riskMultiplier: multiplier }),
    ...(requireApproval === undefined ? {} : { requireApproval }),
  }
}

/** Where no share is given, a threshold is loosened to what the evidence suggests. */
async function moveThreshold(
  mettle: Mettle,
  way: Way,
  change: Change & { readonly risk: RiskLevel },
): Promise<ThresholdChanged> {
  const { risk, to } = change
  const { inForce, suggested } = (await mettle.policy()).thresholds
  const key = `${risk}RiskApprovalThreshold` as const
  const current = inForce[key]
  const threshold = to ?? (way === 'loosen' ? suggested[key] : current)
  const isMoved = way === 'tighten' ? threshold > current : threshold < current
  if (!isMoved) throw notMoved(way, { risk, to, current })
  return mettle.setThreshold({ risk, threshold, ...decisionOf(change) })
}

function notMoved(
  way: Way,
  { risk, to, current }: { risk: string; to: number | undefined; current: number },
): Error {
  const bound = `${way === 'tighten' ? 'above' : 'below'} ${current}, which is active for ${risk} risk`
  if (to === undefined && way === 'loosen')
    return usageError(`The evidence suggests nothing ${bound}.`, 'Name a share all the same: --to')
  return usageError(
    `--to must be ${bound}${to === undefined ? '' : `, and is ${to}`}.`,
    `mettle policy ${way} --help`,
  )
}

function thresholdText({ key, before, after }: ThresholdChanged): string {
  return `${key}: ${before} -> ${after}`
}

function overlayChangeText({ before, after, adapter }: OverlayChanged): string {
  return `${adapter.adapter}\n  before: ${overlayText(before)}\n  after:  ${overlayText(after)}`
}
