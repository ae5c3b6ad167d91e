import { UserError } from '../../domain/user-error.ts'
import { CONFIG_NAMES, type ConfigName } from './keys.ts'
import type { Config } from './load.ts'

/** Settings that say which journal is open; they cannot change under it. */
const FIXED: readonly ConfigName[] = [
  'organisation',
  'project',
  'store.url',
  'store.path',
  'store.waitMs',
  'store.durable',
]

/** The settings that differ. One that names another journal is refused, and then nothing changes. */
export function compareSettings(before: Config, after: Config): ConfigName[] {
  const changed = CONFIG_NAMES.filter(
    (name) => JSON.stringify(before.values[name]) !== JSON.stringify(after.values[name]),
  )
  const fixed = changed.filter((name) => FIXED.includes(name))
  if (fixed.length === 0) return changed
  throw new UserError(
    'config',
    `${fixed.join(', ')} cannot change while the journal is open.`,
    'Start the process again; until then the settings stay as they were.',
  )
}
