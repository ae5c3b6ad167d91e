import type { ConstraintSuggestion } from '../engine/governance/constraint-suggestions.ts'

type Moved = { readonly [key: string]: { readonly before: unknown; readonly after: unknown } }

/** One run and all its effects. */
export interface GraphCycle {
  readonly run: string
  readonly outcome: {
    readonly at: number
    readonly result: string
    readonly qualityScore: number
    readonly adapters: readonly string[]
    readonly failure?: { readonly adapterId: string; readonly failureType: string }
    readonly risk?: string
    readonly humanOverride: boolean
  }
  readonly rolledBack: boolean
  readonly agents: Moved
  readonly skills: Moved
  readonly policyDiff: Moved
  readonly suggestions: readonly ConstraintSuggestion[]
}

/** One line of the memory graph. */
export interface GraphEvent {
  readonly timestamp: string
  readonly runId: string
  readonly type:
    | 'outcome_recorded'
    | 'agent_reliability_updated'
    | 'skill_stat_updated'
    | 'threshold_policy_updated'
    | 'policy_overlay_updated'
    | 'constraint_suggestion_created'
  readonly data: { readonly [key: string]: unknown }
}

/** The effects of runs in chronological order: each outcome, then the changes it caused. */
export function graphEvents(cycles: readonly GraphCycle[]): GraphEvent[] {
  return cycles.toSorted((a, b) => a.outcome.at - b.outcome.at || (a.run < b.run ? -1 : 1)).flatMap(eventsOf)
}

function eventsOf(cycle: GraphCycle): GraphEvent[] {
  const { run: runId, outcome, agents, skills, policyDiff, suggestions } = cycle
  const timestamp = new Date(outcome.at).toISOString()
  const event = (type: GraphEvent['type'], data: GraphEvent['data']) => ({ timestamp, runId, type, data })
  return [
    event('outcome_recorded', outcomeData(cycle)),
    ...Object.entries(agents).map(([agent, step]) =>
      event('agent_reliability_updated', { agent, ...step, result: outcome.result }),
    ),
    ...Object.entries(skills).map(([skillId, step]) => event('skill_stat_updated', { skillId, ...step })),
    ...Object.entries(policyDiff).map(([key, step]) =>
      key.includes(' ')
        ? event('policy_overlay_updated', { ...overlayKey(key), ...step })
        : event('threshold_policy_updated', { key, ...step }),
    ),
    ...suggestions.map((suggestion) => event('constraint_suggestion_created', { ...suggestion })),
  ]
}

function outcomeData({ outcome, rolledBack }: GraphCycle): GraphEvent['data'] {
  const { result, qualityScore, adapters, failure, risk, humanOverride } = outcome
  return {
    result,
    postExecutionScore: qualityScore,
    rollbackOccurred: rolledBack,
    humanOverride,
    adaptersUsed: adapters,
    riskLevel: risk,
    failureDetails: failure && { adapterId: failure.adapterId, dominantFailureType: failure.failureType },
  }
}

/** `github requireApproval`; the adapter's name may itself contain spaces. */
function overlayKey(key: string): { adapterId: string; field: string } {
  const at = key.lastIndexOf(' ')
  return { adapterId: key.slice(0, at), field: key.slice(at + 1) }
}

export function drawMermaid(events: readonly GraphEvent[]): string {
  const { nodes, edges } = drawingOf(events)
  const text = (label: string) => label.replace(/[^\p{L}\p{N}.,:>=+()/_-]+/gu, ' ').trim()
  return [
    'graph LR',
    ...[...nodes.values()].map(({ id, label }) => `  ${id}["${text(label)}"]`),
    ...edges.map(({ from, to, label }) => `  ${from} -->|"${text(label)}"| ${to}`),
    '',
  ].join('\n')
}

export function drawDot(events: readonly GraphEvent[]): string {
  const { nodes, edges } = drawingOf(events)
  const text = (label: string) => `"${label.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ')}"`
  return [
    'digraph mettle {',
    '  rankdir=LR',
    ...[...nodes.values()].map(({ id, label }) => `  ${id} [label=${text(label)}]`),
    ...edges.map(({ from, to, label }) => `  ${from} -> ${to} [label=${text(label)}]`),
    '}',
    '',
  ].join('\n')
}

/** The graph as drawn: runs, and the adapters, agents, skills and rules that they changed. Ids are counters, so that no external name appears where the notation expects its own words. */
function drawingOf(events: readonly GraphEvent[]) {
  const nodes = new Map<string, { id: string; label: string }>()
  const node = (name: string) => {
    const known = nodes.get(name) ?? { id: `n${nodes.size + 1}`, label: name }
    nodes.set(name, known)
    return known.id
  }
  const edges = events.flatMap((event) =>
    targetsOf(event).map(({ to, label }) => ({ from: node(`run ${event.runId}`), to: node(to), label })),
  )
  return { nodes, edges }
}

/** The targets of an event, with labels. */
function targetsOf({ type, data }: GraphEvent): { to: string; label: string }[] {
  const step = `${data.before} -> ${data.after}`
  switch (type) {
    case 'outcome_recorded':
      return (data.adaptersUsed as readonly string[]).map((adapter) => ({
        to: `adapter ${adapter}`,
        label: String(data.result),
      }))
    case 'agent_reliability_updated':
      return [{ to: `agent ${data.agent}`, label: step }]
    case 'skill_stat_updated':
      return [{ to: `skill ${data.skillId}`, label: step }]
    case 'threshold_policy_updated':
      return [{ to: `threshold ${data.key}`, label: step }]
    case 'policy_overlay_updated':
      return [{ to: `overlay ${data.adapterId}`, label: `${data.field} ${step}` }]
    case 'constraint_suggestion_created':
      return [{ to: `constraint ${data.constraint}`, label: String(data.action) }]
  }
}
