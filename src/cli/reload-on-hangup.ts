import { UserError } from '../domain/user-error.ts'
import type { CommandContext } from './context.ts'

/** Reads the settings again whenever the process is told to (SIGHUP). Settings that cannot be used are told, and the old ones stay. */
export function reloadOnHangup(context: CommandContext): () => void {
  const reload = async () => {
    try {
      const { changed, rebuildDue } = await (await context.openMettle()).reload()
      const what = changed.length === 0 ? 'nothing changed' : changed.join(', ')
      context.note(`Read the settings again: ${what}.${rebuildDue ? ' Then: mettle rebuild' : ''}`)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      context.note(`The settings stay as they were: ${error.message}`)
    }
  }
  const listener = () => void reload()
  process.on('SIGHUP', listener)
  return () => process.off('SIGHUP', listener)
}
