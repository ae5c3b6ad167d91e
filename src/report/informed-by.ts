import type { Pattern } from '../domain/pattern.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import type { Run } from '../domain/run.ts'
import { own } from '../domain/sets.ts'
import { sameRole } from '../engine/laws/role-pairs.ts'
import { counted } from './standing-words.ts'

/** A run in which a pattern was used, and its receipts, verdicts and dismissals. */
export interface UsedIn {
  readonly run: Run
  readonly facts: readonly KnownEvent[]
}

/** A tie: patterns of two roles that supported the same PASS, in `runs` runs. */
export interface Tie {
  readonly pattern: string
  readonly role: string
  readonly text: string
  readonly runs: number
}

/** A pattern as ties see it. */
export type Tied = Pick<Pattern, 'id' | 'role' | 'text'>

export interface Ties {
  /** Other roles' patterns that the challenger was shown and used beside its own. */
  readonly informedBy: readonly Tie[]
  /** The challengers' own patterns that this one of another role stood beside. */
  readonly informs: readonly Tie[]
}

/** The patterns that supported each evidence-based PASS in a run, by the judged role: shown to that role, cited, applied or explicitly confirmed, and not called a false positive there. */
export function behindPasses({ run, facts }: UsedIn): { challenger: string; patterns: string[] }[] {
  const dismissed = new Set(facts.flatMap((fact) => (fact.type === 'pattern-ignored' ? fact.payload.pattern : [])))
  const isBehind = (id: string) =>
    !dismissed.has(id) && ((own(run.tiers, id) ?? 'shown') !== 'shown' || run.reinforced.includes(id))
  const challengers = facts.flatMap((fact) => {
    if (fact.type !== 'verdict-recorded' || fact.payload.result !== 'PASS') return []
    return (fact.payload.evidenceLevel ?? 3) < 3 ? [fact.payload.adversarialRole.trim().toLowerCase()] : []
  })
  return [...new Set(challengers)].map((challenger) => ({
    challenger,
    patterns: [...new Set(shownTo(challenger, facts))].filter(isBehind),
  }))
}

function shownTo(role: string, facts: readonly KnownEvent[]): string[] {
  return facts.flatMap((fact) =>
    fact.type === 'pattern-injected' && sameRole(fact.payload.role ?? role, role)
      ? fact.payload.items.map(({ pattern }) => pattern)
      : [],
  )
}

/** The ties of a pattern, most runs first. When the work of a judge passes, each of the judge's own patterns used in it was informed by every pattern of another role that the judge was shown and also used. Ties are not stored: receipts and verdicts imply them. */
export function tiesOf(pattern: Tied, used: readonly UsedIn[], known: ReadonlyMap<string, Tied>): Ties {
  const [informedBy, informs] = [new Map<string, number>(), new Map<string, number>()]
  for (const one of used) {
    const [by, of] = [new Set<string>(), new Set<string>()]
    for (const { challenger, patterns } of behindPasses(one)) {
      if (!patterns.includes(pattern.id)) continue
      const isOwn = sameRole(pattern.role, challenger)
      for (const other of patterns) {
        const role = known.get(other)?.role
        if (role === undefined || sameRole(role, pattern.role)) continue
        if (isOwn) by.add(other)
        else if (sameRole(role, challenger)) of.add(other)
      }
    }
    for (const id of by) informedBy.set(id, (informedBy.get(id) ?? 0) + 1)
    for (const id of of) informs.set(id, (informs.get(id) ?? 0) + 1)
  }
  return { informedBy: told(informedBy, known), informs: told(informs, known) }
}

function told(runs: ReadonlyMap<string, number>, known: ReadonlyMap<string, Tied>): Tie[] {
  return [...runs]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([id, n]) => ({ pattern: id, role: known.get(id)!.role, text: known.get(id)!.text, runs: n }))
}

/** `2 runs passed with the help of p-12 of auditor: Close the pool before the worker exits` */
export function tieLines({ informedBy, informs }: Ties): string[] {
  const of = ({ pattern, role }: Tie) => `${pattern} of ${role}`
  const runs = (tie: Tie) => counted(tie.runs, 'run')
  return [
    ...informedBy.map((tie) => `${runs(tie)} passed with the help of ${of(tie)}: ${tie.text}`),
    ...informs.map((tie) => `helped ${of(tie)} to pass in ${runs(tie)}: ${tie.text}`),
  ]
}
