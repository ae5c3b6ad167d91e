import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { typesThat } from '../../domain/events/traits.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { changedFileTest, citedLinesHash, hasCitedLines } from '../../engine/text/code-citations.ts'
import { CITED, PATTERN, RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { known } from '../facts/facts-about.ts'
import { appendFacts, type Draft, patternStream, runStream } from '../journal/append-facts.ts'
import type { CitedFile, ProjectAccess } from '../learning/project-access.ts'

type Citation = NonNullable<PayloadOf<'pattern-sighted'>['citation']>

/** A pattern whose cited lines are gone, or are back. */
export interface CitationChecked {
  readonly pattern: string
  readonly text: string
  readonly file: string
  readonly line: number
  readonly found: boolean
  /** The run that changed the lines when it used the pattern. */
  readonly run?: string
}

export interface CitationsChecked {
  readonly cited: number
  readonly stale: number
  readonly news: readonly CitationChecked[]
}

const MOST_READ = 20_000
const MOST_USES = 20
/** The client's own formatter may write a file after the last step of a run. */
const AFTER_RUN_MS = 60_000

/** Adds the hash of the cited lines to a sighting, if the repository has them. */
export async function withCitedLines<T extends { readonly citation?: Citation | undefined }>(
  context: LoopContext,
  sighting: T,
): Promise<T> {
  const { citation } = sighting
  if (citation?.line === undefined || citation.linesHash !== undefined) return sighting
  const lines = (await context.workshop?.())?.citedFile(citation.file)?.lines
  const linesHash = lines && citedLinesHash(lines, { line: citation.line, lastLine: citation.lastLine })
  return linesHash === undefined ? sighting : { ...sighting, citation: { ...citation, linesHash } }
}

/** Checks whether cited lines are still in the code. A pattern whose lines somebody else changed ranks lower, but is not hidden: the lesson may hold for the new lines. A run that used it and changed them cites the new ones. */
export async function checkCitations(context: LoopContext): Promise<CitationsChecked> {
  const workshop = await context.workshop?.()
  if (workshop === undefined) return { cited: 0, stale: 0, news: [] }
  const citing = await context.journal.list(CITED, { states: ['kept'], limit: MOST_READ })
  const documents = await context.journal.documents(citing.map(({ id }) => ({ kind: PATTERN, id })))
  const checked: Checked[] = []
  for (const one of documents.flatMap(({ body }) => checkedIn(workshop, body)))
    checked.push(one.found ? one : await usedThere(context, one))
  const news = checked.filter(({ isNews }) => isNews)
  const drafts = news.map(({ pattern, citation, found, run }): Draft => {
    return { type: 'citation-checked', payload: { pattern, citation, found }, stream: patternStream(pattern), run }
  })
  if (news.length > 0) await appendFacts(context, drafts)
  return {
    cited: checked.length,
    stale: checked.filter(({ found }) => !found).length,
    news: news.map(({ pattern, text, citation, found, run }) => {
      return { pattern, text, file: citation.file, line: citation.line ?? 1, found, ...(run && { run }) }
    }),
  }
}

interface Checked extends Pick<CitationChecked, 'pattern' | 'text' | 'found' | 'run'> {
  readonly citation: Citation
  readonly file: CitedFile | undefined
  readonly isNews: boolean
}

function checkedIn(workshop: ProjectAccess, { pattern }: PatternRecord): Checked[] {
  const { id, text, citation, staleCitedAt } = pattern
  if (citation?.line === undefined || citation.linesHash === undefined) return []
  const file = workshop.citedFile(citation.file)
  const place = { line: citation.line, lastLine: citation.lastLine }
  const found = file !== undefined && hasCitedLines(file.lines, place, citation.linesHash)
  return [{ pattern: id, text, citation, file, found, isNews: found === (staleCitedAt !== undefined) }]
}

/** Cites the current lines, if the last run that wrote the file had used the pattern. */
async function usedThere(context: LoopContext, lost: Checked): Promise<Checked> {
  const { pattern, file, citation } = lost
  if (file === undefined) return lost
  const about = { subject: `pattern/${pattern}`, types: typesThat('use'), newestFirst: true, limit: MOST_USES }
  const runs = new Set((await context.journal.read(about)).flatMap(({ run }) => run ?? []))
  const documents = await context.journal.documents([...runs].map((id) => ({ kind: RUN, id })))
  for (const { id, body } of documents) {
    const { tiers, lastAt } = body.run
    const isUsed = (tiers[pattern] ?? 'shown') !== 'shown' && file.changedAt <= lastAt + AFTER_RUN_MS
    if (!isUsed || !(await hasChanged(context, id, citation.file))) continue
    const { linesHash: _, ...place } = citation
    const linesHash = citedLinesHash(file.lines, { line: citation.line!, lastLine: citation.lastLine })
    return { ...lost, citation: { ...place, linesHash }, found: true, isNews: true, run: id }
  }
  return lost
}

/** Whether a run changed a file, by its steps, its outcome, or a place in its change that it named. */
async function hasChanged({ journal }: LoopContext, run: string, file: string): Promise<boolean> {
  const types = ['tool-used', 'outcome-recorded', 'citation-verified'] as const
  const facts = known(await journal.read({ stream: runStream(run), types, limit: MOST_READ }))
  const files = facts.flatMap((fact) => {
    if (fact.type === 'tool-used') return fact.payload.kind === 'edit' ? (fact.payload.files ?? []) : []
    if (fact.type === 'outcome-recorded') return fact.payload.files ?? []
    return fact.type === 'citation-verified' && fact.payload.verified ? [fact.payload.citation.file] : []
  })
  return changedFileTest([...new Set(files)])(file)
}
