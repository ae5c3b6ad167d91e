import type { SharedPattern } from '../../domain/shared-pattern.ts'
import type { PullMethod } from '../../domain/values/pattern.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { ORIGIN, type OriginRecord, originId, SOURCE } from '../../projection/documents/sharing-documents.ts'
import { TRIGGER, triggerId } from '../../projection/fold-learning.ts'
import type { Refused } from '../../sharing/read-shared-pattern.ts'
import { type Acceptable, type Offer, sift, type Wanted } from '../../sharing/sift.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, untilAppended } from '../facts/append-keys.ts'
import { bodiesOf, bodyOf } from '../facts/cached-lists.ts'
import { versionOf } from '../facts/facts-about.ts'
import { appendFact, patternStream } from '../journal/append-facts.ts'
import type { JournalServices } from '../journal/keepers.ts'
import { joinPattern } from '../patterns/join-pattern.ts'
import { readShared } from './shared-place.ts'

export type { Refused }

export interface PullRequest {
  readonly dryRun?: boolean
  readonly onProgress?: (done: number, total: number) => void
}

export interface PulledPattern {
  readonly pattern: string
  readonly text: string
  readonly project: string
  readonly journal: string
  readonly sourcePattern: string
  readonly trust: 'corroborated' | 'quarantined'
  /** `new`: unknown here; `noted`: known, its source is recorded; `renewed`: a recorded source has newer counts. */
  readonly status: 'new' | 'noted' | 'renewed'
  /** A shared pattern that says the opposite about the same situation and succeeded more often. */
  readonly contradicts?: string
}

export interface Pulled {
  readonly location: string
  readonly dryRun: boolean
  readonly pulled: readonly PulledPattern[]
  /** Already known and unchanged. */
  readonly unchanged: number
  /** Pushed by this journal. */
  readonly own: number
  readonly refused: readonly Refused[]
  /** Patterns of trusted sources whose words nobody on this machine has accepted. */
  readonly toAccept: readonly (Acceptable & { readonly text: string; readonly project: string })[]
}

type Joined = { readonly pattern: string; readonly method: PullMethod; readonly similarity: number }

/** Imports the organisation's patterns. Their counts are noted but enter no score. New ones wait until this project learns them itself, unless a person accepted these words of a trusted source. */
export async function pull(
  context: LoopContext & Pick<JournalServices, 'shared' | 'accepted'>,
  request: PullRequest = {},
): Promise<Pulled> {
  const place = await context.shared()
  const { dryRun = false, onProgress } = request
  const read = await readShared(context, place)
  const { trusted, maxPerSource } = context.settings.share
  const knownProjects = await projectsOf(context, read.offers)
  const rules = { trusted, isAccepted: context.accepted(), maxPerSource, now: context.now(), knownProjects }
  const sifted = sift(read.offers, rules)
  const refused = [...read.refused, ...sifted.refused]
  const known = await originsOf(context, sifted.wanted)
  const pulled: PulledPattern[] = []
  let unchanged = 0
  for (const [i, wanted] of sifted.wanted.entries()) {
    onProgress?.(i, sifted.wanted.length)
    if (isKnown(wanted, known.get(keyOf(wanted)))) {
      unchanged += 1
      continue
    }
    const forgery = await forgeryOf(context, wanted)
    if (forgery === undefined) pulled.push(await take(context, wanted, dryRun))
    else refused.push({ at: wanted.at, project: wanted.shared.project, reason: forgery })
  }
  const toAccept = sifted.wanted.flatMap(({ shared: { text, project }, toAccept: content }) =>
    content === undefined ? [] : [{ ...content, text, project }],
  )
  return { location: place.location, dryRun, pulled, unchanged, own: read.own.length, refused, toAccept }
}

function keyOf({ shared }: Offer): string {
  return originId(shared.journal, shared.pattern)
}

function isKnown({ shared, trust }: Wanted, known: OriginRecord | undefined): boolean {
  if (known === undefined) return false
  return known.pushedAt > shared.pushedAt || (known.event === shared.event && known.trust === trust)
}

/** The reason to refuse a shared pattern that presents one of this journal's events as another journal's. */
async function forgeryOf({ journal }: LoopContext, { shared }: Wanted): Promise<string | undefined> {
  const isOurs = (await journal.event(shared.event)) !== undefined
  return isOurs ? `event ${shared.event} is of this journal, and not of ${shared.journal}` : undefined
}

async function take(context: LoopContext, wanted: Wanted, dryRun: boolean): Promise<PulledPattern> {
  const { shared, trust } = wanted
  return untilAppended(async () => {
    const before = (await originsOf(context, [wanted])).get(keyOf(wanted))
    const { pattern, ...joined } = await joinedTo(context, wanted, before)
    const stream = patternStream(pattern)
    const expectedVersion = await versionOf(context, stream)
    const isNewHere = joined.method === 'new'
    if (!dryRun && !isKnown(wanted, before)) {
      const { project, journal, pattern: sourcePattern, event, pushedAt, by: _, ...content } = shared
      const left = before !== undefined && before.pattern !== pattern ? { left: before.pattern } : {}
      const source = { sourceProject: project, sourceJournal: journal, sourcePattern, sourceEvent: event, pushedAt }
      const found = { pattern, textHash: textHash(shared.text), joined }
      const provenance = { source: 'external', role: shared.role, trust } as const
      const place = { stream, expectedVersion, provenance }
      await appendFact(
        context,
        await checkedDraft('pattern-pulled', { ...content, ...source, ...left, ...found }, place),
      )
    }
    return {
      pattern,
      text: shared.text,
      project: shared.project,
      journal: shared.journal,
      sourcePattern: shared.pattern,
      trust,
      status: isNewHere ? 'new' : joined.method === 'known' ? 'renewed' : 'noted',
      contradicts: wanted.contradicts?.shared.text,
    }
  })
}

/** A source keeps its pattern while its words stay the same; otherwise it is joined as if new. */
async function joinedTo(context: LoopContext, wanted: Wanted, before: OriginRecord | undefined): Promise<Joined> {
  const { shared, follows } = wanted
  const hash = textHash(shared.text)
  if (before?.textHash === hash) return { pattern: before.pattern, method: 'known', similarity: 1 }
  const { text, role, category, strength, polarity, appliesTo } = shared
  const found = await joinPattern(context, { text, textHash: hash, role, category, strength, polarity, appliesTo })
  if (found.method !== 'new') return found as Joined
  const pattern =
    (await knownByTrigger(context, shared)) ??
    (follows === undefined ? undefined : (await originsOf(context, [follows])).get(keyOf(follows))?.pattern)
  return pattern === undefined ? (found as Joined) : { pattern, method: 'trigger', similarity: 0 }
}

/** The local pattern with the same situation, unless it says the opposite. */
async function knownByTrigger({ journal }: LoopContext, { role, trigger, polarity }: SharedPattern) {
  if (trigger === undefined) return undefined
  const known = await bodyOf(journal, TRIGGER, triggerId({ role, trigger }))
  const pattern = known && (await bodyOf(journal, PATTERN, known.pattern))?.pattern
  return pattern?.polarity === polarity ? pattern.id : undefined
}

function originsOf({ journal }: LoopContext, offers: readonly Offer[]) {
  return bodiesOf(journal, ORIGIN, offers.map(keyOf))
}

async function projectsOf({ journal }: LoopContext, offers: readonly Offer[]): Promise<Map<string, string>> {
  const journals = offers.map(({ shared }) => shared.journal)
  return new Map([...(await bodiesOf(journal, SOURCE, journals))].map(([id, { project }]) => [id, project]))
}
