import { CONFIG_KEYS, type ConfigName, type ConfigValue } from './keys.ts'

/** What no repository sets, accepted or not: it starts a program, sends something away, lets others in or writes outside of the project. */
const NEVER: readonly string[] = ['learn.collection', 'hook.gate', 'safety.off']
const NEVER_GROUPS: readonly string[] = ['classify.', 'serve.']

/** What the file of a repository may do to a setting: nothing, make it stricter, or only what a person accepted. */
export function repositoryRule(name: ConfigName): 'never' | 'stricter' | 'accepted' {
  if (NEVER.includes(name) || NEVER_GROUPS.some((group) => name.startsWith(group))) return 'never'
  return CONFIG_KEYS[name].stricter === undefined ? 'accepted' : 'stricter'
}

/** Whether a repository's value holds without anybody's word: it is stricter, or changes nothing. */
export function holdsByItself(name: ConfigName, value: ConfigValue, before: ConfigValue): boolean {
  if (JSON.stringify(value) === JSON.stringify(before)) return true
  return CONFIG_KEYS[name].stricter?.(value, before) ?? false
}
