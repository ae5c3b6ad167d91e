import { canonicalJson } from '../../domain/canonical-json.ts'
import type { Document, Projector } from '../../domain/document.ts'
import { quantity } from '../../domain/numbers.ts'
import { byCodePoint } from '../../domain/sets.ts'
import type { LoopReport } from '../../report/loop-report.ts'
import type { Journal, ListOptions } from '../../store/port.ts'
import type { VerbContext } from '../journal/keepers.ts'
import { factsUntil, pagesWithTheirMarks, pastOf } from '../journal/whole-journal.ts'
import type { LearnOptions } from '../learning/learn.ts'
import { type PatternView, patternViews } from '../patterns/patterns.ts'
import { type PolicyView, policyView } from '../views/policy-view.ts'
import { report } from './overview.ts'

export interface ReplayRequest {
  /** Epoch milliseconds: facts recorded by then count. */
  readonly asOf: number
  readonly all?: boolean
  readonly onProgress?: (done: number, total: number) => void
}

export interface Replayed {
  readonly asOf: number
  readonly position: number
  /** Facts up to here were read from an archive; 0: none. */
  readonly archivedUpTo: number
  readonly patterns: readonly PatternView[]
  readonly policy: PolicyView
  readonly report: LoopReport
}

/** Folds the facts recorded by a time in memory, and queries the result. */
export async function replay(
  context: VerbContext,
  { asOf, all = false, onProgress }: ReplayRequest,
): Promise<Replayed> {
  const { checkpoint } = await context.journal.head()
  const { archives, beside } = context
  const options = { archives, beside, onProgress }
  const facts = await factsUntil(context, ({ recordedAt }) => recordedAt <= asOf, options)
  const { context: past } = await pastOf(context, { facts, now: asOf }, context)
  return {
    asOf,
    position: facts.length,
    archivedUpTo: Math.min(checkpoint, facts.length),
    patterns: await patternViews(past, { all }),
    policy: await policyView(past),
    report: await report(past),
  }
}

export interface ReplayVerified {
  readonly events: number
  readonly documents: number
  /** The differences: `pattern/p-1 is missing in the store`. Empty if all bytes are equal. */
  readonly problems: readonly string[]
}

const MOST_PROBLEMS = 20
const PAGE = 1_000

/** Checks that folding the facts again outside the journal gives the stored bytes. */
export async function verifyReplay(context: VerbContext, { onProgress }: LearnOptions = {}): Promise<ReplayVerified> {
  const { journal, projector, archives, aside } = context
  const { policyHash, position } = await journal.head()
  const kinds = new Set<string>()
  const pages = pagesWithTheirMarks(journal, { archives, onProgress })
  const folded = await aside(journal.scope, pages, collecting(projector, kinds))
  const problems: string[] = []
  if (policyHash !== projector.policyHash && position > 0)
    problems.push('the stored results were computed with other settings: mettle rebuild')
  let documents = 0
  try {
    for (const kind of [...kinds].sort())
      for await (const page of compared(kind, folded.journal, journal)) {
        documents += page.documents
        problems.push(...page.problems.slice(0, MOST_PROBLEMS - problems.length))
      }
  } finally {
    await folded.close()
  }
  const more = (await journal.head()).position - position
  if (more > 0 && problems.length > 0)
    problems.unshift(`${quantity(more, 'event was', 'events were')} recorded meanwhile; try again when nobody writes`)
  return { events: position, documents, problems }
}

/** Wraps the projector to collect the kinds that it writes. */
function collecting(projector: Projector, kinds: Set<string>): Projector {
  return {
    ...projector,
    fold(event, read) {
      const folded = projector.fold(event, read)
      for (const { kind } of folded.documents) kinds.add(kind)
      return folded
    },
  }
}

/** Compares the documents of a kind in two places, page by page in the order of their ids. */
async function* compared(kind: string, expected: Pick<Journal, 'list'>, stored: Pick<Journal, 'list'>) {
  for (let afterId: string | undefined = ''; afterId !== undefined; ) {
    const options: ListOptions = { limit: PAGE, afterId }
    const [there, here] = [await expected.list(kind, options), await stored.list(kind, options)]
    const ends = [there, here].flatMap((page) => (page.length < PAGE ? [] : [page.at(-1)!.id])).sort(byCodePoint)
    const end: string | undefined = ends[0]
    const upToEnd = (page: readonly Document[]): Bytes => {
      const wanted = page.filter(({ id }) => end === undefined || byCodePoint(id, end) <= 0)
      return new Map(wanted.map(({ id, state, rank, text, body }) => [id, canonicalJson({ state, rank, text, body })]))
    }
    const [once, found] = [upToEnd(there), upToEnd(here)]
    yield { documents: once.size, problems: differences(kind, once, found) }
    await new Promise((resolve) => setImmediate(resolve))
    afterId = end
  }
}

type Bytes = ReadonlyMap<string, string>

function differences(kind: string, expected: Bytes, found: Bytes): string[] {
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((id) => {
    if (expected.get(id) === found.get(id)) return []
    const how = found.has(id) ? (expected.has(id) ? 'is another' : 'is one too many') : 'is missing'
    return [`${kind}/${id} ${how} in the store`]
  })
}
