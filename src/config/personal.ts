import { CONFIG_KEYS, CONFIG_NAMES, type ConfigName, type ConfigValue } from './keys.ts'
import type { Config } from './load.ts'
import { PROJECT_FILE } from './project-file.ts'

/**
 * A value that starts a program, sends something away or writes outside of the project. It is taken from the person's own file, the
 * environment or a flag; what a repository brings along is not a person's word, so the default holds instead.
 */
export function personalValue(config: Config, name: ConfigName): ConfigValue {
  return isIgnored(config, name) ? CONFIG_KEYS[name].fallback : config.values[name]
}

/** Whether the project's file sets it, to no effect. */
export function isIgnored(config: Config, name: ConfigName): boolean {
  return config.sources[name].endsWith(PROJECT_FILE)
}

/** The settings of the project's file that only a person's own word can make. */
export function ignoredSettings(config: Config): ConfigName[] {
  return CONFIG_NAMES.filter((name) => isPersonal(name) && isIgnored(config, name))
}

function isPersonal(name: ConfigName): boolean {
  const own: readonly string[] = ['learn.collection', 'hook.gate']
  return ['classify.', 'serve.'].some((group) => name.startsWith(group)) || own.includes(name)
}
