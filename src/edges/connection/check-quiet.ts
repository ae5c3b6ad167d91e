import { DAY_MS } from '../../domain/durations.ts'
import { type ClientWorld, type Finding, inFolderOf } from './client-world.ts'
import { pathOn } from './machine.ts'

export interface Quiet {
  /** When the loop last captured or showed something, else when the journal was begun. */
  readonly heardAt: number
  readonly quietDays: number
  modifiedAt(path: string): number | undefined
}

/** Claude Code keeps a transcript of every session; where it worked long after the loop last heard of it, its hooks do not run. */
export function quietFindings(world: ClientWorld, { heardAt, quietDays, modifiedAt }: Quiet): Finding[] {
  const folder = inFolderOf('claude-code', world, 'projects', world.root.replace(/[^a-zA-Z0-9]/g, '-'))
  if (folder === undefined) return []
  const times = world
    .list(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => modifiedAt(pathOn(world.machine, folder, name)) ?? 0)
  const days = Math.floor((Math.max(0, ...times) - heardAt) / DAY_MS)
  if (days < quietDays) return []
  return [
    {
      name: 'Claude Code',
      verdict: 'warning',
      detail: `it worked here ${days} days after the loop last heard of anything`,
      mend: 'Begin a session, type /hooks, and see whether those of Mettle are listed; then mettle session list',
    },
  ]
}
