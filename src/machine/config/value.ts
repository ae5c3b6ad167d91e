import { configError } from '../../domain/user-error.ts'
import type { ConfigKey, ConfigValue } from './keys.ts'

/** A value as text, from the environment or a flag. Lists are separated by commas, weights are `name:number`. */
export function parseText(name: string, key: ConfigKey, given: string, source: string): ConfigValue {
  return checkValue(name, key, read(key, given.trim()), source)
}

const SWITCH_WORDS = new Map([
  ...['true', 'on', '1', 'yes'].map((word) => [word, true] as const),
  ...['false', 'off', '0', 'no'].map((word) => [word, false] as const),
])

function read(key: ConfigKey, given: string): unknown {
  switch (key.kind) {
    case 'number':
      return given === '' || Number.isNaN(Number(given)) ? given : Number(given)
    case 'switch':
      return SWITCH_WORDS.get(given.toLowerCase()) ?? given
    case 'names':
      return given === '' ? [] : given.split(',').map((item) => item.trim())
    case 'weights':
      return Object.fromEntries(
        given
          .split(',')
          .map((pair) => [
            pair.slice(0, pair.indexOf(':')).trim(),
            Number(pair.slice(pair.indexOf(':') + 1)),
          ]),
      )
    case 'text':
      return given
  }
}

/** The value, if it is one that the key can hold; else an error that says what it can. */
export function checkValue(name: string, key: ConfigKey, value: unknown, source: string): ConfigValue {
  if (fits(key, value)) return Object.freeze(value) as ConfigValue
  const given =
    key.secret === true ? 'its value' : `'${typeof value === 'string' ? value : JSON.stringify(value)}'`
  throw configError(
    `${name} in ${source}: ${given} is not ${allowed(key)}.`,
    `Correct it there; without it ${name} is ${JSON.stringify(key.fallback)}.`,
  )
}

function fits(key: ConfigKey, value: unknown): boolean {
  switch (key.kind) {
    case 'number':
      return isWithin(value, key)
    case 'switch':
      return typeof value === 'boolean'
    case 'names':
      return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')
    case 'weights':
      return isWeights(value)
    case 'text':
      return typeof value === 'string' && (key.oneOf === undefined || key.oneOf.includes(value))
  }
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

function allowed(key: ConfigKey): string {
  switch (key.kind) {
    case 'number':
      return `a number from ${key.least} to ${key.most}`
    case 'switch':
      return 'true or false'
    case 'names':
      return 'a list of names'
    case 'weights':
      return 'a list of names with numbers from 0 to 1000'
    case 'text':
      return key.oneOf === undefined ? 'a text' : `one of ${key.oneOf.join(', ')}`
  }
}
