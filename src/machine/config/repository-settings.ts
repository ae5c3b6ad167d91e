import { CONFIG_KEYS, type ConfigName, type ConfigValue } from './keys.ts'

/** Settings that a repository can never set, even accepted: they start a program, send data away, admit others or write outside the project. */
const NEVER: readonly string[] = ['learn.collection', 'hook.gate', 'safety.off']
const NEVER_GROUPS: readonly string[] = ['classify.', 'serve.']

/** What a repository's file may do to a setting: nothing (`never`), tighten it, or only set what a person accepted. */
export function repositoryRule(name: ConfigName): 'never' | 'stricter' | 'accepted' {
  if (NEVER.includes(name) || NEVER_GROUPS.some((group) => name.startsWith(group))) return 'never'
  return CONFIG_KEYS[name].stricter === undefined ? 'accepted' : 'stricter'
}

/** Whether a repository's value holds without anybody's word: it is stricter, or changes nothing. */
export function holdsByItself(name: ConfigName, value: ConfigValue, before: ConfigValue): boolean {
  if (JSON.stringify(value) === JSON.stringify(before)) return true
  return CONFIG_KEYS[name].stricter?.(value, before) ?? false
}
