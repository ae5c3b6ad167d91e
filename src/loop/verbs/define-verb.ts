import type * as z from 'zod'
import type { Role } from '../../domain/scope.ts'
import type { VerbContext } from '../journal/keepers.ts'
import type { SchemaFields } from './fields.ts'

/** Makes a schema, or the fields of one. The fields to choose from are handed in, so that a definition loads no schema library. */
export type Schema<S> = (f: SchemaFields) => S

/** What a shortened id may stand for; `subject` is a kind and an id, `pattern/ID`. */
export type Named = 'run' | 'pattern' | 'task' | 'receipt' | 'deliberation' | 'event' | 'subject'

export type Address = `${'GET' | 'POST'} /v1/${string}`

/** A verb, defined once: library, HTTP, client, OpenAPI and reference page follow from it. Every command loads all definitions, so schemas and the work itself are loaded when needed. */
interface Definition {
  /** One sentence with a full stop. */
  readonly summary: string
  /** Everything that a call may say, by name, and nothing else; left out: nothing. */
  readonly input?: Schema<z.ZodObject | z.ZodRawShape>
  readonly load: () => Promise<(context: VerbContext, ...args: never[]) => Promise<unknown>>
  /** The fields that the library takes one by one, in that order; `...` is an object of the others. Left out, it takes one object. */
  readonly args?: readonly string[]
  /** The fields that name something on record: its id, or as much of it as is unmistakable. */
  readonly names?: Readonly<Record<string, Named>>
  /** The caller's name is recorded: the surface fills in the field `by`, and no call can say otherwise. */
  readonly by?: true
  /** Somebody reports something by it: what only a person may say of themselves is left out where no person speaks. */
  readonly reports?: true
  /** It is the word of somebody else, who is named here: an agent that gives it is refused. */
  readonly speaksFor?: string
  /** The journal is sealed after it. */
  readonly seals?: true
  /** It reads the whole journal: over HTTP one such call runs at a time, and the others wait. */
  readonly alone?: true
  /** How long agents wait for it is measured under this name. */
  readonly timed?: 'inject' | 'gate'
  /** The verb as a tool of the Model Context Protocol, with what the tool takes and answers as defined here; left out, it is none by itself. */
  readonly tool?: {
    readonly name: string
    readonly title: string
    /** For the model that chooses among tools: when to call it, and what comes back. */
    readonly description: string
    /** Fields that agents do not fill in. */
    readonly without?: readonly string[]
  }
}

/** Over HTTP, `GET` reads, and needs the role `read` unless it names another; `POST` says which role it needs. A verb without an address is for this machine alone. */
export type Verb = Definition &
  (
    | { readonly address?: undefined; readonly role?: undefined }
    | { readonly address: `GET /v1/${string}`; readonly role?: Role }
    | { readonly address: `POST /v1/${string}`; readonly role: Role }
  )

/** Defines a verb; the types of what it takes and gives follow. */
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

/** What the library takes for the fields of a definition. */
export type Fields<S extends Schema<z.ZodObject | z.ZodRawShape>> = Frozen<z.input<ObjectOf<ReturnType<S>>>>
type ObjectOf<S> = S extends z.ZodRawShape ? z.ZodObject<S> : Extract<S, z.ZodObject>
export type Frozen<T> = {
  readonly [K in keyof T]: T[K] extends readonly unknown[] | undefined ? Readonly<T[K]> : T[K]
}

/** Who decides; the surface that is asked fills it in. */
export interface By {
  readonly by: string
}

export type Bound<V extends Verb> =
  Awaited<ReturnType<V['load']>> extends (context: infer _, ...args: infer A) => infer R ? (...args: A) => R : never
