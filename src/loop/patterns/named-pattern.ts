import { readEvent } from '../../domain/read-event.ts'
import { UserError } from '../../domain/user-error.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'

const MOST_READ = 20_000

/** The pattern with this id, else those whose ids begin so. */
export async function patternsNamed({ journal }: LoopContext, name: string): Promise<PatternRecord[]> {
  const exact = await journal.documents([{ kind: PATTERN, id: name }])
  const found =
    exact.length > 0
      ? exact
      : (await journal.list(PATTERN, { limit: MOST_READ })).filter(
          ({ id }) => id.startsWith(name) || id.startsWith(`p-${name}`),
        )
  return found.map(({ body }) => body)
}

/** What a name means where it is unmistakable. */
export function theOnly(found: readonly PatternRecord[], name: string): PatternRecord {
  if (found.length === 1) return found[0]!
  const message =
    found.length === 0
      ? `There is no pattern '${name}'.`
      : `'${name}' could be any of ${found.length} patterns.`
  throw new UserError('not-found', message, 'mettle pattern list')
}

const MOST = 200

/** The patterns that people joined to this one, with the evidence they had and have: it is told, never added up. */
export async function mergedPatterns(context: LoopContext, id: string): Promise<PatternRecord[]> {
  const { journal } = context
  const merges = await journal.read({ subject: `pattern/${id}`, types: ['pattern-merged'], limit: MOST })
  const ids = merges.flatMap((event) => {
    const { pattern } = (readEvent(event)?.payload ?? {}) as { pattern?: string }
    return pattern === undefined || pattern === id ? [] : [pattern]
  })
  const documents = await journal.documents([...new Set(ids)].map((other) => ({ kind: PATTERN, id: other })))
  return documents.map((document) => document.body).filter(({ pattern }) => pattern.mergedInto === id)
}

/** `p-12, merged into this: 3 sightings, 2 successes, 1 ignore; none of it is in the score` */
export function mergedLine({ pattern, evidence }: PatternRecord): string {
  const counts = `${pattern.sightings} sightings, ${evidence.successes} successes, ${evidence.ignoreCount} ignores`
  return `${pattern.id}, merged into this: ${counts}; none of it is in the score`
}
