import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import type { Draft, DraftPlace } from '../journal/append-facts.ts'
import { checkPayload } from '../journal/check-payload.ts'

/** A pattern that the run says it used, and where the change shows it. */
export interface AppliedPattern {
  readonly pattern: string
  readonly file?: string
  readonly line?: number
}

/** Whether the place that was named is in the change, and why. */
export interface PatternUse {
  readonly pattern: string
  readonly verified: boolean
  readonly reason: string
}

type Place = DraftPlace & { readonly run: string }

/** A citation holds when the file is among those that the run changed. */
export function checkUse({ pattern, file }: AppliedPattern, changed: readonly string[]): PatternUse {
  if (file === undefined) return { pattern, verified: false, reason: 'no place in the change was named' }
  if (changed.length === 0)
    return { pattern, verified: false, reason: 'the run did not say which files it changed' }
  const verified = changed.some((path) => plainPath(path) === plainPath(file))
  const reason = `${file} is ${verified ? '' : 'not '}among the changed files`
  return { pattern, verified, reason }
}

/** `./src/a.ts` and `src\a.ts` are `src/a.ts`. */
function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
}

/** The facts of one use: that the agent named the pattern, and what became of the place it cited, unless that is still open. */
export async function useDrafts(
  use: AppliedPattern & PatternUse & { readonly isOpen?: boolean },
  agent: string | undefined,
  place: Place,
): Promise<Draft[]> {
  const { pattern, file, line, verified, reason, isOpen = false } = use
  const citation = file === undefined ? undefined : { file, line }
  const acknowledged = await checkPayload('pattern-acknowledged', {
    pattern,
    citations: citation === undefined ? [] : [citation],
    agent,
  })
  const key = keyOf('acknowledged', place.run, acknowledged)
  const drafts: Draft[] = [{ type: 'pattern-acknowledged', payload: acknowledged, key, ...place }]
  if (citation === undefined || isOpen) return drafts
  const checked = await checkPayload('citation-verified', { pattern, citation, verified, reason })
  drafts.push({
    type: 'citation-verified',
    payload: checked,
    key: keyOf('citation', place.run, checked),
    ...place,
  })
  return drafts
}

/** The same use told again is one fact; another place, or a check with another result, is another. No secret is hashed. */
function keyOf(kind: string, run: string, payload: { readonly pattern: string }): string {
  return `${kind}/${run}/${payload.pattern}/${digest(canonicalJson(redactDeep(payload).value)).slice(0, 16)}`
}
