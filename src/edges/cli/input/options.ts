import type { ListOption, NumberOption, SwitchOption, TextOption } from '../command.ts'

type None = Record<never, never>
/** The optional properties of an option. */
type More<T> = Partial<Omit<T, 'kind' | 'summary'>>

/** A text; `value` is its placeholder in the help. */
export function text<const M extends More<TextOption> = None>(summary: string, value?: string, more?: M) {
  return { kind: 'text', summary, value, ...more } as TextOption & NoInfer<M>
}

export function list<const M extends More<ListOption> = None>(summary: string, value?: string, more?: M) {
  return { kind: 'list', summary, value, ...more } as ListOption & NoInfer<M>
}

/** One of the listed words. */
export function choice<const L extends readonly string[], const M extends More<TextOption> = None>(
  oneOf: L,
  summary: string,
  more?: M,
) {
  return { kind: 'text', oneOf, summary, ...more } as Omit<TextOption, 'oneOf'> & { readonly oneOf: L } & NoInfer<M>
}

export function flag(summary: string, more?: More<SwitchOption>): SwitchOption {
  return { kind: 'switch', summary, ...more }
}

/** The option of every command that asks. */
export const YES = flag('Do not ask; the answer is yes.', { short: 'y' })

export function number<const M extends More<NumberOption> = None>(summary: string, more?: M) {
  return { kind: 'number', summary, ...more } as NumberOption & NoInfer<M>
}

/** A whole number, 0 or more. */
export function count<const M extends More<NumberOption> = None>(summary: string, more?: M) {
  return number(summary, { least: 0, whole: true, ...more } as M)
}

/** A whole number, 1 or more. */
export function ordinal<const M extends More<NumberOption> = None>(summary: string, more?: M) {
  return number(summary, { least: 1, whole: true, ...more } as M)
}

export function share<const M extends More<NumberOption> = None>(summary: string, more?: M) {
  return number(summary, { least: 0, most: 1, ...more } as M)
}
