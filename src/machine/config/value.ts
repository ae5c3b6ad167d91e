import { configError } from '../../domain/user-error.ts'
import type { ConfigKey, ConfigValue } from './keys.ts'

/** A value as text, from the environment or a flag. Lists are separated by commas, weights are `name:number`. */
export function parseText(name: string, key: ConfigKey, given: string, source: string): ConfigValue {
  return checkValue(name, key, KINDS[key.kind].read(given.trim()), source)
}

const SWITCH_WORDS = new Map([
  ...['true', 'on', '1', 'yes'].map((word) => [word, true] as const),
  ...['false', 'off', '0', 'no'].map((word) => [word, false] as const),
])

interface Kind {
  readonly read: (given: string) => unknown
  readonly fits: (value: unknown, key: ConfigKey) => boolean
  readonly allowed: (key: ConfigKey) => string
}

const KINDS: Readonly<Record<ConfigKey['kind'], Kind>> = {
  number: {
    read: (given) => (given === '' || Number.isNaN(Number(given)) ? given : Number(given)),
    fits: isWithin,
    allowed: ({ least, most }) => `a number from ${least} to ${most}`,
  },
  switch: {
    read: (given) => SWITCH_WORDS.get(given.toLowerCase()) ?? given,
    fits: (value) => typeof value === 'boolean',
    allowed: () => 'true or false',
  },
  names: {
    read: (given) => (given === '' ? [] : given.split(',').map((item) => item.trim())),
    fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== ''),
    allowed: () => 'a list of names',
  },
  weights: {
    read: (given) => Object.fromEntries(given.split(',').map(weightIn)),
    fits: isWeights,
    allowed: () => 'a list of names with numbers from 0 to 1000',
  },
  text: {
    read: (given) => given,
    fits: (value, { oneOf }) => typeof value === 'string' && (oneOf?.includes(value) ?? true),
    allowed: ({ oneOf }) => (oneOf === undefined ? 'a text' : `one of ${oneOf.join(', ')}`),
  },
}

function weightIn(pair: string): [string, number] {
  const at = pair.indexOf(':')
  return [pair.slice(0, at).trim(), Number(pair.slice(at + 1))]
}

/** Returns a valid value; otherwise throws an error with the allowed values. */
export function checkValue(name: string, key: ConfigKey, value: unknown, source: string): ConfigValue {
  if (KINDS[key.kind].fits(value, key)) return Object.freeze(value) as ConfigValue
  const given = key.secret === true ? 'its value' : `'${typeof value === 'string' ? value : JSON.stringify(value)}'`
  throw configError(
    `${name} in ${source}: ${given} is not ${KINDS[key.kind].allowed(key)}.`,
    `Correct it there; without it ${name} is ${JSON.stringify(key.fallback)}.`,
  )
}

function isWithin(
  value: unknown,
  { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: ConfigKey,
): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

function isWeights(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([name, weight]) => name !== '' && isWithin(weight, { least: 0, most: 1_000 } as ConfigKey),
  )
}
