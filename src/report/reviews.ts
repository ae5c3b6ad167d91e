import type { KnownEvent } from '../domain/read-event.ts'
import { readVerdict, type VerdictIssue } from '../engine/laws/verdict.ts'
import { stripOwnBlocks } from '../engine/text/strip-own-blocks.ts'
import { normalizeText } from '../engine/text/text-hash.ts'

/** Something that a role found wrong, in a form in which it is known again. */
export interface Finding {
  readonly summary: string
  readonly file?: string
  /** The normalised summary and the file without its line: where the code moves, the finding stays the same. */
  readonly signature: string
}

/** A deliberation that came to a verdict. */
export interface Review {
  readonly deliberation: string
  readonly role: string
  /** What it was about, as far as that is known: the run, else the issue, else itself. */
  readonly work: string
  readonly issue?: string
  readonly phase?: string
  readonly verdict: 'PASS' | 'FAIL'
  readonly findings: readonly Finding[]
  readonly at: number
  readonly position: number
}

/** A validator's verdict on a challenger that was acted on. */
export interface Ruled {
  readonly deliberation?: string
  readonly challenger: string
  readonly validator: string
  readonly work: string
  readonly verdict: 'PASS' | 'FAIL'
  readonly at: number
  readonly position: number
}

/** The review that an event holds; undefined when it is none, or came to no verdict. */
export function reviewOf(event: KnownEvent): Review | undefined {
  if (event.type !== 'deliberation-recorded' || event.payload.verdict === 'none') return undefined
  const { deliberation, role, phase, issue, verdict, text } = event.payload
  return {
    deliberation,
    role: plainRole(role),
    work: workOf(event.run, issue, deliberation),
    issue,
    phase: phase?.trim().toLowerCase(),
    verdict,
    findings: readVerdict(stripOwnBlocks(text)).issues.flatMap(findingOf),
    at: event.occurredAt,
    position: event.position,
  }
}

export function ruledOf(event: KnownEvent): Ruled | undefined {
  if (event.type !== 'verdict-recorded' || event.payload.result === 'none') return undefined
  const { verdict, deliberation, adversarialRole, validatorRole, result } = event.payload
  return {
    deliberation,
    challenger: plainRole(adversarialRole),
    validator: plainRole(validatorRole),
    work: workOf(event.run, undefined, deliberation ?? verdict),
    verdict: result,
    at: event.occurredAt,
    position: event.position,
  }
}

/** `src/a.ts:42` and `./src/a.ts:7-9` are `src/a.ts`. A finding that says nothing cannot be known again. */
export function findingOf({ summary = '', location }: VerdictIssue): Finding[] {
  const words = normalizeText(summary)
  if (words === '') return []
  const file = location
    ?.trim()
    .replace(/:\d.*$/, '')
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
  return [{ summary: summary.trim(), signature: `${words} @ ${file ?? ''}`, file: file || undefined }]
}

export function plainRole(role: string): string {
  return role.trim().toLowerCase()
}

/** Oldest first. */
export function byTime(a: { at: number; position: number }, b: { at: number; position: number }): number {
  return a.at - b.at || a.position - b.position
}

function workOf(run: string | undefined, issue: string | undefined, own: string): string {
  if (run !== undefined) return `run/${run}`
  return issue === undefined ? `alone/${own}` : `issue/${issue}`
}
