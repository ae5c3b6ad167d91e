import { POLICY } from '../../../engine/laws/policy.ts'
import { RETENTION } from '../../../engine/laws/retention.ts'

export type ConfigValue = string | number | boolean | readonly string[] | Readonly<Record<string, number>>

/** A key's allowed values, default and purpose. */
export interface ConfigKey {
  readonly kind: 'text' | 'number' | 'switch' | 'names' | 'weights'
  readonly fallback: ConfigValue
  readonly summary: string
  readonly least?: number
  readonly most?: number
  readonly oneOf?: readonly string[]
  /** Its value is never printed. */
  readonly secret?: boolean
  /** Which values a repository's file may set by itself; without it, a repository's value waits until a person on this machine accepts it. */
  readonly stricter?: Stricter
}

/** Whether a value is at least as strict as the one without the repository's file: less is shown, less is believed, or a person is asked more often. */
type Stricter = (value: ConfigValue, before: ConfigValue) => boolean

type Range = readonly [least: number, most: number]

export const SHARE: Range = [0, 1]
export const COUNT: Range = [1, 1_000]
export const MOST: Range = [0, 100]
export const DAYS: Range = [0.01, 36_500]
export const TOKENS: Range = [0, 100_000]

type Declared = Omit<ConfigKey, 'kind' | 'fallback'> & { readonly fallback?: ConfigValue }

/** A row of a table of keys: first the allowed values, then a sentence on the purpose. */
type Row = (summary: string) => Declared

const strict =
  (stricter: Stricter) =>
  (row: Row): Row =>
  (summary) => ({ ...row(summary), stricter })

export const isLower: Stricter = (value, before) => (value as number) <= (before as number)
export const lower = strict(isLower)
export const higher = strict((value, before) => (value as number) >= (before as number))
export const off = strict((value) => value === false)
export const on = strict((value) => value === true)
export const only = (allowed: ConfigValue) => strict((value) => value === allowed)
export const fewer = strict((value, before) =>
  (value as readonly string[]).every((name) => (before as readonly string[]).includes(name)),
)

/** A number of a law, which defines its default under the key's name. `allowed` is a range or a list of words. */
export function law(allowed?: Range | readonly string[]): Row {
  const [least, most] = allowed ?? []
  if (typeof least !== 'number') return (summary) => ({ summary, oneOf: allowed as readonly string[] })
  return (summary) => ({ summary, least, most: most as number })
}

export function number(fallback: number, [least, most]: Range): Row {
  return (summary) => ({ fallback, least, most, summary })
}

export function text(fallback: string, more: Partial<ConfigKey> = {}): Row {
  return (summary) => ({ fallback, summary, ...more })
}

export function onOff(fallback: boolean): Row {
  return (summary) => ({ fallback, summary })
}

export function names(): Row {
  return (summary) => ({ fallback: [], summary })
}

const LAWS: Readonly<Record<string, object>> = { ...POLICY, retention: RETENTION }
const KINDS = { string: 'text', number: 'number', boolean: 'switch' } as const

/** The keys of a group: what each holds follows from its default. */
export function keys<N extends string>(declared: Readonly<Record<N, Declared>>): Readonly<Record<N, ConfigKey>> {
  const made = Object.entries<Declared>(declared).map(([name, key]): [string, ConfigKey] => {
    const [group = '', last = ''] = name.split('.')
    const fallback = key.fallback ?? (LAWS[group] as Readonly<Record<string, ConfigValue>>)[last]!
    const kind = KINDS[typeof fallback as keyof typeof KINDS] ?? (Array.isArray(fallback) ? 'names' : 'weights')
    return [name, { ...key, kind, fallback }]
  })
  return Object.fromEntries(made) as Record<N, ConfigKey>
}
