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
