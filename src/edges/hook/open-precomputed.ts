import { join } from 'node:path'
import { openParts, unlessGone } from '../../machine/files/files-of.ts'
import { newestPrecomputed, type PrecomputedFile } from '../../precomputed/precomputed-file.ts'
import type { HookContext } from './hook-context.ts'

/** What was precomputed; undefined before anything was, or while it is of another form than this hook reads. */
export function precomputedFor(context: HookContext): PrecomputedFile | undefined {
  const open = (name: string) => unlessGone(() => openParts(join(context.workspace.hooks, 'ahead', name)).readAt)
  context.precomputed ??= { opened: newestPrecomputed(open) }
  return context.precomputed.opened
}
