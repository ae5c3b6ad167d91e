import { CONFIG_KEYS, type ConfigKey, type ConfigName, type ConfigValue } from './keys.ts'

/** The value as it may be printed: a secret that is set shows only that it is. */
export function printable(name: ConfigName, value: ConfigValue): ConfigValue {
  const key: ConfigKey = CONFIG_KEYS[name]
  return key.secret === true && value !== '' ? '********' : value
}
