import type { Mettle } from '../../open.ts'
import type { CommandContext } from './context.ts'
import { listOf } from './output/json-document.ts'

export { choice, count, flag, list, number, ordinal, share, text, YES } from './input/options.ts'

/** An option's key is camelCase in code and kebab-case on the command line: `dryRun` is `--dry-run`. */
export type Option = TextOption | NumberOption | ListOption | SwitchOption

interface AnyOption {
  /** One sentence with a full stop, for the help. */
  readonly summary: string
  readonly short?: string
}
interface ValueOption extends AnyOption {
  /** The placeholder for the value in the help: `TIME` in `--now TIME`. */
  readonly value?: string
  readonly required?: boolean
}
export interface TextOption extends ValueOption {
  readonly kind: 'text'
  readonly default?: string
  readonly oneOf?: readonly string[]
}
export interface NumberOption extends ValueOption {
  readonly kind: 'number'
  readonly default?: number
  readonly least?: number
  readonly most?: number
  readonly whole?: boolean
}
/** May be given many times; the values come as a list in the order given. */
export interface ListOption extends ValueOption {
  readonly kind: 'list'
  readonly oneOf?: readonly string[]
}
export interface SwitchOption extends AnyOption {
  readonly kind: 'switch'
}

/** A word after the command's name. Only the last one may take `many`. */
export interface Argument {
  readonly name: string
  readonly summary: string
  readonly required?: boolean
  readonly many?: boolean
  readonly oneOf?: readonly string[]
}

export type Options = Readonly<Record<string, Option>>
export type InputValue = string | number | boolean | readonly string[] | undefined
export type Input = Readonly<Record<string, InputValue>>

/** The exit code, or nothing for 0. */
// biome-ignore lint/suspicious/noConfusingVoidType: a command without a return statement ends well
export type Ending = number | undefined | void

/** A command as data: its name, its input, examples that run as printed, and its action. */
export interface Command {
  /** As typed after `mettle`: `learning record`. */
  readonly name: string
  readonly summary: string
  /** More paragraphs for the help, if the summary does not say everything. */
  readonly description?: string
  readonly arguments: readonly Argument[]
  readonly options: Options
  readonly examples: readonly string[]
  readonly needs?: Needs<never>
  readonly run: (context: CommandContext, input: never) => Promise<Ending>
}

/** A command that changes the gate's decisions, who is trusted or what is kept needs a person's confirmation at a terminal; `--yes` does not replace it. `only` names the calls concerned, in words for the help and as a test of the input. */
export interface Needs<I> {
  readonly person: 'always' | { readonly only: string; readonly when: (input: I) => boolean }
}

type Word<T> = T extends { readonly oneOf: readonly (infer Name)[] } ? Name : string
type Always<T> = T extends { readonly required: true } | { readonly default: string | number } ? true : false
type Perhaps<T, V> = Always<T> extends true ? V : V | undefined
type OptionValue<T> = T extends { readonly kind: 'switch' }
  ? boolean
  : T extends { readonly kind: 'list' }
    ? readonly Word<T>[]
    : T extends { readonly kind: 'number' }
      ? Perhaps<T, number>
      : Perhaps<T, Word<T>>
type ArgumentValue<T> = T extends { readonly many: true } ? readonly Word<T>[] : Perhaps<T, Word<T>>

/** Arguments and options side by side, under their names. */
export type InputOf<A extends readonly Argument[], O extends Options> = {
  readonly [K in keyof O]: OptionValue<O[K]>
} & { readonly [T in A[number] as T['name']]: ArgumentValue<T> }

interface Declared<A extends readonly Argument[], O extends Options> {
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly arguments?: A
  readonly options?: O
  readonly examples: readonly [string, ...string[]]
  readonly needs?: Needs<InputOf<A, O>>
}

/** Declares a command; the type of its input follows from its arguments and options. */
export function defineCommand<const A extends readonly Argument[] = [], const O extends Options = Record<never, never>>(
  command: Declared<A, O> & { readonly run: (context: CommandContext, input: InputOf<A, O>) => Promise<Ending> },
): Command {
  return { arguments: [], options: {}, ...command } as Command
}

/** How an answer is shown: the answer itself as JSON, else its text view. */
export interface Shown<Answer, Given> {
  /** The answer is a list, or has one in this field. The command then requests one item more than `--limit`, to know whether there are more. */
  readonly listed?: true | (keyof Answer & string)
  /** The options that print the next items; omitted: a doubled limit. */
  readonly next?: (last: never) => string
  readonly view: (answer: Answer, context: CommandContext, given: Given) => string
  /** A line for the person, beside the answer. */
  readonly note?: (answer: Answer, given: Given) => string | undefined
  readonly exit?: (answer: Answer, given: Given) => Ending
}

/** Declares a command that opens the journal, asks for one thing and shows the answer. */
export function askCommand<
  Answer,
  const A extends readonly Argument[] = [],
  const O extends Options = Record<never, never>,
>({
  check,
  ask,
  ...command
}: Declared<A, O> & {
  /** Rejects invalid input before the journal is opened. */
  readonly check?: (input: InputOf<A, O>) => void
  readonly ask: (mettle: Mettle, input: InputOf<A, O>, context: CommandContext) => Promise<Answer>
} & Shown<Answer, InputOf<A, O>>): Command {
  return defineCommand<A, O>({
    ...command,
    run: async (context, given) => {
      const input = ownInput(given, command)
      check?.(input)
      const asked = withOneMore(input, command)
      return showAnswer(await ask(await context.openMettle(), asked, context), command, context, input)
    },
  })
}

/** The command's own input, without global options, ready to be passed on. */
function ownInput<G extends object>(
  given: G,
  { arguments: words = [], options = {} }: { arguments?: readonly Argument[]; options?: Options },
): G {
  const own = new Set([...words.map(({ name }) => name), ...Object.keys(options)])
  return Object.fromEntries(Object.entries(given).filter(([name]) => own.has(name))) as G
}

export function withOneMore<G extends object>(given: G, { listed }: { readonly listed?: unknown }): G {
  const { limit } = given as { readonly limit?: number }
  return listed !== true || limit === undefined ? given : { ...given, limit: limit + 1 }
}

export function showAnswer<Answer, Given>(
  answer: Answer,
  { listed, next, view, note, exit }: Shown<Answer, Given>,
  context: CommandContext,
  given: Given,
): Ending {
  const { limit = Number.POSITIVE_INFINITY } = given as { readonly limit?: number }
  const { [listed as keyof Answer]: field, ...rest } = answer
  const all = (listed === true ? answer : field) as readonly unknown[] | undefined
  const items = all?.slice(0, limit) ?? []
  const isCut = all !== undefined && all.length > items.length
  const seen = listed === true ? (items as Answer) : answer
  const total = isCut && listed === true ? null : all?.length
  const more = isCut ? (next?.(items.at(-1) as never) ?? `--limit ${2 * limit}`) : null
  const beside = listed === true ? undefined : rest
  context.show(listed === undefined ? answer : { ...beside, ...listOf(items, { total, next: more }) }, () =>
    view(seen, context, given),
  )
  const said = note?.(seen, given)
  if (said !== undefined) context.note(said)
  return exit?.(answer, given)
}
