import type { Attributes, Meter } from '@opentelemetry/api'
import { METRICS, type MetricName, type Metrics } from '../loop/journal/metrics.ts'

/** Where the API keeps what a program has registered; it is there to be found without loading the API. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1')

/** Whoever listens, or nobody. The API is loaded only where a program has registered a meter provider before; without one, or without the package, measuring costs one look at a global. */
export async function openMetrics(): Promise<Metrics | undefined> {
  const registry = (globalThis as Record<symbol, unknown>)[REGISTRY] as { metrics?: unknown } | undefined
  if (registry?.metrics === undefined) return undefined
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (api === undefined) return undefined
  const meter = api.metrics.getMeter('mettle')
  const instruments = new Map<MetricName, (value: number, attributes: Attributes) => void>()
  return {
    record(name, value, attributes) {
      const tell = instruments.get(name) ?? instrumentOf(name, meter)
      instruments.set(name, tell)
      tell(value, attributes)
    },
  }
}

function instrumentOf(name: MetricName, meter: Meter): (value: number, attributes: Attributes) => void {
  const { kind, unit, summary: description } = METRICS[name]
  if (kind === 'counter') {
    const counter = meter.createCounter(name, { unit, description })
    return (value, attributes) => counter.add(value, attributes)
  }
  const instrument =
    kind === 'gauge'
      ? meter.createGauge(name, { unit, description })
      : meter.createHistogram(name, { unit, description })
  return (value, attributes) => instrument.record(value, attributes)
}
