import { metrics } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { afterEach, describe, expect, it } from 'vitest'
import { METRICS } from '../../src/loop/journal/metrics.ts'
import { openFailureLog } from '../../src/machine/failure-log.ts'
import { findWorkspace } from '../../src/machine/files/workspace.ts'
import { openMetrics } from '../../src/machine/open-metrics.ts'
import { openMettle } from '../../src/open.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { adapterRuns } from '../worlds/adapter-runs.ts'

afterEach(() => metrics.disable())

/** A real provider with a real reader; what it has collected is told by name. */
function listen() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const provider = new MeterProvider({ readers: [reader] })
  metrics.setGlobalMeterProvider(provider)
  return async () => {
    await provider.forceFlush()
    const all = exporter
      .getMetrics()
      .at(-1)!
      .scopeMetrics.flatMap((scope) => scope.metrics)
    await provider.shutdown()
    return new Map(
      all.map(({ descriptor, dataPoints }) => [
        descriptor.name,
        { unit: descriptor.unit, points: dataPoints.map(({ attributes, value }) => ({ attributes, value })) },
      ]),
    )
  }
}

describe('metrics', () => {
  it('reach a real reader, under the documented names and units', async () => {
    const collect = listen()
    const cwd = temporaryFolder()
    const home = temporaryFolder()
    openFailureLog(home, findWorkspace(cwd).home).add({
      id: 'f1',
      at: 1,
      part: 'hook',
      code: 'store-busy',
      message: 'x',
    })
    const mettle = await openMettle({
      cwd,
      create: true,
      environment: { METTLE_HOME: home },
    })
    await adapterRuns(mettle, '++-')
    await mettle.recordOutcome({
      run: 'run-1',
      adapters: ['github'],
      retryCount: 0,
      result: 'success',
      qualityScore: 0.9,
    })
    await mettle.gate({ adapter: 'github' })
    await mettle.recordLearning({
      agent: 'builder',
      lesson: 'Always close the database handle before the temp folder is removed',
    })
    await mettle.learn()
    await mettle.inject({ role: 'builder', run: 'r9' })
    await mettle.close()
    const found = await collect()
    const points = (name: keyof typeof METRICS) => found.get(name)?.points
    expect(points('mettle.outcomes')).toEqual([
      { attributes: { result: 'success' }, value: 2 },
      { attributes: { result: 'failure' }, value: 1 },
    ])
    expect(points('mettle.failure_patterns')).toEqual([
      { attributes: { adapter: 'github', failure_type: 'auth' }, value: 1 },
    ])
    expect(points('mettle.reliability')).toEqual([{ attributes: { adapter: 'github' }, value: 0.733 }])
    expect(points('mettle.overlays.applied')).toMatchObject(
      expect.arrayContaining([{ attributes: { adapter: 'github', require_approval: true }, value: 1 }]),
    )
    expect(points('mettle.gate.decisions')).toEqual([{ attributes: { decision: 'needs-approval' }, value: 1 }])
    expect(points('mettle.loop.failures')).toEqual([{ attributes: { part: 'hook', code: 'store-busy' }, value: 1 }])
    expect(points('mettle.injections')).toMatchObject([{ value: 1 }])
    expect(points('mettle.hook.duration')?.map(({ attributes }) => attributes.action)).toEqual(['gate', 'inject'])
    expect([...found.keys()].sort()).toEqual(Object.keys(METRICS).sort())
    for (const [name, { unit }] of found) expect(METRICS[name as keyof typeof METRICS].unit).toBe(unit)
  })

  it('are not measured while nobody listens', async () => {
    expect(await openMetrics()).toBeUndefined()
  })
})
