import type * as z from 'zod'
import type { Loop } from '../../loop/loop.ts'
import type { Verbs } from '../../loop/verbs/catalogue.ts'
import type { InputSchema } from '../../loop/verbs/fields.ts'
import { type Argument, type Command, type Needs, type Option, type Shown, showAnswer, withOneMore } from './command.ts'
import type { CommandContext } from './context.ts'
import { decider } from './input/ask.ts'
import fields from './verb-options.json' with { type: 'json' }

type Verb = keyof typeof fields & keyof Verbs
type Given<V extends Verb> = z.output<InputSchema<Verbs[V]>>
type Answer<V extends Verb> = Awaited<ReturnType<Loop[V]>>
type Field<V extends Verb> = keyof Given<V> & string
/** Additions to the verb's definition, and exceptions from it. */
type Override = { readonly [K in 'short' | 'value' | 'summary' | 'default' | 'most']?: string | number } & {
  /** The option's name, if it differs from the field's. */
  readonly as?: string
}

/** The common form of options that occur in many commands. */
const USUAL: Readonly<Record<string, Override>> = {
  limit: { short: 'n', default: 20, most: undefined },
  run: { short: 'r', value: 'ID' },
  task: { short: 't', value: 'ID' },
}

/** A command that calls one verb. Its input follows from the verb's definition, which `npm run docs` writes into `verb-options.json`, because reading the schemas would load a schema library. The command defines exceptions and the text view. */
export function verbCommand<V extends Verb>(
  verb: V,
  command: {
    readonly name: string
    readonly summary: string
    readonly description?: string
    /** The fields given as arguments after the name, with their names in the help. */
    readonly words?: { readonly [F in Field<V>]?: string }
    readonly options?: { readonly [F in Field<V> | 'by']?: Override | false }
    readonly examples: readonly [string, ...string[]]
    readonly needs?: Needs<Given<V>>
  } & Shown<Answer<V>, Given<V>>,
): Command {
  const { words = {}, options: overrides = {}, ...said } = command
  const known = Object.entries<Record<string, unknown>>(fields[verb]).filter(([field]) => overrideOf(field) !== false)
  const wordOf = (field: string) => (words as Readonly<Record<string, string>>)[field]
  const place = (field: string) => Object.keys(words).indexOf(field)
  return {
    ...said,
    arguments: known
      .filter(([field]) => wordOf(field) !== undefined)
      .sort(([a], [b]) => place(a) - place(b))
      .map(([field, { kind: _, value: __, ...option }]) => ({
        ...option,
        ...overrideOf(field),
        name: wordOf(field)!,
      })) as Argument[],
    options: Object.fromEntries(
      known
        .filter(([field]) => wordOf(field) === undefined)
        .map(([field, option]) => {
          const { as: name = field, ...differs } = overrideOf(field) || {}
          return [name, { ...option, ...USUAL[field], ...differs } as unknown as Option]
        }),
    ),
    run: async (context: CommandContext, input: Readonly<Record<string, unknown>>) => {
      const mettle = await context.openMettle()
      const { VERBS, argsOf } = await import('../../loop/verbs/catalogue.ts')
      const given = Object.fromEntries(
        known.map(([field]) => [
          field,
          field === 'by' ? decider(input.by as string | undefined) : input[nameOf(field)],
        ]),
      )
      const call = mettle[verb] as unknown as (...args: unknown[]) => Promise<Answer<V>>
      const asked = withOneMore(given, command)
      return showAnswer(await call(...argsOf(VERBS[verb], asked)), command, context, given as Given<V>)
    },
  }

  function nameOf(field: string): string {
    const override = overrideOf(field)
    return wordOf(field) ?? (override ? override.as : undefined) ?? field
  }

  function overrideOf(field: string): Override | false | undefined {
    return (overrides as Readonly<Record<string, Override | false>>)[field]
  }
}
