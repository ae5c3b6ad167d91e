import type { Client } from '../../../domain/values/session.ts'
import { pathFromRoot } from '../../../machine/files/paths.ts'
import { labelOf, settingsOf } from '../../connection/clients.ts'
import { changesOf, type FilePlan } from '../../connection/plan.ts'
import { unifiedDiff } from '../../connection/unified-diff.ts'
import type { Level } from '../../connection/wanted-files.ts'
import type { Palette } from './display-width.ts'
import { bytes, quantity } from './numbers-text.ts'
import { table } from './table.ts'

/** A path relative to the project; other paths stay absolute. */
export function shownPath(path: string, root: string): string {
  return pathFromRoot(path, root, root)
}

/** Above this size, which only a bundled program has, no diff is shown. */
const MOST_READABLE = 50_000

export function diffOf({ path, before, after }: FilePlan, root: string): string {
  const diff = unifiedDiff({ path: shownPath(path, root), before, after })
  const program = after ?? before ?? ''
  if (!path.endsWith('.js') || program.length < MOST_READABLE) return diff
  const head = diff.split('\n').slice(0, 2)
  return [...head, `@@ the plugin that comes with Mettle, ${bytes(program.length)} @@`].join('\n')
}

export function colouredDiff(diff: string, colour: Palette): string {
  return diff
    .split('\n')
    .map((line) => {
      if (line.startsWith('+++') || line.startsWith('---')) return colour.bold(line)
      if (line.startsWith('+')) return colour.green(line)
      if (line.startsWith('-')) return colour.red(line)
      return line.startsWith('@@') ? colour.dim(line) : line
    })
    .join('\n')
}

/** One line for each planned file, or its full diff if wanted. */
export function plannedText(files: readonly FilePlan[], root: string, isWhole: boolean): string[] {
  const changes = changesOf(files)
  if (isWhole) return changes.flatMap((file) => [diffOf(file, root), ''])
  const rows = changes.map(({ path, action, brings, clients, before = '', after = '' }) => {
    const what = brings === 'hooks' ? 'hooks' : 'MCP server'
    const lines = after.split('\n').length - before.split('\n').length
    const more = action === 'remove' ? '' : ` (${lines < 0 ? '' : '+'}${quantity(lines, 'line')})`
    return [action, shownPath(path, root), `${what} for ${clientNames(clients)}${more}`]
  })
  return [table(rows, { indent: 2 }).trimEnd(), '']
}

/** `none`: there is nothing to change; `waits`: nobody could be asked. */
export type Consent = 'given' | 'refused' | 'waits' | 'none'

const DONE = { create: 'Created', change: 'Changed', remove: 'Removed', keep: 'Unchanged', refuse: 'Left alone' }

export function doneText(files: readonly FilePlan[], root: string): string[] {
  return files.map(
    ({ action, path, why }) => `${DONE[action]} ${shownPath(path, root)}${why === undefined ? '' : `: ${why}`}`,
  )
}

/** `Claude Code, Codex and opencode`. */
export function clientNames(clients: readonly Client[]): string {
  const names = clients.map(labelOf)
  const last = names.pop()
  return names.length === 0 ? (last ?? '') : `${names.join(', ')} and ${last}`
}

/** Added for Claude Code if its MCP server is also registered. */
const WITH_SERVER = ' and the server'

const UNREACHABLE = 'The command mettle is not on PATH, so no hook can find it. In your clone of Mettle, type: npm link'

interface ConnectedPlan {
  readonly clients: readonly Client[]
  readonly level: Level
  readonly files: readonly FilePlan[]
  readonly consent: Consent
  readonly root: string
  /** Whether hooks that call Mettle by its name find it on this machine. */
  readonly isReachable: boolean
  /** The value of --client. */
  readonly chosen: string | undefined
  /** Whether to show full diffs. */
  readonly diff: boolean
}

export function connectedText(plan: ConnectedPlan): string[] {
  const { clients, consent, files, root } = plan
  if (clients.length === 0)
    return ['Mettle found no coding agent on this machine. To connect one anyway: mettle init --client claude-code']
  const refused = files.filter(({ action }) => action === 'refuse')
  const left = doneText(refused, root)
  if (consent === 'none') return left.length > 0 ? left : [`${clientNames(clients)}: connected already.`]
  if (consent === 'refused') return ['No file of yours was changed.', ...left]
  if (consent === 'waits') return [...waitingText(plan), ...left]
  const isLost = (client: Client) => refused.some((file) => file.brings === 'hooks' && file.clients.includes(client))
  const serves = (client: Client) => (file: FilePlan) =>
    file.brings === 'server' && file.clients.includes(client) && file.action !== 'remove' && file.action !== 'refuse'
  const stepOf = (client: Client) =>
    `${labelOf(client)}: ${settingsOf(client).nextStep.replace(WITH_SERVER, files.some(serves(client)) ? WITH_SERVER : '')}`
  const steps = clients.filter((client) => !isLost(client)).map(stepOf)
  return [...doneText(files, root), '', ...steps, ...(plan.isReachable ? [] : [UNREACHABLE])]
}

function waitingText({ files, root, chosen, level, diff }: ConnectedPlan): string[] {
  const changes = changesOf(files)
  const words = [chosen === undefined ? '' : ` --client ${chosen}`, level === 'project' ? '' : ` --${level}`]
  return [
    '',
    ...plannedText(files, root, diff),
    ...(diff ? [] : [`To see every line: mettle init --dry-run --diff${words.join('')}`]),
    `No file of yours was changed. mettle init --yes${words.join('')} makes ${changes.length === 1 ? 'this change' : `these ${quantity(changes.length, 'change')}`}.`,
  ]
}
