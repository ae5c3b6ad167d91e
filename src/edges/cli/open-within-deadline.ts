import { findWorkspace } from '../../machine/workspace.ts'
import { type Mettle, readConfig } from '../../open.ts'
import type { CommandContext } from './context.ts'

/** A locked journal is given up after the deadline, not after the patience of other commands. */
export async function openWithinDeadline(
  context: CommandContext,
  key: 'inject.deadlineMs' | 'gate.deadlineMs',
): Promise<Mettle> {
  const { values } = readConfig(findWorkspace(context.cwd), context.environment, context.settings)
  return context.openMettle({ flags: [`store.waitMs=${values[key]}`, ...context.settings] })
}
