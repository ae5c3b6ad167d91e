import type * as z from 'zod'
import type { Loop } from '../../loop/loop.ts'
import { type Addressed, argsOf, VERBS, type Verbs } from '../../loop/verbs/catalogue.ts'
import type { Verb } from '../../loop/verbs/define-verb.ts'
import { type InputSchema, inputOf } from '../../loop/verbs/fields.ts'
import type { Route } from './endpoints.ts'

export const ROUTES = Object.fromEntries(
  Object.entries(VERBS).flatMap(([name, verb]) => ('address' in verb ? [[name, routeOf(name, verb)]] : [])),
) as Readonly<Record<Addressed | Misfits, Route>>

/** Runs calls that read a whole journal one at a time, because two would need twice the memory. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const result = last.then(call, call)
  last = result.catch(() => undefined)
  return result
}

type AnyLoop = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>

function routeOf(name: string, verb: Verb & { readonly address: string }): Route {
  const { address, summary, role = 'read' } = verb
  const call: Route['run'] = (loop, input, { name: by }, onProgress) => {
    const args = argsOf(verb, verb.by ? { ...input, by } : input)
    const told = onProgress === undefined ? args : [{ ...(args[0] as object), onProgress }]
    return (loop as Loop & AnyLoop)[name]!(...told)
  }
  return {
    address,
    summary,
    role,
    input: inputOf(verb),
    isLong: verb.alone === true,
    run: verb.alone ? (...called) => inTurn(() => call(...called)) : call,
  }
}

/** The input of the verb after validation. */
type Taken<N extends Addressed> = z.output<InputSchema<Verbs[N]>> &
  (Verbs[N] extends { readonly by: true } ? { by: string } : unknown)
type Args<N extends Addressed> = Verbs[N] extends { readonly args: infer A extends readonly string[] }
  ? { -readonly [I in keyof A]: A[I] extends keyof Taken<N> ? Taken<N>[A[I]] : Omit<Taken<N>, A[number]> }
  : Verbs[N] extends { readonly input: unknown }
    ? [Taken<N>]
    : []

type None<T extends never> = T
/** Verbs whose schema accepts more than the verb does; the type must be empty to compile. */
type Misfits = None<{ [N in Addressed]: Args<N> extends Parameters<Loop[N]> ? never : N }[Addressed]>
