import { CONFIG_KEYS, type ConfigKey, type ConfigName, type ConfigValue } from './keys.ts'
import type { Config } from './load.ts'

export const PROJECT_FILE = 'mettle.config.json'

/** Whether a setting's value comes from the repository's file; such a path is relative to the repository, and must stay inside it. */
export function isOfProject(config: Config, name: ConfigName): boolean {
  return config.sources[name].endsWith(PROJECT_FILE)
}

/** A value for display; a secret only shows whether it is set. */
export function printable(name: ConfigName, value: ConfigValue): ConfigValue {
  const key: ConfigKey = CONFIG_KEYS[name]
  return key.secret === true && value !== '' ? '********' : value
}

/** Whether an environment variable is a setting; excludes those that say where to look or how to test, which are read before the configuration. */
export function isSettingVariable(variable: string): boolean {
  return /^METTLE_(?!HOME$|PAGER$|TEST_)/.test(variable)
}

export function withoutSettings(environment: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => !isSettingVariable(variable)))
}
