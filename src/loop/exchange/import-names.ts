import { readEvent } from '../../domain/read-event.ts'
import { match } from '../../engine/laws/match.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'

const PAGE = 1_000
const MOST_PATTERNS = 20_000

/** Which pattern of the journal another system means: by the id it has there, or by words that name it. */
export interface ImportNames {
  bySourceId(id: string): Promise<string | undefined>
  byWords(words: string): Promise<string | undefined>
  /** A pattern has come in since. */
  learn(sourceId: string | undefined, pattern: string): void
}

export function importNames(context: LoopContext): ImportNames {
  let ids: Promise<Map<string, string>> | undefined
  let wordings: Promise<{ id: string; summary: string }[]> | undefined
  const matched = new Map<string, string | undefined>()
  const idsOf = () => (ids ??= importedIds(context))
  return {
    bySourceId: async (id) => (await idsOf()).get(id),
    async byWords(words) {
      wordings ??= knownWordings(context)
      if (!matched.has(words)) matched.set(words, match(words, await wordings).id)
      return matched.get(words)
    },
    learn(sourceId, pattern) {
      if (sourceId !== undefined) ids = idsOf().then((known) => known.set(sourceId, pattern))
      wordings = undefined
      matched.clear()
    },
  }
}

/** The names that earlier imports brought; of two patterns under one name the later holds. */
async function importedIds({ journal }: LoopContext): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  for (let after = 0; ; ) {
    const page = await journal.read({ types: ['pattern-imported'], after, limit: PAGE })
    for (const stored of page) {
      const { sourceId, pattern } = (readEvent(stored)?.payload ?? {}) as {
        sourceId?: string
        pattern?: string
      }
      if (sourceId !== undefined && pattern !== undefined) known.set(sourceId, pattern)
    }
    if (page.length < PAGE) return known
    after = page.at(-1)!.position
  }
}

/** Triggers first, for logs name patterns by them; then the texts. */
async function knownWordings({ journal }: LoopContext): Promise<{ id: string; summary: string }[]> {
  const documents = await journal.list(PATTERN, { limit: MOST_PATTERNS })
  return documents.flatMap(({ id, body }) => {
    const { pattern } = body
    if (pattern.mergedInto !== undefined) return []
    const wordings = [pattern.trigger, pattern.text, ...pattern.aliases]
    return wordings.flatMap((summary) => (summary === undefined ? [] : [{ id, summary }]))
  })
}
