import { type AppliedClaim, readAcknowledgement } from '../../capture/restated-patterns.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import { own } from '../../domain/sets.ts'
import { match } from '../../engine/laws/match-text.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import { shortId } from '../../injection/learnings-block.ts'
import { PATTERN, RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, checkPlace } from '../facts/append-keys.ts'
import { bodiesOf, bodyOf } from '../facts/cached-lists.ts'
import { appendFacts, type Draft, placeOf } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { acknowledgeInput } from '../verbs/learning.ts'

export type AcknowledgementInput = Fields<typeof acknowledgeInput>

export interface Acknowledged {
  readonly acknowledged: boolean
  readonly none?: string
  /** The claims that name a pattern which the run was shown. */
  readonly applied: readonly ClaimedPattern[]
  /** Claims without a match; they have no effect. */
  readonly unmatched: readonly string[]
  readonly duplicate: boolean
}

export interface ClaimedPattern {
  readonly pattern: string
  readonly how: 'id' | 'exact' | 'case-insensitive' | 'substring' | 'jaccard'
  readonly places: number
}

const MOST_CITATIONS = 50

/** Records which shown patterns an agent says it used, and where: by id, else by the single best match of its words. `learn` verifies the places. */
export async function acknowledge(context: LoopContext, request: AcknowledgementInput): Promise<Acknowledged> {
  const { run, message, agent, occurredAt } = request
  checkPlace({ run, occurredAt })
  const said = readAcknowledgement(message)
  const shown = await shownIn(context, run)
  const place = placeOf(run, occurredAt)
  const drafts = new Map<string, Draft>()
  const applied: ClaimedPattern[] = []
  const unmatched: string[] = []
  for (const claim of said.applied) {
    const found = patternOf(claim, shown.patterns)
    if (found === undefined) unmatched.push(claim.summary)
    else if (!drafts.has(found.pattern)) {
      const where = own(shown.course?.shown, found.pattern)!
      drafts.set(found.pattern, { ...(await claimDraft(run, { claim, agent, ...found, ...where })), ...place })
      applied.push({ ...found, places: claim.citations.length })
    }
  }
  if (said.none !== undefined) drafts.set('', { ...(await noneDraft(run, said.none, agent)), ...place })
  const appended = drafts.size === 0 ? [] : await appendFacts(context, [...drafts.values()])
  return {
    acknowledged: said.acknowledged,
    none: said.none,
    applied,
    unmatched,
    duplicate: appended.length > 0 && appended.every((item) => item.duplicate),
  }
}

async function shownIn({ journal }: LoopContext, run: string) {
  const course = (await bodyOf(journal, RUN, run))?.course
  const shown = await bodiesOf(journal, PATTERN, Object.keys(course?.shown ?? {}))
  return { course, patterns: [...shown.values()].map(({ pattern }) => pattern) }
}

type Shown = Awaited<ReturnType<typeof shownIn>>['patterns']

/** Finds the claimed pattern by its id, full or as blocks show it; else by its words, with or without quotes around commands. */
function patternOf({ summary }: AppliedClaim, patterns: Shown): Omit<ClaimedPattern, 'places'> | undefined {
  const words = summary.split(/[^\w#-]+/).filter((word) => word !== '')
  const isNamed = (id: string) =>
    words.includes(id) || words.includes(`#${shortId(id)}`) || words[0]?.toLowerCase() === shortId(id)
  const [named, other] = patterns.filter(({ id }) => isNamed(id))
  if (named !== undefined && other === undefined) return { pattern: named.id, how: 'id' }
  const wordings = patterns.flatMap(({ id, text, aliases }) =>
    [text, ...aliases].map((wording) => ({ id, summary: unquoted(wording) })),
  )
  const { id, tier } = match(unquoted(summary), wordings)
  return id === undefined || tier === 'none' ? undefined : { pattern: id, how: tier }
}

function unquoted(text: string): string {
  return oneLine(text.replaceAll('`', '')).replace(/[\s.!…]+$|\s#[\w-]+$/g, '')
}

interface Claim {
  readonly claim: AppliedClaim
  readonly agent: string | undefined
  readonly pattern: string
  readonly iteration: number
  readonly receipt: string
}

async function claimDraft(run: string, { claim, agent, pattern, iteration, receipt }: Claim) {
  const payload = await checkPayload('pattern-acknowledged', {
    pattern,
    receipt,
    iteration,
    citations: claim.citations.slice(0, MOST_CITATIONS).map((citation) => ({ ...citation })),
    agent,
    evidence: claim.evidence || undefined,
  })
  const key = `acknowledged/${run}/${iteration}/${pattern}/${fingerprint(payload)}`
  return { type: 'pattern-acknowledged' as const, payload, key }
}

async function noneDraft(run: string, reason: string, agent: string | undefined) {
  const about = { about: 'patterns', reason: reason.slice(0, 2_000) }
  const payload = await checkPayload('nothing-learned', { ...about, agent })
  return { type: 'nothing-learned' as const, payload, key: `nothing/${run}/${fingerprint(payload)}` }
}

/** Derives the key from the redacted words, so that the same words are the same fact. */
function fingerprint(payload: object): string {
  return digest(canonicalJson(redactDeep(payload).value)).slice(0, 16)
}
