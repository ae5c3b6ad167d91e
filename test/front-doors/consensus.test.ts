import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (argv: string[], stdin?: string) =>
  runCli(argv, { cwd, environment, ...(stdin === undefined ? {} : { stdin }) })
const vote = (agent: string, decision: string) => ({
  agent,
  decision,
  confidence: 0.9,
  reason: `${agent} says so`,
})

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle(['init'])
})

describe('mettle consensus', () => {
  it('tells the decision, the reasons and what each vote weighed, and exits by it', async () => {
    writeFileSync(join(cwd, 'votes.json'), JSON.stringify([vote('planner', 'approve'), vote('builder', 'approve')]))
    const { exitCode, stdout } = await mettle(['consensus', '--votes', 'votes.json', '--risk', 'low'])
    expect(exitCode).toBe(0)
    expect(stdout.split('\n')).toEqual([
      'approve',
      '  approval 1.000 reaches 0.55',
      '  rejection 0.000 is below 0.2',
      '',
      'AGENT    VOTE     SURE  TRUST  WEIGHT  WHY',
      'planner  approve  0.90   0.82    1.86  planner says so',
      'builder  approve  0.90   0.84    1.88  builder says so',
      '',
    ])
    const vetoed = { riskLevel: 'high', votes: [vote('planner', 'approve'), vote('security', 'reject')] }
    expect((await mettle(['consensus', '--votes', '-'], JSON.stringify(vetoed))).exitCode).toBe(4)
    const open = [vote('planner', 'needs-review')]
    expect((await mettle(['consensus', '--votes', '-', '--risk', 'low'], JSON.stringify(open))).exitCode).toBe(3)
  })

  it('names what is wrong with the votes', async () => {
    const wrong = await mettle(['consensus', '--votes', '-'], '[{"agent":"planner","decision":"maybe","confidence":2}]')
    expect(wrong.exitCode).toBe(1)
    expect(wrong.stderr).toContain("votes[0].decision: must be one of approve, needs-review, reject, not 'maybe'")
    expect((await mettle(['consensus', '--votes', '-', '--risk', 'low'], 'nonsense')).stderr).toContain('is not JSON')
    expect((await mettle(['consensus', '--votes', '-', '--risk', 'low'], 'null')).exitCode).toBe(1)
  })
})
