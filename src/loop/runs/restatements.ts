import { restatedPatterns } from '../../capture/restated-patterns.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { type Citation, changedFileTest } from '../../engine/text/code-citations.ts'
import { type CorrectionCase, wordingsOf } from './verdict-case.ts'

/** A pattern that the challenger restated, and how far that credits it. */
export interface Cited {
  readonly pattern: string
  readonly tier: 'cited' | 'applied'
  readonly reason: string
  readonly uses: readonly Use[]
}

type UseType = 'pattern-acknowledged' | 'citation-verified'
type Use = {
  [T in UseType]: { readonly type: T; readonly payload: PayloadOf<T>; readonly key: string }
}[UseType]

const LONGEST = 2_000
const MOST_CITATIONS = 50

/** The shown patterns that the challenger's deliberation restates, which is how a challenger cites one. With a place in the change, it counts as applied there. A false positive does not count. */
export function restatements(
  known: CorrectionCase,
  blamed: ReadonlySet<string>,
  changedFiles: readonly string[],
  role: string,
): Cited[] {
  const { run, deliberation } = known
  if (run === undefined || deliberation === undefined) return []
  const open = known.injected.filter(({ id, tier }) => tier !== 'applied' && !blamed.has(id))
  const wasCited = new Set(open.filter(({ tier }) => tier === 'cited').map(({ id }) => id))
  const wordings = wordingsOf(open.flatMap(({ id }) => known.patterns.get(id) ?? []))
  const isChanged = changedFileTest(changedFiles)
  return [...restatedPatterns(deliberation.payload.text, wordings)].flatMap(([pattern, said]): Cited[] => {
    const place = said.citations.find(({ file }) => isChanged(file))
    if (place !== undefined) return [applied({ run, role, pattern, ...said }, place)]
    return wasCited.has(pattern) ? [] : [cited({ run, role, pattern, ...said })]
  })
}

interface Said {
  readonly run: string
  readonly role: string
  readonly pattern: string
  readonly words: string
  readonly citations: readonly Citation[]
}

function cited(said: Said): Cited {
  const { pattern } = said
  return { pattern, tier: 'cited', reason: 'the deliberation takes it up', uses: [acknowledged(said)] }
}

function applied(said: Said, place: Citation): Cited {
  const { pattern, run } = said
  const where = `${place.file}:${place.line} is in the change`
  const payload = { pattern, citation: { ...place }, verified: true, reason: where }
  const verified: Use = { type: 'citation-verified', payload, key: keyOf(run, payload) }
  const reason = `the deliberation takes it up, and ${where}`
  return { pattern, tier: 'applied', reason, uses: [acknowledged(said), verified] }
}

function acknowledged({ run, role, pattern, words, citations }: Said): Use {
  const payload = {
    pattern,
    agent: role,
    evidence: words.slice(0, LONGEST),
    citations: citations.slice(0, MOST_CITATIONS).map((citation) => ({ ...citation })),
  }
  return { type: 'pattern-acknowledged', payload, key: keyOf(run, payload) }
}

/** The same words about the same pattern in the same run are one fact. */
function keyOf(run: string, payload: { readonly pattern: string }): string {
  return `restated/${run}/${payload.pattern}/${digest(canonicalJson(payload)).slice(0, 16)}`
}
