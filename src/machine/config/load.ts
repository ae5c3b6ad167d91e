import { canonicalJson } from '../../domain/canonical-json.ts'
import { configError, didYouMean, UserError } from '../../domain/user-error.ts'
import { textIfThere, whyUnreadable } from '../files/regular-file.ts'
import { acceptedIn, type Brought, type TrustPlace } from '../gate/trust-file.ts'
import { CONFIG_KEYS, CONFIG_NAMES, type ConfigName, type ConfigValue, variableOf } from './keys.ts'
import { holdsByItself, repositoryRule } from './repository-settings.ts'
import { isSettingVariable } from './settings-file.ts'
import { checkValue, parseText } from './value.ts'

/** Where a value came from: the default, a file's path, an environment variable, or a flag. */
export type Source = string

/** The effective configuration: each key's value and its source. Frozen. */
export interface Config {
  readonly values: { readonly [N in ConfigName]: ConfigValue }
  readonly sources: { readonly [N in ConfigName]: Source }
  /** Settings of the repository's file that have no effect. */
  readonly withheld: readonly Withheld[]
}

/** A setting of the repository's file without effect: until a person accepts it, or never. */
export interface Withheld {
  readonly name: ConfigName
  readonly value: ConfigValue
  readonly until: 'accepted' | 'never'
}

export interface ConfigInputs {
  readonly userFile?: string
  readonly projectFile?: string
  /** Where accepted settings of the project's file are recorded; omitted: none were accepted. */
  readonly trust?: TrustPlace
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** `key=value`, as given with `--set`. */
  readonly flags?: readonly string[]
  /** A settings file to try: it must exist, and overrides everything. */
  readonly overFile?: string
}

/** Defaults, then the user's file, the project's file, the environment and flags; the last wins. A repository brings its own file, so only its stricter or locally accepted values apply. */
export function loadConfig(inputs: ConfigInputs): Config {
  const values: Record<string, ConfigValue> = {}
  const sources: Record<string, Source> = {}
  const take = (name: ConfigName, value: ConfigValue, source: Source) => {
    values[name] = value
    sources[name] = source
  }
  for (const name of CONFIG_NAMES) take(name, ownCopy(CONFIG_KEYS[name].fallback), 'default')
  const { userFile, projectFile } = inputs
  if (userFile !== undefined) for (const [name, value] of fromFile(userFile)) take(name, value, userFile)
  const offered = projectFile === undefined ? [] : fromFile(projectFile)
  const withheld = offered.flatMap((setting) => withheldOf(setting, values, inputs.trust))
  for (const [name, value] of offered) if (!withheld.some((one) => one.name === name)) take(name, value, projectFile!)
  for (const [name, value, variable] of fromEnvironment(inputs.environment ?? {})) take(name, value, variable)
  for (const flag of inputs.flags ?? []) take(...fromFlag(flag), '--set')
  const { overFile } = inputs
  if (overFile !== undefined) for (const [name, value] of fromFile(overFile, true)) take(name, value, overFile)
  const frozen = { values: Object.freeze(values), sources: Object.freeze(sources) }
  return Object.freeze({ ...frozen, withheld: Object.freeze(withheld) }) as Config
}

/** The part of a repository's setting that has no effect, given the values without that file. */
function withheldOf(
  [name, value]: readonly [ConfigName, ConfigValue],
  before: Readonly<Record<string, ConfigValue>>,
  trust: TrustPlace | undefined,
): Withheld[] {
  if (holdsByItself(name, value, before[name]!)) return []
  if (repositoryRule(name) === 'never') return [{ name, value, until: 'never' }]
  const isAccepted = trust !== undefined && acceptedIn(trust)(settingBrought(name, value))
  return isAccepted ? [] : [{ name, value, until: 'accepted' }]
}

/** A setting as repository content to be accepted. */
export function settingBrought(name: ConfigName, value: ConfigValue): Brought {
  return { item: `setting ${name}`, content: canonicalJson(value) }
}

/** Copies lists and weights, so that nobody else can change them; a plain value needs no copy. */
function ownCopy(value: ConfigValue): ConfigValue {
  return typeof value === 'object' ? Object.freeze(structuredClone(value)) : value
}

function fromFile(path: string, mustBeThere = false): [ConfigName, ConfigValue][] {
  const text = readIfThere(path)
  if (text === undefined && mustBeThere)
    throw configError(`There is no file ${path}.`, 'Give the path of a file of settings.')
  if (text === undefined) return []
  const { $schema: _, ...settings } = parse(text, path)
  return leavesOf(settings, '', path).map(([name, value]) => {
    const known = knownName(name, path)
    return [known, checkValue(known, CONFIG_KEYS[known], value, path)]
  })
}

function readIfThere(path: string): string | undefined {
  try {
    return textIfThere(path)
  } catch (cause) {
    throw configError(`${path} ${whyUnreadable(cause)}.`, `Check the file, or remove it.`, { cause })
  }
}

function parse(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    throw new Error('it is not an object')
  } catch (cause) {
    throw configError(
      `${path} is not a JSON object: ${withoutContent((cause as Error).message)}.`,
      'Fix it, or remove it to use the defaults.',
      { cause },
    )
  }
}

/** The parser's message without its quotation of the file, which may be a password. */
function withoutContent(message: string): string {
  return message.replace(/,? *(\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '')
}

/** Flattens nested objects to dotted names; an object that is itself a value (weights) stays whole. */
function leavesOf(tree: Record<string, unknown>, prefix: string, path: string): [string, unknown][] {
  return Object.entries(tree).flatMap(([key, value]): [string, unknown][] => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    const isBranch =
      typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(CONFIG_KEYS, name)
    return isBranch ? leavesOf(value as Record<string, unknown>, name, path) : [[name, value]]
  })
}

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(environment).filter(
    ([variable, text]) => text !== undefined && isSettingVariable(variable),
  )
  if (given.length === 0) return []
  const nameOf = new Map(CONFIG_NAMES.map((name) => [variableOf(name), name]))
  return given.flatMap(([variable, text = '']): [ConfigName, ConfigValue, string][] => {
    const name = nameOf.get(variable)
    if (name === undefined)
      throw configError(
        `${variable} is not a setting.${didYouMean(variable, [...nameOf.keys()])}`,
        `Correct it, or: unset ${variable}`,
      )
    return [[name, parseText(name, CONFIG_KEYS[name], text, variable), variable]]
  })
}

function fromFlag(flag: string): [ConfigName, ConfigValue] {
  const at = flag.indexOf('=')
  if (at < 1) throw new UserError('usage', `--set takes key=value, not '${flag}'.`, 'mettle config')
  const name = knownName(flag.slice(0, at), '--set')
  return [name, parseText(name, CONFIG_KEYS[name], flag.slice(at + 1), '--set')]
}

function knownName(name: string, source: Source): ConfigName {
  if (Object.hasOwn(CONFIG_KEYS, name)) return name as ConfigName
  throw configError(
    `'${name}' in ${source} is not a setting.${didYouMean(name, CONFIG_NAMES) || namesake(name)}`,
    source === '--set' ? 'mettle config' : `Correct it in ${source}, or take it out there.`,
  )
}

/** A suggestion for a name whose last word is right, such as `profile` for `inject.profile`. */
function namesake(name: string): string {
  const last = `.${name.slice(name.lastIndexOf('.') + 1)}`
  const found = CONFIG_NAMES.filter((known) => known.endsWith(last))
  return found.length === 1 ? ` Did you mean '${found[0]}'?` : ''
}
