import type { Subject } from '../../engine/shell/command-subject.ts'
import { type ToolUse, toolSurfaceOn } from '../../injection/surface.ts'
import type { HookContext } from './hook-context.ts'
import { type Shown, show } from './show.ts'

/** A step, and what it is about. */
interface Step {
  readonly use: ToolUse
  readonly subject: Subject
}

/** What has to do with a step that something is known of; seldom enough that it is loaded apart. */
export function showForTool(context: HookContext, { use, subject }: Step, place: Shown): string {
  return show(context, toolSurfaceOn(subject, use, context.policy.inject), place)
}
