import { readCheck } from '../../capture/session/lesson-followed.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { Pattern } from '../../domain/pattern.ts'
import { repositoriesSet } from '../../domain/pattern-scope.ts'
import { inputError, UserError } from '../../domain/user-error.ts'
import { redact } from '../../engine/secrets/redact.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { ALIAS, aliasId } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, untilAppended } from '../facts/append-keys.ts'
import { versionOf } from '../facts/facts-about.ts'
import { appendFact, BY_PERSON, patternStream } from '../journal/append-facts.ts'
import { showPattern } from './patterns.ts'

type Edited = PayloadOf<'pattern-edited'>

/** The fields to change; omitted ones stay. */
export type EditRequest = Omit<Edited, 'textHash'>

export interface PatternEdited {
  readonly pattern: string
  /** The fields that are now different; empty when there was nothing to change. */
  readonly changed: readonly string[]
  readonly before: Pattern
  readonly after: Pattern
}

/** Rewords or reclassifies a pattern. It keeps its evidence, and its old wording still identifies it. */
export async function editPattern(context: LoopContext, request: EditRequest): Promise<PatternEdited> {
  return untilAppended(async () => {
    const { pattern: before } = await showPattern(context, request.pattern)
    const stream = patternStream(before.id)
    refuseUnreadable(request.tellTale)
    const payload = await checkPayload('pattern-edited', { ...request, ...wording(request), pattern: before.id })
    const expectedVersion = await versionOf(context, stream)
    await refuseTaken(context, before, payload)
    const isNews = differences(before, payload).length > 0
    const place = { stream, expectedVersion, provenance: BY_PERSON }
    if (isNews) await appendFact(context, { type: 'pattern-edited', payload, ...place })
    const after = isNews ? (await showPattern(context, before.id)).pattern : before
    return { pattern: before.id, changed: differences(before, payload), before, after }
  })
}

function wording({ text }: EditRequest): { text?: string; textHash?: string } {
  if (typeof text !== 'string') return {}
  const plain = sanitize(redact(text).text).text
  return { text: plain, textHash: textHash(plain) }
}

/** Refuses a wording that another pattern has: the two would be indistinguishable. */
async function refuseTaken(context: LoopContext, pattern: Pattern, { textHash: hash }: Edited) {
  if (hash === undefined || hash === pattern.textHash) return
  const wordings = (['do', 'avoid'] as const).map((polarity) => ({
    kind: ALIAS,
    id: aliasId({ role: pattern.role, polarity, textHash: hash }),
  }))
  const owners = (await context.journal.documents(wordings)).map(({ body }) => body.pattern)
  const owner = owners.find((id) => id !== pattern.id)
  if (owner === undefined) return
  throw new UserError(
    'taken',
    `'${owner}' already says so.`,
    `mettle pattern merge ${pattern.id} --into ${owner} --reason "…"`,
  )
}

/** Refuses a check that cannot be parsed, because it would never match. */
function refuseUnreadable(tellTale: string | undefined): void {
  if (tellTale === undefined || tellTale === 'none' || readCheck(tellTale) !== undefined) return
  throw inputError(
    `tellTale: '${tellTale}' names nothing that steps could show`,
    'Write one of: A before B | A instead of B | not A --option | not A when B runs | A without "ERROR" | no "LINE" in FILE | none',
  )
}

function differences(pattern: Pattern, edit: Edited): string[] {
  const { labels, files, tags, phase, repository } = edit.context ?? {}
  const wanted = {
    text: edit.text,
    category: edit.category,
    strength: edit.strength,
    tellTale: edit.tellTale,
    appliesTo: edit.appliesTo,
    labels,
    files,
    tags,
    phases: phase === undefined ? undefined : [phase],
    repositories:
      repository === undefined ? undefined : (repositoriesSet(pattern, repository).repositories ?? EVERY_ONE),
  }
  const known = { ...pattern, repositories: pattern.repositories ?? EVERY_ONE }
  const json = (value: unknown) => canonicalJson([value ?? null] as never)
  return Object.entries(wanted)
    .filter(([field, value]) => value !== undefined && json(value) !== json(known[field as keyof Pattern]))
    .map(([field]) => field)
}

/** Stands for no repository in comparisons: the pattern applies to all. */
const EVERY_ONE: readonly string[] = []
