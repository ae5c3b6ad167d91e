import type { Pattern } from '../../domain/pattern.ts'
import { remembering } from '../../domain/sets.ts'
import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { uniform } from './holdout.ts'
import { partOf } from './pattern-value.ts'
import { type ByKind, byKind, type Kind, type Posterior, updated } from './posterior.ts'
import { evidenceOf, type PosteriorRecord } from './posterior-record.ts'

/** The number of patterns in each cell of a grid: the evidence for help, and for harm, against neutral. */
export type Cells = { readonly [cell: string]: number }

/** The cells of all groups that have a pattern with an observation. Their number is limited, whatever a project calls its parts and roles. */
export type GroupSums = { readonly [group: string]: Cells }

const SEPARATOR = ' · '
/** Every pattern is in this group, too. */
const ALL = 'all'
const BUCKETS = 32
const CELL = 0.5
const MOST_CELLS = 8

/** The groups of a pattern, as one text: the number of distinct days on which it was seen (1, 2, 3 or more), whether it cites code, and where it came from; what kind it is; who learned it; and the part of the code base and the label that it was seen with. Days rather than sightings, because anybody can repeat a sighting. */
export function groupOf(
  pattern: Pick<Pattern, 'days' | 'citation' | 'trust' | 'category' | 'polarity' | 'role' | 'files' | 'labels'>,
): string {
  const { days, citation, trust, category, polarity, role, files, labels } = pattern
  const seen = Math.min(3, Math.max(1, days.length))
  const [file, label] = [files, labels].map((names) => names.find((one) => !names.some((other) => other < one)))
  let group = `${seen}${seen === 3 ? '+' : ''} ${citation === undefined ? 'bare' : 'cited'} ${trust}`
  group += `${SEPARATOR}${category} ${polarity}`
  if (role !== '') group += SEPARATOR + bucket('role', role)
  if (file !== undefined) group += SEPARATOR + bucket('place', partOf(file))
  return label === undefined ? group : group + SEPARATOR + bucket('label', label)
}

/** Cached: the same few names recur in many patterns, and the hash costs more than the rest of a group. */
const bucketOf = remembering((value: string) => Math.floor(uniform(value.toLowerCase()) * BUCKETS))

function bucket(name: string, value: string): string {
  return `${name} ${bucketOf(value)}`
}

/** The prior of a pattern, learned from the project: how often patterns of its kind, source and place help. Over all patterns it is `q_all = (sum q + 20 q_documented) / (n + 20)`, where q is the belief in a pattern on the documented prior. It is fitted only once: the evidence about a pattern is soft, and each further fit would take a little of its bias for the share of patterns that help. A group moves the prior by how far the mean belief in its own patterns is from that in all, with 6 pseudo counts, and only to the power of 0.7, because groups overlap. The pattern itself is left out of all these means: its evidence counts once, on its own, and not again in up to six groups. For repeated calls it keeps what it has computed. */
export function groupPriors(
  sums: GroupSums,
  policy: BayesPolicy = BAYES,
): (group: string, itself?: Member) => Posterior {
  const { prior: documented, groupPseudoCounts, groupWeight, ownPseudoCounts } = policy
  const onDocumented = totalOf(sums[ALL], documented)
  const all = shrunk(onDocumented, documented, groupPseudoCounts)
  const totals = new Map<string, Total>()
  const means = new Map<string, readonly [prior: Posterior, mean: Posterior]>()
  const shifts = new Map<string, ByKind>()
  const known = new Map<string, Posterior>()
  return (group, itself) => {
    const key = itself === undefined ? group : `${group}\n${itself.group}\n${itself.cell}`
    return kept(known, key, () => priorOf(group, itself))
  }

  /** Cached per group and cell: many patterns share those, few share all of their groups. */
  function priorOf(group: string, itself: Member | undefined): Posterior {
    const evidence = itself && evidenceIn(itself.cell)
    const cell = itself?.cell ?? ''
    const counted = itself === undefined ? [] : groupsIn(itself)
    const others = (name: string, total: Total, on: Posterior) =>
      evidence !== undefined && counted.includes(name) ? without(total, updated(on, evidence)) : total
    const [prior, mean] = kept(means, cell, () => [
      shrunk(others(ALL, onDocumented, documented), documented, groupPseudoCounts),
      shrunk(others(ALL, totalIn(ALL), all), all, 0),
    ])
    const shiftOf = (name: string) => {
      const own = shrunk(others(name, totalIn(name), all), mean, ownPseudoCounts)
      return byKind((kind) => groupWeight * Math.log(own[kind] / mean[kind]))
    }
    const shift = (name: string) => kept(shifts, `${name}\n${cell}\n${counted.includes(name)}`, () => shiftOf(name))
    return group.split(SEPARATOR).reduce((before, name) => updated(before, shift(name)), prior)
  }

  function totalIn(name: string): Total {
    return kept(totals, name, () => totalOf(sums[name], all))
  }
}

function kept<T extends object>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

/** The sum of the beliefs in some patterns, and their number. */
type Total = ByKind & { readonly patterns: number }

/** The sum of the beliefs in the patterns of some cells, each on a prior. The cells are added in the order of their names: another order could change the last digit. */
function totalOf(cells: Cells = {}, prior: Posterior): Total {
  const sum = { help: 0, neutral: 0, harm: 0, patterns: 0 }
  for (const name of Object.keys(cells).sort()) {
    const belief = updated(prior, evidenceIn(name))
    for (const kind of Object.keys(belief) as Kind[]) sum[kind] += cells[name]! * belief[kind]
    sum.patterns += cells[name]!
  }
  return sum
}

function without({ patterns, ...sum }: Total, belief: Posterior): Total {
  return { ...byKind((kind) => Math.max(0, sum[kind] - belief[kind])), patterns: patterns - 1 }
}

/** The mean belief, shrunk towards another belief by `count` pseudo counts. */
function shrunk({ patterns, ...sum }: Total, towards: Posterior, count: number): Posterior {
  if (patterns + count <= 0) return towards
  return byKind((kind) => (sum[kind] + count * towards[kind]) / (patterns + count))
}

/** What a pattern adds to its groups: one, in the cell of its evidence. Nothing before its first observation. */
export function memberOf(record: PosteriorRecord | undefined, policy: BayesPolicy = BAYES): Member | undefined {
  if (record === undefined || (record.observations === 0 && (record.runs ?? 0) === 0)) return undefined
  return { group: record.group, cell: record.cell ?? cellOf(evidenceOf(record, policy)) }
}

/** The grid cell of its evidence for help and for harm. */
export function cellOf({ help, neutral, harm }: ByKind): string {
  const step = (log: number) => Math.max(-MOST_CELLS, Math.min(MOST_CELLS, Math.round(log / CELL))) || 0
  return `${step(help - neutral)} ${step(harm - neutral)}`
}

export interface Member {
  readonly group: string
  readonly cell: string
}

function groupsIn({ group }: Pick<Member, 'group'>): string[] {
  return [ALL, ...group.split(SEPARATOR)]
}

function evidenceIn(cell: string): ByKind {
  const [help = 0, harm = 0] = cell.split(' ').map(Number)
  return { help: CELL * help, neutral: 0, harm: CELL * harm }
}

/** Moves a pattern from its former groups and cell to its current ones; returns the same sums if neither changed. */
export function regrouped(sums: GroupSums, before: Member | undefined, after: Member | undefined): GroupSums {
  if (before?.group === after?.group && before?.cell === after?.cell) return sums
  const next: { [group: string]: { [cell: string]: number } } = { ...sums }
  const move = ({ group, cell }: Member, sign: 1 | -1) => {
    for (const each of groupsIn({ group })) {
      const cells = { ...next[each], [cell]: (next[each]?.[cell] ?? 0) + sign }
      if (cells[cell]! <= 0) delete cells[cell]
      if (Object.keys(cells).length === 0) delete next[each]
      else next[each] = cells
    }
  }
  if (before !== undefined) move(before, -1)
  if (after !== undefined) move(after, 1)
  return next
}
