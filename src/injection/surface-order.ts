import type { Category } from '../domain/values/pattern.ts'
import { USUAL_PRIORITY } from '../engine/governance/goal-definition.ts'
import type { Candidate } from './candidate.ts'

/** What a surface sorts by. */
export interface Sortable extends Pick<Candidate, 'id' | 'standing'> {
  readonly category: Category
  readonly relevance: number
}

export type Order = (a: Sortable, b: Sortable) => number

/** At a tool call: relevance, then score; equals by id, so that the order is the same on every machine. */
export const byRelevance: Order = (a, b) =>
  b.relevance - a.relevance || b.standing.score - a.standing.score || (a.id < b.id ? -1 : 1)

/** At the start of an agent: category, then relevance, then score. Categories that the priority leaves out come last, in the usual order. */
export function byCategory(priority: readonly Category[] = USUAL_PRIORITY): Order {
  const order = [...new Set([...priority, ...USUAL_PRIORITY])]
  return (a, b) => order.indexOf(a.category) - order.indexOf(b.category) || byRelevance(a, b)
}
