import { join } from 'node:path'
import { openParts, unlessGone } from '../../machine/files/files-of.ts'
import { type AheadFile, newestAhead } from '../../precomputed/precomputed-file.ts'
import type { HookContext } from './hook-context.ts'

/** What was written ahead; undefined before anything was, or while it is of another form than this hook reads. */
export function aheadOf(context: HookContext): AheadFile | undefined {
  const open = (name: string) => unlessGone(() => openParts(join(context.workspace.hooks, 'ahead', name)).readAt)
  context.ahead ??= { opened: newestAhead(open) }
  return context.ahead.opened
}
