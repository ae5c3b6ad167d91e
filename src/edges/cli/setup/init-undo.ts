import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENTS } from '../../../domain/values/session.ts'
import { removeAgentsFile } from '../../../machine/agents-file.ts'
import { findWorkspace, type Workspace } from '../../../machine/files/workspace.ts'
import { gatePlace } from '../../../machine/gate/gate-seal.ts'
import { checkNoLinks } from '../../../machine/home.ts'
import { changesOf } from '../../connection/plan.ts'
import type { CommandContext } from '../context.ts'
import { ask, canAsk } from '../input/ask.ts'
import { doneText, plannedText } from '../output/connection-text.ts'
import { bytes, quantity } from '../output/numbers-text.ts'
import { carryOutAll, chosenClients, planToDisconnect, thisMachine } from './connect-clients.ts'
import { type ConnectOptions, consentTo, plannedChanges } from './init-connect.ts'

export interface UndoOptions extends ConnectOptions {
  readonly journal: boolean
}

/** Removes what init put into client files, and with `journal` the journal itself. */
export async function undo(context: CommandContext, options: UndoOptions): Promise<void> {
  const workspace = findWorkspace(context.cwd)
  const { root, home } = workspace
  checkNoLinks(home)
  const clients = options.client === undefined ? CLIENTS : chosenClients(options.client, thisMachine(context))
  const plan = planToDisconnect(context, workspace, { clients, level: options.user ? 'user' : 'project' })
  const consent = await consentTo(context, plan, { ...options, root })
  const files = consent === 'given' ? carryOutAll(context, workspace, plan) : plan.files
  const isAll = options.client === undefined && !options.user
  if (isAll && !options.dryRun && (consent === 'given' || consent === 'none')) removeAgentsFile(home)
  const journal = options.journal ? await deleteJournal(context, workspace, options) : undefined
  context.show({ removed: consent === 'given', files: plannedChanges(files, root), journal }, () =>
    [...undoneText(), ...(journal ? [journalText(journal)] : [])].join('\n'),
  )

  function undoneText(): string[] {
    const refused = doneText(
      files.filter(({ action }) => action === 'refuse'),
      root,
    )
    if (consent === 'none') return refused.length > 0 ? refused : ['No client is connected here.']
    if (consent === 'refused') return ['Nothing was changed.']
    if (consent === 'given') return [...doneText(files, root), ...(options.journal ? [] : [STAYS])]
    return [
      ...plannedText(plan.files, root, options.diff),
      ...refused,
      `Nothing was changed. mettle init --remove --yes makes the ${quantity(changesOf(plan.files).length, 'change')}.`,
    ]
  }
}

const STAYS = 'The journal stays. To delete it as well: mettle init --remove --journal'

interface DeletedJournal {
  readonly path: string
  readonly files: number
  readonly bytes: number
  readonly deleted: boolean
}

/** Deletes `.mettle`, the hooks' copy of its data, and the gate's; a journal on a server is not touched. */
async function deleteJournal(
  context: CommandContext,
  workspace: Workspace,
  { yes, dryRun }: UndoOptions,
): Promise<DeletedJournal> {
  const { home, hooks } = workspace
  const sizes = existsSync(home) ? sizesIn(home) : []
  const size = { path: home, files: sizes.length, bytes: sizes.reduce((sum, one) => sum + one, 0) }
  if (sizes.length === 0 || dryRun) return { ...size, deleted: false }
  const question = `Delete ${home} with all that was learned (${quantity(size.files, 'file')}, ${bytes(size.bytes)})? It cannot be brought back.`
  const deleted = yes || (canAsk(context) && (await ask(context, question)))
  const { far } = gatePlace(workspace, context.environment)
  if (deleted) for (const folder of [home, hooks, far]) rmSync(folder, { recursive: true, force: true })
  return { ...size, deleted }
}

function journalText({ path, files, bytes: size, deleted }: DeletedJournal): string {
  if (files === 0) return `There is no journal in ${path}.`
  const what = `${path} (${quantity(files, 'file')}, ${bytes(size)})`
  return deleted ? `Deleted ${what}.` : `The journal stays: ${what}.`
}

function sizesIn(folder: string): number[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sizesIn(path)
    return [statSync(path, { throwIfNoEntry: false })?.size ?? 0]
  })
}
