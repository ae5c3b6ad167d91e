import type { SharedPattern } from '../../domain/shared-pattern.ts'
import type { Refused } from '../../sharing/read-shared-pattern.ts'
import type { LoopContext } from '../context.ts'
import type { JournalServices } from '../journal/keepers.ts'
import { readShared } from './shared-place.ts'

/** The organisation's patterns with their sources, and those that nobody should accept. */
export interface OrganisationView {
  readonly location: string
  readonly patterns: readonly (SharedPattern & { readonly own: boolean })[]
  readonly sources: readonly {
    readonly project: string
    readonly journal: string
    readonly own: boolean
    readonly patterns: number
    readonly lastPushedAt: number
  }[]
  readonly refused: readonly Refused[]
}

export async function organisation(context: LoopContext & Pick<JournalServices, 'shared'>): Promise<OrganisationView> {
  const place = await context.shared()
  const { own, offers, refused } = await readShared(context, place)
  const patterns = [
    ...own.map((shared) => ({ ...shared, own: true })),
    ...offers.map(({ shared }) => ({ ...shared, own: false })),
  ].sort((a, b) => b.evidence.sightings - a.evidence.sightings || (a.text < b.text ? -1 : 1))
  return { location: place.location, patterns, sources: sourcesOf(patterns), refused }
}

function sourcesOf(patterns: OrganisationView['patterns']): OrganisationView['sources'] {
  const sources = new Map<string, OrganisationView['sources'][number]>()
  for (const { project, journal, own, pushedAt } of patterns) {
    const before = sources.get(journal)
    const lastPushedAt = Math.max(before?.lastPushedAt ?? 0, pushedAt)
    sources.set(journal, { project, journal, own, patterns: (before?.patterns ?? 0) + 1, lastPushedAt })
  }
  return [...sources.values()].sort((a, b) => (`${a.project} ${a.journal}` < `${b.project} ${b.journal}` ? -1 : 1))
}
