import type { GraphEvent } from './graph.ts'

interface Edge {
  readonly from: string
  readonly to: string
  readonly label: string
}

/** The graph as a picture has it: runs, and the adapters, agents, skills and rules that they moved. */
interface Drawing {
  readonly nodes: ReadonlyMap<string, { readonly id: string; readonly label: string }>
  readonly edges: readonly Edge[]
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

/** Ids are made by counting: a name from outside never stands where the notation expects its own words. */
function drawingOf(events: readonly GraphEvent[]): Drawing {
  const nodes = new Map<string, { id: string; label: string }>()
  const edges: Edge[] = []
  const node = (name: string) => {
    const known = nodes.get(name) ?? { id: `n${nodes.size + 1}`, label: name }
    nodes.set(name, known)
    return known.id
  }
  for (const event of events)
    for (const { to, label } of targetsOf(event))
      edges.push({ from: node(`run ${event.runId}`), to: node(to), label })
  return { nodes, edges }
}

/** What an event leads to, and in which words. */
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
