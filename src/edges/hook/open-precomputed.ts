import { join } from 'node:path'
import { openParts, unlessGone } from '../../machine/files/files-of.ts'
import { newestPrecomputed, type PrecomputedFile } from '../../precomputed/precomputed-file.ts'
import type { HookContext } from './hook-context.ts'

/** The precomputed file; undefined if there is none yet, or its format is not this hook's. */
export function precomputedFor(context: HookContext): PrecomputedFile | undefined {
  const open = (name: string) => unlessGone(() => openParts(join(context.workspace.hooks, 'ahead', name)).readAt)
  context.precomputed ??= { opened: newestPrecomputed(open) }
  return context.precomputed.opened
}
