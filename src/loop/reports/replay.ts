import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { Document, Projector } from '../../domain/document.ts'
import type { LoopReport } from '../../report/loop-report.ts'
import type { Journal } from '../../store/port.ts'
import type { VerbContext } from '../journal/keepers.ts'
import { factsUntil, pastOf, wholeJournal, withTheirMarks } from '../journal/whole-journal.ts'
import type { LearnOptions } from '../learning/learn.ts'
import { type PatternView, patternViews } from '../patterns/patterns.ts'
import { type PolicyView, policyView } from '../views/policy-view.ts'
import { report } from './overview.ts'

export interface ReplayRequest {
  /** Epoch milliseconds: facts that were recorded until then count. */
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

/** Folds what was on record at a time beside the journal, and asks it. */
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
  /** What differs: `pattern/p-1 is another in the second fold`. Empty when every byte is the same. */
  readonly problems: readonly string[]
}

const MOST_PROBLEMS = 20
const PAGE = 10_000

/** Whether the same facts give the same bytes, twice in memory and as they are stored. */
export async function verifyReplay(context: VerbContext, { onProgress }: LearnOptions = {}): Promise<ReplayVerified> {
  const { journal, projector, archives, beside } = context
  const { policyHash, position } = await journal.head()
  const facts = withTheirMarks(await wholeJournal(journal, { archives, onProgress }))
  const kinds = new Set<string>()
  // One fold after the other, of which only digests stay.
  const folded = async (by: Projector) => digestsIn((await beside(journal.scope, facts, by)).journal, kinds)
  const first = await folded(collecting(projector, kinds))
  const [second, stored] = [await folded(projector), await digestsIn(journal, kinds)]
  const problems: string[] = []
  if (policyHash !== projector.policyHash && position > 0)
    problems.push('the documents were folded under other settings: mettle rebuild')
  let documents = 0
  for (const kind of [...kinds].sort()) {
    const once = first.get(kind)!
    documents += once.size
    problems.push(...differences(kind, once, second.get(kind)!, 'in the second fold'))
    problems.push(...differences(kind, once, stored.get(kind)!, 'in the store'))
  }
  return { events: facts.length, documents, problems: problems.slice(0, MOST_PROBLEMS) }
}

/** The projector, and the kinds of all that it writes. */
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

type Digests = ReadonlyMap<string, string>

async function digestsIn(journal: Journal, kinds: ReadonlySet<string>): Promise<Map<string, Digests>> {
  const found = new Map<string, Digests>()
  const bytes = ({ state, rank, text, body }: Document) => canonicalJson({ state, rank, text, body })
  for (const kind of kinds) {
    const digests = new Map<string, string>()
    for (let page = 0; page === digests.size; page += PAGE)
      for (const document of await journal.list(kind, { limit: PAGE, offset: page }))
        digests.set(document.id, digest(bytes(document)))
    found.set(kind, digests)
  }
  return found
}

function differences(kind: string, expected: Digests, found: Digests, where: string): string[] {
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((id) => {
    if (expected.get(id) === found.get(id)) return []
    const how = found.has(id) ? (expected.has(id) ? 'is another' : 'is one too many') : 'is missing'
    return [`${kind}/${id} ${how} ${where}`]
  })
}
