import { describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { asMettle, testServer } from '../../../test/worlds/test-server.ts'
import { Figures } from './figures.ts'

function told(record: (figures: Figures) => void): string {
  const figures = new Figures()
  record(figures)
  return figures.text()
}

describe('figures', () => {
  it('add up counters by what they are about', () => {
    const text = told((figures) => {
      figures.record('mettle.gate.decisions', 1, { decision: 'allow' })
      figures.record('mettle.gate.decisions', 1, { decision: 'allow' })
      figures.record('mettle.gate.decisions', 1, { decision: 'deny' })
    })
    expect(text).toContain('# TYPE mettle_gate_decisions_total counter\n')
    expect(text).toContain('mettle_gate_decisions_total{decision="allow"} 2\n')
    expect(text).toContain('mettle_gate_decisions_total{decision="deny"} 1\n')
  })

  it('keep the last value of a gauge', () => {
    const text = told((figures) => {
      figures.record('mettle.reliability', 0.9, { adapter: 'npm' })
      figures.record('mettle.reliability', 0.5, { adapter: 'npm' })
    })
    expect(text).toContain('mettle_reliability{adapter="npm"} 0.5\n')
  })

  it('count up through the buckets of a histogram', () => {
    const text = told((figures) => {
      for (const tokens of [40, 60, 5_000]) figures.record('mettle.injection.tokens', tokens, { surface: 'plan' })
    })
    expect(text).toContain('mettle_injection_tokens_bucket{surface="plan",le="50"} 1\n')
    expect(text).toContain('mettle_injection_tokens_bucket{surface="plan",le="100"} 2\n')
    expect(text).toContain('mettle_injection_tokens_bucket{surface="plan",le="3200"} 2\n')
    expect(text).toContain('mettle_injection_tokens_bucket{surface="plan",le="+Inf"} 3\n')
    expect(text).toContain('mettle_injection_tokens_sum{surface="plan"} 5100\n')
  })

  it('cannot be broken by a name, nor grow without end', () => {
    const text = told((figures) => {
      figures.record('mettle.reliability', 1, { adapter: 'a"} 9\nevil 1\\' })
      for (let n = 0; n < 600; n++) figures.record('mettle.reliability', 1, { adapter: `a${n}` })
    })
    expect(text).toContain('mettle_reliability{adapter="a\\"} 9\\nevil 1\\\\"} 1\n')
    expect(text.match(/^mettle_reliability/gm)).toHaveLength(501)
  })

  it('are served to who may read, with how the loop stands', async () => {
    const loop = testLoop()
    await loop.recordOutcome({ run: 'r1', result: 'success', observedBy: 'test' })
    loop.pass(14)
    const server = testServer(asMettle(loop))
    const answer = await server.request('/metrics', { headers: { authorization: 'Bearer read' } })
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    expect(text).toMatch(/^(# (HELP|TYPE) mettle_\w+ .+\n|mettle_\w+(\{[^\n]*\})? [\d.]+\n)+$/)
    expect(text).toContain('mettle_policy_current 1\n')
    expect(text).toContain('mettle_parts_quiet 3\n')
    expect((await server.request('/metrics')).status).toBe(401)
  })
})
