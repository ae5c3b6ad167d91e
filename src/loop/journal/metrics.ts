import type { LoopContext } from '../context.ts'

function metric<const A extends readonly string[]>(kind: Kind, unit: string, attributes: A, summary: string) {
  return { kind, unit, summary, attributes }
}

type Kind = 'counter' | 'gauge' | 'histogram'

/** All metrics. The reference page is generated from this table. */
export const METRICS = {
  'mettle.outcomes': metric('counter', '{outcome}', ['result'], 'Outcomes of runs and tasks that were recorded.'),
  'mettle.failure_patterns': metric(
    'counter',
    '{failure}',
    ['adapter', 'failure_type'],
    'Failures that were added to a failure pattern.',
  ),
  'mettle.reliability': metric(
    'gauge',
    '1',
    ['adapter'],
    'The reliability of an adapter, reported whenever an outcome changes it.',
  ),
  'mettle.overlays.applied': metric(
    'counter',
    '{overlay}',
    ['adapter', 'require_approval'],
    'Outcomes that moved the overlay on an adapter.',
  ),
  'mettle.injections': metric('counter', '{injection}', ['surface'], 'Blocks that runs were shown.'),
  'mettle.injection.tokens': metric('histogram', '{token}', ['surface'], 'The tokens of those blocks.'),
  'mettle.gate.decisions': metric('counter', '{decision}', ['decision'], 'Decisions of the gate.'),
  'mettle.hook.duration': metric('histogram', 'ms', ['action'], 'How long an agent waited for the loop.'),
  'mettle.loop.failures': metric(
    'counter',
    '{failure}',
    ['part', 'code'],
    'Failures of the loop after which the agent continued.',
  ),
}

export type MetricName = keyof typeof METRICS

/** A metrics listener. There is none unless a program registered a meter provider before opening the loop. */
export interface Metrics {
  record<N extends MetricName>(
    name: N,
    value: number,
    attributes: Readonly<Record<(typeof METRICS)[N]['attributes'][number], string | boolean>>,
  ): void
}

/** Combines listeners into one; undefined if there are none. */
export function joinMetrics(listeners: readonly (Metrics | undefined)[]): Metrics | undefined {
  const present = listeners.filter((listener) => listener !== undefined)
  if (present.length < 2) return present[0]
  return { record: (...given) => present.forEach((listener) => void listener.record(...given)) }
}

/** Reports how long an agent waited. */
export async function timed<T>(context: LoopContext, action: string, work: () => Promise<T>): Promise<T> {
  if (context.metrics === undefined) return work()
  const from = context.now()
  try {
    return await work()
  } finally {
    context.metrics.record('mettle.hook.duration', context.now() - from, { action })
  }
}
