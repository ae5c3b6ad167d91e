import type * as z from 'zod'
import type { Role } from '../../domain/scope.ts'
import type { VerbContext } from '../journal/keepers.ts'
import type { SchemaFields } from './fields.ts'

/** Builds a schema or its fields. Common fields are passed in, so that a definition loads no schema library. */
export type Schema<S> = (f: SchemaFields) => S

/** What an abbreviated id may refer to; `subject` is a kind and an id, `pattern/ID`. */
export type Named = 'run' | 'pattern' | 'task' | 'receipt' | 'deliberation' | 'event' | 'subject'

export type Address = `${'GET' | 'POST'} /v1/${string}`

/** A verb, defined once: library, HTTP, client, OpenAPI and reference page follow from it. Every command loads all definitions, so schemas and the work itself are loaded when needed. */
interface Definition {
  /** One sentence with a full stop. */
  readonly summary: string
  /** All fields of a call; others are refused. Omitted: none. */
  readonly input?: Schema<z.ZodObject | z.ZodRawShape>
  readonly load: () => Promise<(context: VerbContext, ...args: never[]) => Promise<unknown>>
  /** Fields that are positional arguments in the library, in order; `...` is an object of the others. Omitted: one object. */
  readonly args?: readonly string[]
  /** Fields that name a recorded thing by its id or an unambiguous prefix. */
  readonly names?: Readonly<Record<string, Named>>
  /** The caller's name is recorded: the surface fills in the field `by`, and no call can say otherwise. */
  readonly by?: true
  /** The verb reports something. Fields that only a person may set are left out if the caller is not a person. */
  readonly reports?: true
  /** The verb speaks for the party named here, such as a reviewer, so agents are refused. */
  readonly speaksFor?: string
  /** Seals the journal afterwards. */
  readonly seals?: true
  /** It reads the whole journal: over HTTP one such call runs at a time, and the others wait. */
  readonly alone?: true
  /** The metric for how long agents wait for it. */
  readonly timed?: 'inject' | 'gate'
  /** The verb as an MCP tool, with the verb's own input and output; omitted: not a tool by itself. */
  readonly tool?: {
    readonly name: string
    readonly title: string
    /** For the model: when to call the tool, and what it returns. */
    readonly description: string
    /** Fields that agents do not fill in. */
    readonly without?: readonly string[]
  }
}

/** Over HTTP, `GET` reads, with the role `read` unless it names another; `POST` names its role. A verb without an address is only available on this machine. */
export type Verb = Definition &
  (
    | { readonly address?: undefined; readonly role?: undefined }
    | { readonly address: `GET /v1/${string}`; readonly role?: Role }
    | { readonly address: `POST /v1/${string}`; readonly role: Role }
  )

/** Defines a verb; its input and output types follow. */
export function defineVerb<const V extends Verb>(verb: V): V {
  return verb
}
type Post = `POST /v1/${string}`

export function reads<const A extends `GET /v1/${string}`, const V extends Definition>(address: A, verb: V) {
  return { ...verb, address }
}

export function writes<const A extends Post, const V extends Definition>(address: A, verb: V) {
  return { ...verb, address, role: 'write' } as const
}

export function reports<const A extends Post, const V extends Definition>(address: A, verb: V) {
  return { ...verb, address, role: 'write', reports: true } as const
}

/** Defines a verb by which a person decides something, under their name. */
export function decides<const A extends Post, const V extends Definition>(address: A, verb: V) {
  return { ...verb, address, role: 'approve', by: true } as const
}

export function schema<S>(made: Schema<S>): Schema<S> {
  return made
}

/** The library's input type for a definition's fields. */
export type Fields<S extends Schema<z.ZodObject | z.ZodRawShape>> = Frozen<z.input<ObjectOf<ReturnType<S>>>>
type ObjectOf<S> = S extends z.ZodRawShape ? z.ZodObject<S> : Extract<S, z.ZodObject>
export type Frozen<T> = {
  readonly [K in keyof T]: T[K] extends readonly unknown[] | undefined ? Readonly<T[K]> : T[K]
}

/** The deciding person, filled in by the surface. */
export interface By {
  readonly by: string
}

export type Bound<V extends Verb> =
  Awaited<ReturnType<V['load']>> extends (context: infer _, ...args: infer A) => infer R ? (...args: A) => R : never
