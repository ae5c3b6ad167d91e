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
/** What the definition of the verb does not say, or says otherwise. */
type Override = { readonly [K in 'short' | 'value' | 'summary' | 'default' | 'most']?: string | number } & {
  /** The name of the option where it is not that of the field. */
  readonly as?: string
}

/** How options of the same name are spelled wherever they occur. */
const USUAL: Readonly<Record<string, Override>> = {
  limit: { short: 'n', default: 20, most: undefined },
  run: { short: 'r', value: 'ID' },
  task: { short: 't', value: 'ID' },
}

/** A command that calls one verb. What it takes follows from the verb's definition: `npm run docs` writes that into `verb-options.json`, since reading it from the schemas would load a schema library. The command says what differs, and how the answer reads. */
export function verbCommand<V extends Verb>(
  verb: V,
  command: {
    readonly name: string
    readonly summary: string
    readonly description?: string
    /** The fields that are words after the name, under the names that the help gives them. */
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
