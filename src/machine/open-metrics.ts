import type { Attributes, Meter } from '@opentelemetry/api'
import { METRICS, type MetricName, type Metrics } from '../loop/journal/metrics.ts'

/** The global in which the API stores registrations; readable without loading the API. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1')

/** The metrics listener, if any. The API is loaded only if a program registered a meter provider before; otherwise, or without the package, measuring costs one lookup of a global. */
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
