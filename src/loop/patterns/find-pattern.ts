import { notFound } from '../../domain/user-error.ts'
import { redact } from '../../engine/secrets/redact.ts'
import { axesOf } from '../../engine/standing/axes.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { overlapWith, type Work } from '../../injection/work-context.ts'
import type { LoopContext } from '../context.ts'
import { forRole } from './gather.ts'
import { type Joined, joinPattern } from './join-pattern.ts'
import { listPatterns, type PatternView, viewOf } from './patterns.ts'

export interface RoleWords {
  readonly role: string
  readonly text: string
}

/** The pattern that a role means by some words: the one known under exactly them, else one that repeats them; undefined when there is none. */
export async function findPattern(context: LoopContext, words: RoleWords): Promise<string | undefined> {
  const text = sanitize(redact(stripOwnBlocks(words.text).trim()).text).text
  const sighting = { text, textHash: textHash(text), role: words.role.trim() }
  const found: Joined[] = []
  for (const polarity of ['do', 'avoid'] as const)
    found.push(
      await joinPattern(context, {
        ...sighting,
        polarity,
        category: 'pattern',
        strength: 'observation',
        appliesTo: [],
      }),
    )
  const [best] = found
    .filter(({ method }) => method !== 'new')
    .sort((a, b) => b.similarity - a.similarity || (a.pattern < b.pattern ? -1 : 1))
  return best?.pattern
}

export async function patternMeant(context: LoopContext, words: RoleWords): Promise<string> {
  const found = await findPattern(context, words)
  if (found !== undefined) return found
  throw notFound(`No pattern of '${words.role}' says this.`, `mettle compat query-patterns --role ${words.role}`)
}

export interface PatternQuery extends Omit<Work, 'task'> {
  readonly role: string
  /** The repository of the work; default: the journal's own. */
  readonly repository?: string
  readonly limit?: number
}

/** The patterns that a role may be shown, ranked for some work, best first. Leaves no receipt, because they are not shown. */
export async function queryPatterns(context: LoopContext, query: PatternQuery): Promise<PatternView[]> {
  const { limit } = query
  const { mayShow } = forRole(context, query)
  const now = context.now()
  const patterns = await listPatterns(context)
  return patterns
    .filter((view) => mayShow(view))
    .map((stood) => ({ ...stood, axes: axesOf(stood, now, context.policy, { overlap: overlapWith(stood, query) }) }))
    .sort((a, b) => b.axes.score - a.axes.score || (a.pattern.id < b.pattern.id ? -1 : 1))
    .slice(0, limit)
    .map((stood) => viewOf(stood, true))
}
