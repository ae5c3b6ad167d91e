import type { Document, DocumentKind } from '../../src/domain/document.ts'
import type { JournalEvent } from '../../src/domain/event.ts'
import { plus } from '../../src/domain/numbers.ts'
import type { KnownEvent } from '../../src/domain/read-event.ts'
import { groupPriors } from '../../src/engine/belief/group-prior.ts'
import { drawFor, drawShare } from '../../src/engine/belief/holdout.ts'
import { helpEvidence } from '../../src/engine/belief/posterior-record.ts'
import { isOpen, type RelapseCounts } from '../../src/engine/belief/relapse.ts'
import { POLICY } from '../../src/engine/laws/policy.ts'
import { beliefIn } from '../../src/engine/standing/believed-pattern.ts'
import { statusOf } from '../../src/engine/standing/standing.ts'
import { CONFIG_KEYS } from '../../src/machine/config/keys.ts'
import { POSTERIOR, PRIORS } from '../../src/projection/documents/belief-documents.ts'
import { PATTERN } from '../../src/projection/documents/documents.ts'
import { createProjector } from '../../src/projection/projector.ts'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { cited, fact, outcome, sighting } from '../../test/worlds/facts.ts'
import { seeded } from './random.ts'

/** How often the mistake of a lesson comes back without it and with it. */
export type Rates = readonly [without: number, having: number]

/** A journal of which the same runs are looked at again and again. */
export interface RelapseJournal {
  /** The fold's counts for each lesson. */
  counts(): RelapseCounts[]
  statuses(): string[]
}

interface Plan {
  /** The journal's number, which seeds its dice and draws. */
  readonly number: number
  readonly lessons: readonly Rates[]
  readonly runs: number
  /** Every run ends well, and follows each lesson that it is shown. */
  readonly endsWell?: boolean
}

const SHARE = CONFIG_KEYS['holdout.share'].fallback as number
const HOUR_MS = 3_600_000

/** Plays a journal through the projection: each lesson is drawn for as by default, and its mistake could come back in every run. `isDone` looks after every run; true ends it, and is the answer. */
export function playRelapses(
  { number, lessons, runs, endsWell = false }: Plan,
  isDone: (journal: RelapseJournal) => boolean,
): boolean {
  const random = seeded(number)
  const documents = new Map<string, Document>()
  const read = {
    get: <T extends object>(kind: DocumentKind<T>, id: string) =>
      documents.get(`${kind} ${id}`) as Document<T> | undefined,
  }
  const projector = createProjector(POLICY)
  let position = 0
  const fold = (event: KnownEvent) => {
    position += 1
    const known = { ...event, position, id: `e${position}`, key: `k${position}` } as JournalEvent
    for (const one of projector.fold(known, read).documents) documents.set(`${one.kind} ${one.id}`, one)
  }
  const ids = lessons.map((_, at) => `p${at + 1}`)
  for (const pattern of ids) fold(sighting({ pattern, text: `lesson ${pattern}`, textHash: pattern.padEnd(64, '0') }))
  const journal: RelapseJournal = {
    counts: () => ids.map((id) => read.get(POSTERIOR, id)?.body?.relapses ?? {}),
    statuses: () => {
      const priorOf = groupPriors(read.get(PRIORS, PRIORS)?.body ?? {})
      return ids.map((id) => {
        const record = read.get(PATTERN, id)!.body
        const [observed, now] = [read.get(POSTERIOR, id)?.body, DAY_ZERO]
        const belief = beliefIn(record, observed, { priorOf, now })
        const evidence = helpEvidence(observed, belief.prior, now)
        return statusOf(record, { belief, observed, evidence, now, freshness: 1 })
      })
    },
  }
  for (let at = 1; at <= runs; at++) {
    const place = { run: `r${at}`, at: DAY_ZERO + at * HOUR_MS }
    const drawn = drawFor(`project ${number}`, place.run, { share: SHARE, runShare: 0 })
    for (const [index, pattern] of ids.entries()) {
      const open = isOpen(read.get(POSTERIOR, pattern)?.body?.relapses)
      const [share, shown] = [drawShare(SHARE, open), !drawn.isHeld(pattern, open)]
      const relapsed = random() < lessons[index]![shown ? 1 : 0]
      const result = relapsed ? 'ignored' : 'followed'
      fold(fact('pattern-observed', { pattern, shown, relapsed, share, result, check: 'a before b', step: 's' }, place))
      if (endsWell && shown) fold(cited(pattern, true, place))
    }
    if (endsWell) fold(outcome({ run: place.run }, place))
    if (isDone(journal)) return true
  }
  return false
}

/** The counts of several lessons together. */
export function totalRelapses(all: readonly RelapseCounts[]): RelapseCounts {
  return all.reduce((sum, counts) => plus(sum, counts), {})
}
