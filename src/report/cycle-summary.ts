/** What one outcome led to, as far as the summary tells it. */
export interface CycleFacts {
  readonly run: string
  readonly agents: { readonly [agent: string]: object }
  readonly skills: { readonly [skill: string]: object }
  readonly policyDiff: { readonly [key: string]: { readonly before: unknown; readonly after: unknown } }
  readonly suggestions: readonly { readonly constraint: string }[]
}

/** Five sentences: the run, its agents, its skills, the policy that moved, and what a person might do. */
export function cycleSummary({ run, agents, skills, policyDiff, suggestions }: CycleFacts): string {
  const moved = Object.keys(policyDiff)
    .sort()
    .map((key) => `${key} ${policyDiff[key]?.before} -> ${policyDiff[key]?.after}`)
  return [
    `Processed outcome for ${run}.`,
    `Updated ${counted(Object.keys(agents).length, 'agent profile')}.`,
    `Updated ${counted(Object.keys(skills).length, 'skill')}.`,
    `Policy changes: ${listed(moved)}.`,
    `Constraint suggestions: ${listed(suggestions.map(({ constraint }) => constraint))}.`,
  ].join(' ')
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? '0' : `${items.length} (${items.join('; ')})`
}
