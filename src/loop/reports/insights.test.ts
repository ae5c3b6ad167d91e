import { describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { insights } from './insights.ts'

const report = (verdict: 'PASS' | 'FAIL', summary = 'Token is logged', line = 1) =>
  `Report.\n<!-- x:verdict-json\n${JSON.stringify({
    verdict,
    issues: verdict === 'FAIL' ? [{ id: 'J1', severity: 'HIGH', summary, location: `src/a.ts:${line}` }] : [],
    must_fix: verdict === 'FAIL' ? ['J1'] : [],
    false_positives: [],
  })}\n-->`

/** A judge says FAIL, PASS, FAIL on one issue; the inspector passes everything. */
async function pipeline() {
  const loop = testLoop()
  for (const [i, verdict] of (['FAIL', 'PASS', 'FAIL'] as const).entries()) {
    const run = `r${i}`
    const text = report(verdict, 'Token is logged', i + 1)
    await loop.recordDeliberation({ role: 'judge', run, issue: '7', phase: 'review', text })
    await loop.correct({ validatorRole: 'inspector', run, verdict: report('PASS') })
    loop.pass(1)
  }
  return loop
}

describe('insights', () => {
  it('are read from deliberations and the verdicts on them', async () => {
    const given = await (await pipeline()).insights()
    expect(given).toMatchObject({ runs: 3, verdicts: 6, enough: false, read: { facts: 6, capped: false } })
    expect(given.roles).toMatchObject([
      { role: 'inspector', passRate: { value: 1, n: 3 }, judgement: 'fine' },
      { role: 'judge', passRate: { value: 1 / 3, n: 3 }, judgement: 'low' },
    ])
    expect(given.pairs).toMatchObject([
      { agreement: { value: 1 / 3, n: 3 }, asymmetry: { challengerOnly: 2, validatorOnly: 0 } },
    ])
    expect(given.recurring).toMatchObject([{ state: 'regressed', raised: 2, regressed: 1, file: 'src/a.ts' }])
  })

  it('tell how the runs end that use a skill, when asked', async () => {
    const loop = await pipeline()
    for (const [i, result] of (['success', 'failure', 'unknown'] as const).entries())
      await loop.recordOutcome({ run: `r${i}`, result, skills: ['Review', 'docs'].slice(0, 2 - i) })
    expect((await loop.insights()).skills).toBeUndefined()
    expect((await loop.insights({ skills: true, role: 'judge' })).skills).toMatchObject([
      { skill: 'review', runs: 2, failures: 1, passRate: { value: 0.5, n: 2 }, judgement: 'fine' },
      { skill: 'docs', runs: 1, failures: 0, judgement: 'not enough data' },
    ])
  })

  it('say when they rest on the newest facts only', async () => {
    const { context } = await pipeline()
    const given = await insights(context, {}, 3)
    expect(given.read).toEqual({ facts: 3, most: 3, capped: true, total: 6, archived: 0 })
    expect(given.verdicts).toBe(3)
  })

  it('read page after page', async () => {
    const loop = testLoop()
    for (let i = 0; i < 205; i++) await loop.recordDeliberation({ role: 'judge', run: `r${i}`, text: report('PASS') })
    expect(await loop.insights()).toMatchObject({ runs: 205, enough: true, read: { facts: 205 } })
  })

  it('of an empty journal are not enough data', async () => {
    expect(await testLoop().insights({ trends: true })).toMatchObject({
      verdicts: 0,
      enough: false,
      roles: [],
    })
  })
})
