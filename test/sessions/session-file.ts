import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { client, toolKind } from '../../src/domain/events/session.ts'

/** What can be learned from a session. */
export const LESSON_KINDS = [
  'error-fix',
  'correction',
  'denied',
  'recurring-failure',
  'repository-command',
] as const

const text = z.string().min(1)
const kind = z.enum(LESSON_KINDS)

/** Of each inner list at least one text must be in what was mined, in whatever case. */
const mentions = z.array(z.array(text).min(1)).min(1)

const toolStep = z.strictObject({
  tool: text,
  kind: toolKind,
  command: text.optional(),
  files: z.array(text).min(1).optional(),
  removed: text.optional(),
  added: z.string().optional(),
  ended: z.enum(['passed', 'failed', 'denied', 'interrupted', 'unknown']),
  exitCode: z.int().optional(),
  output: text.max(4_000).optional(),
  durationMs: z.int().nonnegative().optional(),
})

const steps = z
  .array(z.union([z.strictObject({ prompt: text }), toolStep, z.strictObject({ said: text })]))
  .min(1)

const sessionFile = z.strictObject({
  id: z.string().regex(/^(tune|held|fresh|last|proof|final|fifth|sixth)-\d\d$/),
  client,
  story: text,
  /** Sessions before this one, in the same repository. */
  earlier: z.array(z.strictObject({ steps })).min(1).optional(),
  steps,
  /** What a careful engineer would want kept; mostly little, often nothing. */
  lessons: z.array(z.strictObject({ kind, gist: text, mentions })),
  /** Fine to mine but not asked for: counts neither for nor against. */
  acceptable: z.array(z.strictObject({ kind, mentions })).min(1).optional(),
})

export type SessionFile = z.infer<typeof sessionFile>

const folder = new URL('./', import.meta.url)

/** `tune-*` are there to work with; `held-*` are held back, to judge by; `fresh-*`, `last-*`, `proof-*`, `final-*`, `fifth-*` and `sixth-*` were written when the rules stood. */
export const SESSION_FILES = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()

export const readSession = (name: string): SessionFile =>
  sessionFile.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))

/** Whether a text says all that a lesson must. */
export const saysAll = (mined: string, { mentions }: Pick<SessionFile['lessons'][number], 'mentions'>) =>
  mentions.every((choices) => choices.some((choice) => mined.toLowerCase().includes(choice.toLowerCase())))
