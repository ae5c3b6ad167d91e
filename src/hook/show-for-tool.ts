import type { Surface } from '../injection/surface.ts'
import type { HookContext } from './hook-context.ts'
import { type Shown, show } from './show.ts'

/** What has to do with a step that something is known of; seldom enough that it is loaded apart. */
export function showForTool(context: HookContext, surface: Surface, place: Shown): string {
  return show(context, surface, place)
}
