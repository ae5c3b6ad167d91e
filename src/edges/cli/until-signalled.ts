import { UserError } from '../../domain/user-error.ts'
import type { CommandContext } from './context.ts'
import { isTerminalClosed } from './terminal.ts'

/** What runs until it is told to end. `off` leaves signals to whoever else listens. */
export interface Ending {
  readonly ending: AbortSignal
  off(): void
}

/**
 * Tells when the process is to end: by an interrupt, a request, or with the terminal in which it began. A hangup whose terminal is still
 * there, or that never had one, asks for the settings to be read again. A second interrupt or request while it ends is no longer held back.
 */
export function endSignal(context: CommandContext): Ending {
  const ending = new AbortController()
  const end = () => {
    off()
    outliveHangups()
    ending.abort()
  }
  const hangUp = () => (isTerminalClosed() ? end() : void reload(context))
  const off = () => process.off('SIGINT', end).off('SIGTERM', end).off('SIGHUP', hangUp)
  process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', hangUp)
  return { ending: ending.signal, off }
}

/** A terminal that closes hangs up more than once, itself and through its shell: after the first, what ends is left to end. */
export function outliveHangups(): void {
  if (!process.listeners('SIGHUP').includes(ignore)) process.on('SIGHUP', ignore)
}

function ignore(): void {}

/** Settings that cannot be used are told, and the old ones stay. */
async function reload(context: CommandContext): Promise<void> {
  try {
    const { changed, rebuildDue } = await (await context.openMettle()).reload()
    const what = changed.length === 0 ? 'nothing changed' : changed.join(', ')
    context.note(`Read the settings again: ${what}.${rebuildDue ? ' Then: mettle rebuild' : ''}`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    context.note(`The settings stay as they were: ${error.message}`)
  }
}
