import { FEEDBACK_KEYS } from './keys/feedback.ts'
import { GOVERNANCE_KEYS } from './keys/governance.ts'
import { HOOK_KEYS } from './keys/hook.ts'
import { JOURNAL_KEYS } from './keys/journal.ts'
import type { ConfigKey } from './keys/key.ts'
import { PATTERN_KEYS } from './keys/patterns.ts'
import { PIPELINE_KEYS } from './keys/pipeline.ts'
import { SERVING_KEYS, SHARING_KEYS } from './keys/serving.ts'

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
} as const satisfies Record<string, ConfigKey>

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
