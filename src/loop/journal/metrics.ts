import type { LoopContext } from '../context.ts'

/** Every figure that is handed to whoever listens. The reference page is made from this table. */
export const METRICS = {
  'mettle.outcomes': {
    kind: 'counter',
    unit: '{outcome}',
    summary: 'Outcomes of runs and tasks that were recorded.',
    attributes: ['result'],
  },
  'mettle.failure_patterns': {
    kind: 'counter',
    unit: '{failure}',
    summary: 'Failures that were added to a failure pattern.',
    attributes: ['adapter', 'failure_type'],
  },
  'mettle.reliability': {
    kind: 'gauge',
    unit: '1',
    summary: 'The reliability of an adapter, reported whenever an outcome changes it.',
    attributes: ['adapter'],
  },
  'mettle.overlays.applied': {
    kind: 'counter',
    unit: '{overlay}',
    summary: 'Outcomes that moved the overlay on an adapter.',
    attributes: ['adapter', 'require_approval'],
  },
  'mettle.injections': {
    kind: 'counter',
    unit: '{injection}',
    summary: 'Blocks that runs were shown.',
    attributes: ['surface'],
  },
  'mettle.injection.tokens': {
    kind: 'histogram',
    unit: '{token}',
    summary: 'The tokens of those blocks.',
    attributes: ['surface'],
  },
  'mettle.gate.decisions': {
    kind: 'counter',
    unit: '{decision}',
    summary: 'Decisions of the gate.',
    attributes: ['decision'],
  },
  'mettle.hook.duration': {
    kind: 'histogram',
    unit: 'ms',
    summary: 'How long an agent waited for the loop.',
    attributes: ['deed'],
  },
  'mettle.loop.failures': {
    kind: 'counter',
    unit: '{failure}',
    summary: 'Failures of the loop after which the agent continued.',
    attributes: ['part', 'code'],
  },
} as const satisfies Readonly<Record<string, Metric>>

export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly unit: string
  readonly summary: string
  readonly attributes: readonly string[]
}

export type MetricName = keyof typeof METRICS

/** Who listens. There is none unless a program registered a meter provider before it opened the loop. */
export interface Metrics {
  record<N extends MetricName>(
    name: N,
    value: number,
    attributes: Readonly<Record<(typeof METRICS)[N]['attributes'][number], string | boolean>>,
  ): void
}

/** All who listen as one; undefined when nobody does. */
export function joinMetrics(listeners: readonly (Metrics | undefined)[]): Metrics | undefined {
  const present = listeners.filter((listener) => listener !== undefined)
  if (present.length < 2) return present[0]
  return { record: (...told) => present.forEach((listener) => void listener.record(...told)) }
}

/** Tells whoever listens how long an agent waited. */
export async function timed<T>(context: LoopContext, deed: string, work: () => Promise<T>): Promise<T> {
  if (context.metrics === undefined) return work()
  const from = context.now()
  try {
    return await work()
  } finally {
    context.metrics.record('mettle.hook.duration', context.now() - from, { deed })
  }
}
