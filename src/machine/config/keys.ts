import { FEEDBACK_KEYS, PATTERN_KEYS } from './keys/patterns.ts'
import { GOVERNANCE_KEYS, HOOK_KEYS, JOURNAL_KEYS, PIPELINE_KEYS, SERVING_KEYS, SHARING_KEYS } from './keys/working.ts'

export type { ConfigKey, ConfigValue } from './keys/key.ts'

/** Every key of the configuration. The dots nest: `store.path` is `{"store": {"path": …}}` in a file. */
export const CONFIG_KEYS = {
  ...JOURNAL_KEYS,
  ...PATTERN_KEYS,
  ...FEEDBACK_KEYS,
  ...GOVERNANCE_KEYS,
  ...PIPELINE_KEYS,
  ...SHARING_KEYS,
  ...SERVING_KEYS,
  ...HOOK_KEYS,
}

export type ConfigName = keyof typeof CONFIG_KEYS
export const CONFIG_NAMES = Object.keys(CONFIG_KEYS) as ConfigName[]

/** The environment variable of a key: `store.waitMs` is `METTLE_STORE_WAIT_MS`. */
export function variableOf(name: ConfigName): string {
  if (name === 'store.url') return 'METTLE_DATABASE_URL'
  return `METTLE_${name
    .replace(/([A-Z])/g, '_$1')
    .replaceAll('.', '_')
    .toUpperCase()}`
}
