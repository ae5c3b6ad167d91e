import { join } from 'node:path'
import { openParts } from '../../machine/files/files-of.ts'
import { AheadFile } from '../../precomputed/precomputed-file.ts'
import { OtherForm } from '../../precomputed/precomputed-layout.ts'
import type { HookContext } from './hook-context.ts'

/** What was written ahead; undefined before anything was, or while it is of another form than this hook reads. */
export function aheadOf(context: HookContext): AheadFile | undefined {
  context.ahead ??= { opened: open(join(context.workspace.hooks, 'ahead', 'patterns.bin')) }
  return context.ahead.opened
}

function open(file: string): AheadFile | undefined {
  try {
    return new AheadFile(openParts(file).readAt)
  } catch (error) {
    if (error instanceof OtherForm || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
