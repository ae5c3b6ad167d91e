import { classify } from '../../capture/classify.ts'
import type { Claim, ForeignPattern } from '../../compat/formats/foreign-record.ts'
import { IMPORT_ROLE, type Pattern } from '../../domain/pattern.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { inputError } from '../../domain/user-error.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { inversion } from '../../engine/standing/inversion.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPayload } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import {
  appendFact,
  appendFacts,
  BY_PERSON,
  type Draft,
  isConflict,
  JOURNAL_STREAM,
  patternStream,
  unlessTaken,
} from '../journal/append-facts.ts'
import { joinPattern, type Sighting, withContradictions } from '../patterns/join-pattern.ts'
import { importKey } from './import-drafts.ts'

const SEARCHED = 12

/** The origin of a claim, and its trust. */
export interface ImportSource {
  readonly file: string
  readonly format: string
  readonly trust: 'external' | 'internal'
  readonly by: string
  readonly at: number
}

/** Imports a pattern as one sighting, however many the file claims, with its figures as a claim. External patterns are quarantined; the user's own may be shown. */
export async function importPattern(
  context: LoopContext,
  pattern: ForeignPattern,
  source: ImportSource,
): Promise<{ readonly pattern: string; readonly isNew: boolean; readonly released: boolean }> {
  const sighting = sightingOf(pattern)
  const at = pattern.at ?? source.at
  const repeated = await repeatedBy(context, sighting, source)
  if (repeated !== undefined) {
    const isNew = await importClaim(context, { pattern: repeated, claim: pattern, at }, source)
    return { pattern: repeated, isNew, released: false }
  }
  const { pattern: id, ...joined } = await joinPattern(context, sighting)
  const held = failedElsewhere(pattern, context.policy.inversion)
  const trust = held === undefined ? source.trust : 'external'
  const provenance = { source: trust === 'external' ? 'external' : 'agent', role: sighting.role, trust } as const
  const sighted = await withContradictions(context, {
    type: 'pattern-sighted',
    payload: await checkPayload('pattern-sighted', { ...sighting, pattern: id, joined, held }),
    stream: JOURNAL_STREAM,
    key: importKey('sighted', source.trust, sighting.role, sighting.polarity, sighting.textHash),
    occurredAt: at,
    provenance,
  })
  const isNew = await isAnyFirst(context, [...sighted, await claimDraft({ pattern: id, claim: pattern, at }, source)])
  const released = source.trust === 'internal' && held === undefined && (await release(context, id, sighting, source))
  return { pattern: id, isNew, released }
}

/** The reason to hold a pattern that failed too often where it came from; it waits for a person, or for sightings here. */
function failedElsewhere(
  { text, polarity, evidence }: ForeignPattern,
  policy: Policy['inversion'],
): string | undefined {
  const kind = polarity === 'avoid' ? 'anti_pattern' : 'pattern'
  const { successes = 0, failures = 0 } = evidence
  const { reason } = inversion({ content: text, kind, successes, failures }, policy)
  return reason === undefined ? undefined : `where it came from it ${reason.replace(/^F/, 'f')}`
}

/** The shown pattern that the user's own file repeats word for word, which is not a second sighting. */
async function repeatedBy({ journal }: LoopContext, { text, textHash, role }: Sighting, { trust }: ImportSource) {
  if (trust === 'external') return undefined
  const found = (await journal.search(PATTERN, text, SEARCHED)).map(({ document }) => document.body.pattern)
  const isSame = (one: Pattern) => one.textHash === textHash && (role === IMPORT_ROLE || one.role === role)
  return found.find((one) => isSame(one) && !one.quarantined && one.mergedInto === undefined)?.id
}

interface ToldClaim {
  readonly pattern: string
  readonly claim: Claim
  readonly at: number
}

/** Records another system's figures for a pattern. */
export async function importClaim(context: LoopContext, given: ToldClaim, source: ImportSource) {
  return isFirst(context, await claimDraft(given, source))
}

async function claimDraft({ pattern, claim, at }: ToldClaim, { file, format, trust }: ImportSource): Promise<Draft> {
  const { sourceId, evidence, label } = claim
  const told = { pattern, format, file: file.slice(-200), sourceId, label, evidence }
  return checkedDraft('pattern-imported', told, {
    stream: patternStream(pattern),
    key: importKey('claim', trust, pattern, sourceId ?? null, label ?? null, evidence),
    occurredAt: at,
    provenance: { source: trust === 'external' ? 'external' : 'person', trust },
  })
}

function sightingOf(pattern: ForeignPattern): Sighting {
  const { text } = sanitize(pattern.text)
  if (text === '') throw inputError('nothing is left of its text after sanitising', 'Give it words.')
  const [only, ...others] = pattern.appliesTo
  const isOnesOwn = others.length === 0 && only !== undefined && only !== '*'
  const labels = classify({ lesson: text, category: pattern.category, polarity: pattern.polarity })
  return {
    text,
    textHash: textHash(text),
    role: isOnesOwn ? only.slice(only.lastIndexOf(':') + 1) || only : IMPORT_ROLE,
    ...labels,
    appliesTo: [...pattern.appliesTo],
    trigger: pattern.trigger === undefined ? undefined : sanitize(pattern.trigger).text,
    context: {
      tags: pattern.tags.map((tag) => sanitize(tag).text).filter((tag) => tag !== ''),
      ...withoutUndefined({ repository: pattern.repository }),
    },
  }
}

/** Whether the sighting is new. It stays the same sighting even if it is now joined to another pattern. */
async function isFirst(context: LoopContext, draft: Draft): Promise<boolean> {
  return unlessTaken(async () => !(await appendFact(context, draft)).duplicate, false)
}

/** Appends the drafts in one transaction, or one by one if some exist already. Returns whether any was new. */
async function isAnyFirst(context: LoopContext, drafts: readonly Draft[]): Promise<boolean> {
  try {
    return (await appendFacts(context, drafts)).some(({ duplicate }) => !duplicate)
  } catch (error) {
    if (!isConflict(error)) throw error
  }
  let isNew = false
  for (const draft of drafts) isNew = (await isFirst(context, draft)) || isNew
  return isNew
}

/** Releases only the vouched-for wording: a user's own file does not release an outsider's wording. */
async function release(
  context: LoopContext,
  id: string,
  { textHash }: Sighting,
  { by, file, at }: ImportSource,
): Promise<boolean> {
  const pattern = (await bodyOf(context.journal, PATTERN, id))?.pattern
  if (pattern === undefined || !pattern.quarantined || pattern.quarantine !== undefined) return false
  if (pattern.textHash !== textHash) return false
  const reason = `imported from ${file} as one's own`.slice(0, 2_000)
  return isFirst(context, {
    type: 'pattern-quarantined',
    payload: { pattern: id, by, reason, released: true },
    stream: patternStream(id),
    key: importKey('released', id),
    occurredAt: at,
    provenance: BY_PERSON,
  })
}
