import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { citedLinesHash, hasCitedLines } from '../../engine/laws/citations.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { CITED, PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts } from '../journal/append-facts.ts'
import type { Workshop } from '../learning/workshop.ts'

type Citation = NonNullable<PayloadOf<'pattern-sighted'>['citation']>

/** A pattern whose cited lines are gone, or are back. */
export interface CitationChecked {
  readonly pattern: string
  readonly text: string
  readonly file: string
  readonly line: number
  readonly found: boolean
}

export interface CitationsChecked {
  /** Patterns that cite lines which are tracked. */
  readonly cited: number
  /** Those of them whose lines have changed. */
  readonly stale: number
  readonly news: readonly CitationChecked[]
}

const MOST_READ = 20_000

/** The sighting with the hash of its cited lines, if the repository has them. */
export async function withCitedLines<T extends { readonly citation?: Citation | undefined }>(
  context: LoopContext,
  sighting: T,
): Promise<T> {
  const { citation } = sighting
  if (citation?.line === undefined || citation.linesHash !== undefined) return sighting
  const lines = (await context.workshop?.())?.citedFile(citation.file)
  const linesHash = lines && citedLinesHash(lines, { line: citation.line, lastLine: citation.lastLine })
  return linesHash === undefined ? sighting : { ...sighting, citation: { ...citation, linesHash } }
}

/**
 * Checks whether the lines that patterns cite are still in the code, and records changes. A pattern whose lines are gone is stale-cited and ranks
 * lower until it is seen again or its lines are back. It is not hidden: the lesson may also be true of the new lines.
 */
export async function checkCitations(context: LoopContext): Promise<CitationsChecked> {
  const workshop = await context.workshop?.()
  if (workshop === undefined) return { cited: 0, stale: 0, news: [] }
  const citing = await context.journal.list(CITED, { states: ['kept'], limit: MOST_READ })
  const documents = await context.journal.documents(citing.map(({ id }) => ({ kind: PATTERN, id })))
  const checked = documents.flatMap(({ body }) => checkedIn(workshop, body))
  const news = checked.filter(({ isNews }) => isNews)
  if (news.length > 0)
    await appendFacts(
      context,
      news.map(({ pattern, citation, found }) => ({
        type: 'citation-checked',
        payload: { pattern, citation, found },
        stream: `pattern/${pattern}`,
      })),
    )
  return {
    cited: checked.length,
    stale: checked.filter(({ found }) => !found).length,
    news: news.map(({ pattern, text, citation, found }) => {
      return { pattern, text, file: citation.file, line: citation.line ?? 1, found }
    }),
  }
}

function checkedIn(workshop: Workshop, { pattern }: PatternRecord) {
  const { id, text, citation, staleCitedAt } = pattern
  if (citation?.line === undefined || citation.linesHash === undefined) return []
  const lines = workshop.citedFile(citation.file)
  const place = { line: citation.line, lastLine: citation.lastLine }
  const found = lines !== undefined && hasCitedLines(lines, place, citation.linesHash)
  return [{ pattern: id, text, citation, found, isNews: found === (staleCitedAt !== undefined) }]
}
