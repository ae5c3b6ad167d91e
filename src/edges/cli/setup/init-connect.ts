import type { Workspace } from '../../../machine/files/workspace.ts'
import { isDependencyOf } from '../../../machine/package-files.ts'
import { executablePath } from '../../connection/client-world.ts'
import { changesOf, type FilePlan } from '../../connection/plan.ts'
import type { CommandContext } from '../context.ts'
import { ask, canAsk } from '../input/ask.ts'
import { usageError } from '../input/tokens.ts'
import { type Consent, colouredDiff, connectedText, diffOf, plannedText, shownPath } from '../output/connection-text.ts'
import { visible } from '../output/display-width.ts'
import { type ConnectionPlan, carryOutAll, chosenClients, planToConnect, thisMachine } from './connect-clients.ts'

export interface ConnectOptions {
  readonly client: string | undefined
  readonly user: boolean
  readonly local: boolean
  readonly diff: boolean
  readonly yes: boolean
  readonly dryRun: boolean
}

/** The result of connecting, for programs and for people. */
export interface Connected {
  /** How many clients are connected, or would be. */
  readonly clients: number
  readonly consent: Consent
  readonly value: object
  readonly lines: readonly string[]
}

/** Shows what connecting would change, asks, and does it. */
export async function connect(
  context: CommandContext,
  workspace: Workspace,
  options: ConnectOptions,
): Promise<Connected> {
  const { root } = workspace
  const machine = thisMachine(context)
  const level = options.user ? 'user' : options.local ? 'local' : 'project'
  const chosen = chosenClients(options.client, machine)
  if (level === 'local' && options.client !== undefined && chosen.some((client) => client !== 'claude-code'))
    throw usageError(
      'Only Claude Code has personal settings in a project.',
      `mettle init --user --client ${options.client}`,
    )
  const clients = chosen.filter((client) => level !== 'local' || client === 'claude-code')
  const plan = planToConnect(context, workspace, { clients, level })
  const consent = await consentTo(context, plan, { ...options, root })
  const files = consent === 'given' ? carryOutAll(context, workspace, plan) : plan.files
  const isReachable = level === 'user' || isDependencyOf(root) || executablePath('mettle', machine) !== undefined
  return {
    clients: plan.clients.length,
    consent,
    value: { clients: plan.clients, level, written: consent === 'given', files: plannedChanges(files, root) },
    lines: connectedText({ ...plan, files, consent, root, isReachable, chosen: options.client, diff: options.diff }),
  }
}

/** Whether the change is approved: by --yes, or by a person who has seen the diffs. */
export async function consentTo(
  context: CommandContext,
  plan: ConnectionPlan,
  { yes, dryRun, diff, root }: Pick<ConnectOptions, 'yes' | 'dryRun' | 'diff'> & { readonly root: string },
): Promise<Consent> {
  const changes = changesOf(plan.files)
  if (changes.length === 0) return 'none'
  if (yes && !dryRun) return 'given'
  if (dryRun || !canAsk(context)) return 'waits'
  const show = (isWhole: boolean) =>
    context.stderr.write(visible(colouredDiff(`${plannedText(changes, root, isWhole).join('\n')}\n`, context.colour)))
  show(diff)
  for (const { action, path, why } of plan.files)
    if (action === 'refuse') context.stderr.write(visible(`${shownPath(path, root)} is left alone: ${why}\n\n`))
  const what = changes.length === 1 ? 'this change' : `these ${changes.length} changes`
  return (await ask(context, `Make ${what}?`, diff ? undefined : () => show(true))) ? 'given' : 'refused'
}

export function plannedChanges(files: readonly FilePlan[], root: string): object[] {
  return files.map((file) => {
    const { action, clients, why } = file
    const diff = action === 'keep' || action === 'refuse' ? {} : { diff: diffOf(file, root) }
    return { path: shownPath(file.path, root), clients, action, ...diff, why }
  })
}
