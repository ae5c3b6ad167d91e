import { CONFIG_KEYS, type ConfigKey, type ConfigName, type ConfigValue } from './keys.ts'
import type { Config } from './load.ts'

export const PROJECT_FILE = 'mettle.config.json'

/** Whether a setting holds because the repository's file sets it; such a path is relative to the repository, and stays in it. */
export function isOfProject(config: Config, name: ConfigName): boolean {
  return config.sources[name].endsWith(PROJECT_FILE)
}

/** The value as it may be printed: a secret that is set shows only that it is. */
export function printable(name: ConfigName, value: ConfigValue): ConfigValue {
  const key: ConfigKey = CONFIG_KEYS[name]
  return key.secret === true && value !== '' ? '********' : value
}

/** Whether a variable of the environment is a setting; those that say where to look or how to test are read before there is a configuration. */
export function isSettingVariable(variable: string): boolean {
  return /^METTLE_(?!HOME$|PAGER$|TEST_)/.test(variable)
}

export function withoutSettings(environment: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => !isSettingVariable(variable)))
}
