import { expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'

const OWN = 'Retries hide timeouts because the client swallows the error'
const OTHER = 'Always close the database pool before the worker exits'
const IDLE = 'Never log the raw request body of a payment'
const FILES = ['src/pool.ts']
const verdict = (result: 'PASS' | 'FAIL') =>
  `<!-- x:verdict-json\n${JSON.stringify({ verdict: result, issues: [{ id: 'I1', severity: 'HIGH' }], must_fix: result === 'FAIL' ? ['I1'] : [], false_positives: [] })}\n-->`

/** A judge and an auditor that know a pattern or two; all are shown to the judge in each run. */
async function world() {
  const loop = testLoop()
  const learn = async (role: string, lessons: string[]) => {
    const text = `## Accumulated Patterns\n${lessons.map((lesson) => `- ${lesson}`).join('\n')}`
    const { patterns } = await loop.recordDeliberation({ text, role, run: `r0-${role}` })
    return patterns.map(({ pattern }) => pattern)
  }
  const [own] = await learn('judge', [OWN])
  const [other, idle] = await learn('auditor', [OTHER, IDLE])
  const judged = async (run: string, text: string, result: 'PASS' | 'FAIL' = 'PASS') => {
    const { items } = await loop.inject({ role: 'judge', run, budgetTokens: 5_000 })
    expect(items).toHaveLength(3)
    const said = `In src/pool.ts:4 \`end()\` is missing.\n\n${text}`
    await loop.recordDeliberation({ text: said, role: 'judge', run, changedFiles: FILES })
    await loop.correct({ validatorRole: 'inspector', run, verdict: verdict(result) })
  }
  return { loop, own: own!, other: other!, idle: idle!, judged }
}

it('a pattern was informed by those of other roles that were shown with it and used for the same PASS', async () => {
  const { loop, own, other, idle, judged } = await world()
  await judged('r1', `${OWN}.\n\n${OTHER}.`)
  await judged('r2', `${OWN}.\n\n${OTHER}.`)
  const tie = (pattern: string, role: string, text: string) => ({ pattern, role, text, runs: 2 })
  expect((await loop.pattern(own)).ties).toEqual({ informedBy: [tie(other, 'auditor', OTHER)], informs: [] })
  expect((await loop.pattern(other)).ties).toEqual({ informedBy: [], informs: [tie(own, 'judge', OWN)] })
  expect((await loop.pattern(idle)).ties).toBeUndefined()
  expect((await loop.why(own)).notes.at(-1)).toBe(`2 runs passed with the help of ${other} of auditor: ${OTHER}`)
})

it('what is told again, or rebuilt, is the same tie', async () => {
  const { loop, own, judged } = await world()
  await judged('r1', `${OWN}.\n\n${OTHER}.`)
  const { ties } = await loop.pattern(own)
  await judged('r1', `${OWN}.\n\n${OTHER}.`)
  await loop.rebuild()
  expect((await loop.pattern(own)).ties).toEqual(ties)
})

it.each([
  ['a FAIL', 'FAIL', `${OWN}.\n\n${OTHER}.`],
  ['one that was only shown', 'PASS', `${OWN}.`],
] as const)('%s ties nothing', async (_, result, text) => {
  const { loop, own, judged } = await world()
  await judged('r1', text, result)
  expect((await loop.pattern(own)).ties).toBeUndefined()
})

it('what was called a false positive in the run ties nothing', async () => {
  const { loop, own, other, judged } = await world()
  await judged('r1', `${OWN}.\n\n${OTHER}.`)
  await loop.penalisePattern({ pattern: other, run: 'r1', by: 'ada', reason: 'it does not hold here' })
  expect((await loop.pattern(own)).ties).toBeUndefined()
})

it('what another role of the run was shown ties nothing', async () => {
  const { loop, own, judged } = await world()
  await judged('r1', `${OWN}.`)
  const [builders] = (
    await loop.recordDeliberation({
      text: '## Accumulated Patterns\n- Pin images by digest rather than by tag',
      role: 'builder',
    })
  ).patterns
  await loop.inject({ role: 'builder', run: 'r1', budgetTokens: 5_000 })
  const applied = [{ pattern: builders!.pattern, file: FILES[0]!, line: 4 }]
  await loop.recordOutcome({ run: 'r1', result: 'success', files: FILES, applied })
  expect((await loop.pattern(own)).ties).toBeUndefined()
})
