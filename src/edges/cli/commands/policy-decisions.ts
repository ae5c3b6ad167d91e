import { resolve } from 'node:path'
import { present, withoutUndefined } from '../../../domain/sets.ts'
import { inputError, UserError } from '../../../domain/user-error.ts'
import { RISK_LEVELS } from '../../../domain/values/gate.ts'
import type { ThresholdChanged, ThresholdRequest } from '../../../loop/governance/change-policy.ts'
import { findWorkspace } from '../../../machine/files/workspace.ts'
import { gatePlace } from '../../../machine/gate/gate-seal.ts'
import { inspectBasePolicy, notYetAccepted, policyPath } from '../../../machine/gate/policy-file.ts'
import type { Mettle } from '../../../open.ts'
import { overlayText } from '../../../report/wording.ts'
import { askCommand, choice, defineCommand, flag, type InputOf, number, share, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/ask.ts'
import { usageError } from '../input/tokens.ts'
import { quantity } from '../output/numbers-text.ts'
import { decisionOf, decisionOptions } from '../policy-text.ts'
import { verbCommand } from '../verb-command.ts'

/** Options of tightening and loosening, besides the approval switch. */
const changeOptions = {
  retries: number('How often it may try again.', { least: 0, most: 1_000, whole: true }),
  multiplier: number('The factor that multiplies its risk.', { least: 0, most: 10 }),
  to: share('The share that must approve.'),
  ...decisionOptions,
} as const

export const policyLoosenCommand = defineCommand({
  name: 'policy loosen',
  summary: 'Loosen the overlay of an adapter, or lower a threshold.',
  description: `Without --no-approval, --retries or --multiplier, and without --to, it applies what the evidence suggests. A loosened overlay tightens again only if both the whole
    record and the runs since then call for it; mettle policy tighten reverses the loosening.`,
  arguments: [{ name: 'adapter', summary: 'The adapter; leave it out for a threshold.' }],
  options: {
    noApproval: flag('It no longer needs approval.'),
    threshold: choice(RISK_LEVELS, 'Lower the threshold of this risk.'),
    ...changeOptions,
  },
  examples: [
    'mettle policy loosen github --no-approval --reason "the token was renewed"',
    'mettle policy loosen --threshold medium --reason "forty clean runs"',
  ],
  needs: { person: 'always' },
  run: (context, { noApproval, ...change }) =>
    changePolicy(context, 'loosen', { ...change, requireApproval: noApproval ? false : undefined }),
})

export const policyTightenCommand = defineCommand({
  name: 'policy tighten',
  summary: 'Tighten the overlay of an adapter, or raise a threshold.',
  description:
    'It holds until a person loosens it, whatever the evidence says. The adapter need not have been seen before.',
  arguments: [{ name: 'adapter', summary: 'The adapter; leave it out for a threshold.' }],
  options: {
    approval: flag('It needs approval.'),
    threshold: choice(RISK_LEVELS, 'Raise the threshold of this risk.'),
    ...changeOptions,
  },
  examples: [
    'mettle policy tighten npm --approval --reason "a release goes out this week"',
    'mettle policy tighten --threshold high --to 0.9 --reason "audit"',
  ],
  run: (context, { approval, ...change }) =>
    changePolicy(context, 'tighten', { ...change, requireApproval: approval || undefined }),
})

export const policyAcknowledgeCommand = askCommand({
  name: 'policy acknowledge',
  summary: 'Mark a recurring failure as fixed, and count it from zero again.',
  description:
    'The overlay that it led to stays until a person loosens it: acknowledging says that the cause is gone, loosening that the gate may open again.',
  arguments: [
    {
      name: 'adapter',
      required: true,
      summary: 'The adapter, or the failure as report governance lists it: github::auth.',
    },
    { name: 'failure', summary: 'The type of the failure, as policy show ADAPTER lists it.' },
  ],
  options: decisionOptions,
  examples: [
    'mettle policy acknowledge github auth --reason "the token was renewed"',
    'mettle policy acknowledge github::auth --reason "the token was renewed"',
  ],
  needs: { person: 'always' },
  ask: (mettle, input) => mettle.acknowledgeFailure({ ...failureOf(input), ...decisionOf(input) }),
  view: (acknowledged) => {
    const { adapter, failureType, occurrences } = acknowledged
    return present([
      `${failureType} of ${adapter.adapter} is counted from zero again, after ${quantity(occurrences, 'occurrence')}.`,
      adapter.overlay.requireApproval &&
        `It still needs approval: mettle policy loosen ${adapter.adapter} --no-approval --reason "…"`,
    ]).join('\n')
  },
})

function failureOf({ adapter: given, failure }: { adapter: string; failure?: string | undefined }) {
  if (failure !== undefined) return { adapter: given, failureType: failure }
  const [adapter = '', failureType = ''] = given.split('::', 2)
  if (failureType === '')
    throw new UserError('usage', `'${given}' does not say which failure is fixed.`, `mettle policy show ${given}`)
  return { adapter, failureType }
}

export const policyAnnotateCommand = verbCommand('annotateAdapter', {
  name: 'policy annotate',
  summary: 'Add a note to an adapter, for policy and reports to show.',
  words: { adapter: 'adapter', text: 'text' },
  options: { by: { summary: 'Who says so. Default: the user of this machine.' } },
  examples: ['mettle policy annotate github "Runs once a month: three failures are a year."'],
  view: (view, _, { text }) => `Noted on ${view.adapter}: ${text}`,
})

export const policyAcceptCommand = askCommand({
  name: 'policy accept',
  summary: 'Accept the policy file, including rules that are less strict.',
  description: `Where a changed mettle.policy.json is stricter, it is active from the very next step. Where it is less strict than what a person last accepted, or than the defaults, the gate
    keeps using the stricter of both until a person accepts the file. After a journal was restored, deleted or replaced, it also accepts what the current one records about adapters.`,
  options: { by: text('Who accepts it. Default: the user of this machine.', 'NAME') },
  examples: ['mettle policy accept', 'mettle policy accept --by ada'],
  needs: { person: 'always' },
  ask: async (mettle, { by }) => ({ accepted: true, looser: await mettle.acceptPolicy(decider(by)) }),
  view: ({ looser }) =>
    looser.length === 0
      ? 'Accepted. It is as strict as before, or stricter.'
      : ['Accepted. It is now less strict in:', ...looser.map((field) => `  ${field}`)].join('\n'),
})

export const policyCheckCommand = defineCommand({
  name: 'policy check',
  summary: 'Check the policy file of this repository.',
  description: `Reads mettle.policy.json in the root of the repository: what people decided about adapters before any evidence. An error names the
    field and what it may hold; a warning names rules that contradict or hide each other. The gate reads the file at each step. Where it is less strict than what was accepted, the gate uses the stricter of both: mettle policy accept.`,
  arguments: [{ name: 'file', summary: 'Another file to check.' }],
  examples: ['mettle policy check', 'mettle policy check proposals/mettle.policy.json'],
  run: async (context, { file }) => {
    const path = file === undefined ? policyPath(findWorkspace(context.cwd)) : resolve(context.cwd, file)
    const { there, policy, warnings } = await inspectBasePolicy(path)
    if (file !== undefined && !there) throw inputError(`${file} is not there.`, 'mettle policy check')
    const waiting = file === undefined ? await waitingIn(context) : []
    context.show({ file: there ? path : null, policy, warnings, waiting }, () =>
      [
        there ? `${path} is fine.` : `There is no ${path}; the defaults apply.`,
        `  ${quantity(policy.maxRetries, 'retry', 'retries')}, asks from effective risk ${policy.askFromRisk}${
          policy.denyFromRisk === undefined ? '' : `, denies from ${policy.denyFromRisk}`
        }`,
        `  rules for ${quantity(Object.keys(policy.adapters).length, 'adapter')} and ${quantity(policy.tools.length, 'tool')}`,
        `  approvals can be answered by ${policy.approvers?.join(', ') ?? 'anyone'}`,
        ...(waiting.length === 0
          ? []
          : [
              context.colour.yellow(`  not active until a person accepts it: ${waiting.join(', ')}`),
              '  type: mettle policy accept',
            ]),
        ...warnings.map((warning) => context.colour.yellow(`  warning  ${warning}`)),
      ].join('\n'),
    )
  },
})

/** What the policy file loosens compared with the last accepted one; the gate uses the stricter of both. */
function waitingIn({ cwd, environment }: CommandContext): Promise<readonly string[]> {
  const workspace = findWorkspace(cwd)
  return notYetAccepted(workspace, gatePlace(workspace, environment))
}

/** A change to an adapter, or to a threshold, which names a risk level. */
interface Change extends InputOf<[], typeof changeOptions> {
  readonly adapter: string | undefined
  readonly threshold: RiskLevel | undefined
  readonly requireApproval?: boolean
}

type Way = 'tighten' | 'loosen'
type RiskLevel = ThresholdRequest['risk']

/** Tightens or loosens as `way` says, and never in the other direction. */
async function changePolicy(context: CommandContext, way: Way, change: Change): Promise<void> {
  refuseMixed(way, change)
  const { adapter, threshold: risk } = change
  const mettle = await context.openMettle()
  if (risk !== undefined) {
    const changed = await moveThreshold(mettle, way, { ...change, risk })
    context.show(changed, () => `${changed.key}: ${changed.before} -> ${changed.after}`)
    return
  }
  const request = { adapter: adapter as string, ...decisionOf(change), ...overlayFields(change) }
  const isTighter = way === 'tighten'
  const changed = await (isTighter ? mettle.tightenOverlay(request) : mettle.loosenOverlay(request))
  const { before, after, adapter: now } = changed
  const moved = `\n  before: ${overlayText(before)}\n  after:  ${overlayText(after)}`
  context.show(changed, () => `${isTighter ? 'Tightened' : 'Loosened'} ${now.adapter}${moved}`)
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
  return withoutUndefined({ suggestedMaxRetries: retries, riskMultiplier: multiplier, requireApproval })
}

/** Without a share, a threshold is loosened to what the evidence suggests. */
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

function notMoved(way: Way, { risk, to, current }: { risk: string; to: number | undefined; current: number }): Error {
  const bound = `${way === 'tighten' ? 'above' : 'below'} ${current}, which is active for ${risk} risk`
  if (to === undefined && way === 'loosen')
    return usageError(`The evidence suggests nothing ${bound}.`, 'To set a share anyway: --to')
  return usageError(`--to must be ${bound}${to === undefined ? '' : `, and is ${to}`}.`, `mettle policy ${way} --help`)
}
