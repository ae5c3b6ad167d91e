import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import type { Loop } from '../../loop/loop.ts'
import type { McpHost } from './host.ts'

/** The context of a tool call: its host and its origin. */
export interface Call {
  readonly host: McpHost
  /** Opens the journal on first use. */
  readonly loop: () => Promise<Loop>
  /** The run that the call belongs to, unless its input names another. */
  readonly run: string
}

/** Hints on a tool's behaviour. All four are always set, because clients assume the worst for a missing one. */
export interface Hints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

export interface Brief {
  readonly description: string
  readonly input: z.ZodType
}

/** A tool as data: its name, its input and output, and a function over the verbs of the loop. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** For the model: when to call the tool, and what it returns. */
  readonly description: string
  readonly input: z.ZodType
  readonly output: StandardSchemaWithJSON
  readonly hints: Hints
  /** Clients that search tools on demand keep this one loaded. */
  readonly isAlwaysLoaded?: boolean
  /** A shorter description and input schema for when tokens matter; the full input is still accepted. */
  readonly brief?: Brief
  readonly run: (call: Call, input: never) => Promise<object>
}

/** Declares a tool; the types of its input and output follow from its schemas. */
export function defineTool<I extends z.ZodType, O extends z.ZodType<object, object>>(tool: {
  name: string
  title: string
  description: string
  input: I
  output: O
  hints: Hints
  isAlwaysLoaded?: boolean
  brief?: Brief
  run: (call: Call, input: z.output<I>) => Promise<z.input<O>>
}): Tool {
  return tool as Tool
}

const HERE = { destructiveHint: false, openWorldHint: false }

/** Reads and records nothing. */
export const READS: Hints = { ...HERE, readOnlyHint: true, idempotentHint: true }

/** Records an event; the same call again records nothing new. */
export const RECORDS: Hints = { ...HERE, readOnlyHint: false, idempotentHint: true }

/** Records an event with every call. So does `recall`: its receipt is what later outcomes credit, so it is not read-only. */
export const ADDS: Hints = { ...HERE, readOnlyHint: false, idempotentHint: false }

/** May delete earlier data. */
export const WIPES: Hints = { ...ADDS, destructiveHint: true }
