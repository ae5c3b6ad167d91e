import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { StoredEvent } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { SharedPattern } from '../../domain/shared-pattern.ts'
import { UserError } from '../../domain/user-error.ts'
import type { StoodPattern } from '../../engine/standing/standing.ts'
import { isSameSubstance, type SharedSubstance, substanceOf, whyNotShared } from '../../sharing/share-pattern.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload } from '../facts/append-keys.ts'
import { appendFacts, type DraftOf, patternStream } from '../journal/append-facts.ts'
import type { JournalServices } from '../journal/keepers.ts'
import { listPatterns, showPattern } from '../patterns/patterns.ts'
import type { By, Fields } from '../verbs/define-verb.ts'
import type { pushInput } from '../verbs/exchange.ts'
import { readShared, type SharedPlace } from './shared-place.ts'

export type PushRequest = Fields<typeof pushInput> & By

export interface Pushed {
  readonly location: string
  readonly dryRun: boolean
  readonly pushed: readonly { readonly pattern: string; readonly text: string; readonly isNew: boolean }[]
  /** The organisation already has them unchanged. */
  readonly unchanged: number
  readonly passedOver: readonly { readonly pattern: string; readonly text: string; readonly reason: string }[]
}

interface News {
  readonly substance: SharedSubstance
  readonly previous: SharedPattern | undefined
}

/** Shares patterns with the organisation, each with its local counts. The event is recorded here first, so the next push resumes an interrupted one under the same event. */
export async function push(
  context: LoopContext & Pick<JournalServices, 'shared'>,
  request: PushRequest,
): Promise<Pushed> {
  const place = await context.shared()
  const { dryRun = false } = request
  const { own, journal } = await readShared(context, place)
  const held = new Map(own.map((shared) => [shared.pattern, shared]))
  const { worthy, passedOver } = await choose(context, request)
  const news: News[] = []
  for (const view of worthy) {
    const substance = substanceOf(view, view.usage)
    const previous = held.get(substance.pattern)
    if (previous === undefined || !isSameSubstance(substance, previous)) news.push({ substance, previous })
  }
  if (!dryRun && news.length > 0) await send(context, place, { news, journal, by: request.by })
  return {
    location: place.location,
    dryRun,
    pushed: news.map(({ substance: { pattern, text }, previous }) => ({
      pattern,
      text,
      isNew: previous === undefined,
    })),
    unchanged: worthy.length - news.length,
    passedOver,
  }
}

async function choose(context: LoopContext, { patterns, all = false }: PushRequest) {
  const asked = patterns === undefined ? await listPatterns(context, { all: true }) : []
  for (const id of patterns ?? []) asked.push(await showPattern(context, id))
  const everything = all || patterns !== undefined
  const worthy: StoodPattern[] = []
  const passedOver: { pattern: string; text: string; reason: string }[] = []
  for (const view of asked) {
    const reason = whyNotShared(view, { everything })
    if (reason === undefined) worthy.push(view)
    else passedOver.push({ pattern: view.pattern.id, text: view.pattern.text, reason })
  }
  if (patterns !== undefined && passedOver.length > 0) throw notShared(passedOver[0]!)
  return { worthy, passedOver }
}

/** The error for a named pattern that cannot be shared. */
function notShared({ pattern, reason }: { pattern: string; reason: string }): UserError {
  return new UserError(
    'not-shared',
    `'${pattern}' is not shared: ${reason}. Nothing was pushed.`,
    `mettle pattern why ${pattern}`,
  )
}

async function send(
  context: LoopContext,
  place: SharedPlace,
  { news, journal, by }: { news: readonly News[]; journal: string; by: string },
): Promise<void> {
  const { organisation, project } = context.journal.scope
  const drafts: DraftOf<'pattern-pushed'>[] = []
  for (const { substance, previous } of news) {
    const given = { ...substance, organisation, project, journal, by }
    const payload = await checkPayload('pattern-pushed', given)
    const content = digest(canonicalJson(payload)).slice(0, 16)
    drafts.push({
      type: 'pattern-pushed',
      payload,
      stream: patternStream(substance.pattern),
      key: `pushed/${substance.pattern}/${previous?.event ?? 'first'}/${content}`,
      // Later than the push it replaces, even if the clock went back.
      occurredAt: Math.max(context.now(), (previous?.pushedAt ?? -1) + 1),
    })
  }
  const appended = await appendFacts(context, drafts)
  await place.put(appended.map(({ event }) => sharedBy(event)))
}

function sharedBy(event: StoredEvent): SharedPattern {
  const { organisation: _, ...payload } = JSON.parse(event.payload!) as PayloadOf<'pattern-pushed'>
  return { ...payload, event: event.id, pushedAt: event.occurredAt }
}
