import type { Subject } from '../../engine/shell/command-subject.ts'
import { type ToolUse, toolSurfaceOn } from '../../injection/surface.ts'
import type { HookContext } from './hook-context.ts'
import { type Shown, show } from './show.ts'

/** A step and its subject. */
interface Step {
  readonly use: ToolUse
  readonly subject: Subject
}

/** Shows patterns relevant to a step; rare enough to be loaded separately. */
export function showForTool(context: HookContext, { use, subject }: Step, place: Shown): string {
  return show(context, toolSurfaceOn(subject, use, context.policy.inject), place)
}
