import { didYouMean } from '../../../domain/user-error.ts'
import type { Argument, Command, Input, InputValue, Option, Options } from '../command.ts'
import { flagOf, type Token, tokensOf, usageError } from './tokens.ts'

type OptionToken = Extract<Token, { kind: 'option' }>

/** Parses the command's input and the global options. Unknown arguments, missing required ones and invalid values are errors that name the culprit. */
export function readInput(command: Command, globals: Options, args: readonly string[]): Input {
  const options = { ...globals, ...command.options }
  const tokens = tokensOf(args, options)
  const hint = `mettle ${command.name} --help`
  const input: Record<string, InputValue> = defaultsOf(options)
  for (const token of tokens) if (token.kind === 'option') take(input, token, options, hint)
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.word] : []))
  placeWords(input, words, command, hint)
  for (const [key, option] of Object.entries(options))
    if ('required' in option && option.required && isMissing(input[key]))
      throw usageError(`--${flagOf(key)} is missing: ${lowerFirst(option.summary)}`, hint)
  return input
}

function defaultsOf(options: Options): Record<string, InputValue> {
  const entries = Object.entries(options).map(([key, option]) => [key, fallbackOf(option)])
  return Object.fromEntries(entries)
}

function fallbackOf(option: Option): InputValue {
  if (option.kind === 'switch') return false
  if (option.kind === 'list') return []
  return option.default
}

function take(input: Record<string, InputValue>, token: OptionToken, options: Options, hint: string): void {
  const { key, typed } = token
  const flags = Object.keys(options).map((known) => `--${flagOf(known)}`)
  if (key === undefined)
    throw usageError(`'${typed}' is not an option here.${typed.startsWith('--') ? didYouMean(typed, flags) : ''}`, hint)
  const option = options[key]!
  if (option.kind === 'switch') {
    if (token.value !== undefined) throw usageError(`${typed} takes no value, but got '${token.value}'.`, hint)
    input[key] = true
    return
  }
  const value = givenValue(option, token, hint)
  input[key] = option.kind === 'list' ? [...((input[key] ?? []) as string[]), value as string] : value
}

function givenValue(option: Exclude<Option, { kind: 'switch' }>, token: OptionToken, hint: string): string | number {
  const { typed, value } = token
  if (value === undefined) throw usageError(`${typed} needs a value: ${lowerFirst(option.summary)}`, hint)
  if (!token.inline && /^-[^\d.]/.test(value))
    throw usageError(
      `${typed} needs a value, and '${value}' looks like an option.`,
      `If it is meant: ${typed}=${value}`,
    )
  if (option.kind === 'number') return numberOf(option, typed, value, hint)
  if (option.oneOf !== undefined) checkOneOf(option.oneOf, typed, value, hint)
  return value
}

function numberOf(option: Extract<Option, { kind: 'number' }>, typed: string, value: string, hint: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, whole = false } = option
  const fits = Number.isFinite(number) && number >= least && number <= most && (!whole || Number.isInteger(number))
  if (fits) return number
  throw usageError(`${typed}: '${value}' is not ${whole ? 'a whole number' : 'a number'}${range(option)}.`, hint)
}

function range({ least, most }: { least?: number; most?: number }): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  if (least !== undefined) return `, ${least} or more`
  return most === undefined ? '' : `, ${most} or less`
}

function checkOneOf(allowed: readonly string[], what: string, value: string, hint: string): void {
  if (allowed.includes(value)) return
  throw usageError(`${what}: '${value}' is not one of ${allowed.join(', ')}.${didYouMean(value, allowed)}`, hint)
}

function placeWords(input: Record<string, InputValue>, words: readonly string[], command: Command, hint: string): void {
  const rest = [...words]
  for (const argument of command.arguments) {
    const value = argument.many === true ? rest.splice(0) : rest.shift()
    if (argument.required && isMissing(value))
      throw usageError(
        `<${argument.name}> is missing: ${lowerFirst(argument.summary)}${argument.oneOf === undefined ? '' : ` One of ${argument.oneOf.join(', ')}.`}`,
        hint,
      )
    for (const word of [value ?? []].flat()) checkWord(argument, word, hint)
    input[argument.name] = value
  }
  if (rest.length > 0) throw usageError(`'${rest[0]}' is one argument too many for 'mettle ${command.name}'.`, hint)
}

function checkWord(argument: Argument, word: string, hint: string): void {
  if (argument.oneOf !== undefined) checkOneOf(argument.oneOf, argument.name, word, hint)
}

function isMissing(value: InputValue): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}
