import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const TEXT = 'Retries of the mailer have no upper bound in production'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
const record = (role: string, run: string, stdin: string, ...more: string[]) =>
  runCli(['deliberation', 'record', '--role', role, '--run', run, ...more], { cwd, environment, stdin })
const listing = (...lines: string[]) => `## Accumulated Patterns\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`

interface Listed {
  readonly pattern: { readonly id: string; readonly sightings: number }
}

async function patterns(...filter: string[]): Promise<Listed[]> {
  return JSON.parse((await mettle('pattern', 'list', '--all', '--json', ...filter)).stdout).items
}

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder(), USER: 'ann' }
  await mettle('init')
  await record('judge', 'r1', listing(TEXT))
})

describe('a grade that does not count', () => {
  it('says so when somebody penalises a pattern twice on a day without a run', async () => {
    const penalise = ['increment-ignore', '--role', 'judge', '--text', TEXT]
    expect((await mettle(...penalise)).stdout).toMatch(/^Penalised p-\w+: score 1\.00 -> 0\.\d\d /)
    const again = await mettle(...penalise)
    expect(again.stdout).toMatch(/^p-\w+ stays at score/)
    expect(again.stdout).toContain('it does not count: grades by hand count 1 a day')
    expect(JSON.parse((await mettle(...penalise, '--json')).stdout).note).toContain('it does not count')
    expect((await mettle(...penalise, '--run', 'r7')).stdout).toMatch(/^Penalised/)
  })

  it('says so when a second name reinforces a pattern on a day', async () => {
    const [{ pattern }] = (await patterns()) as [Listed]
    const reinforce = (by: string) => mettle('reinforce-patterns', '--ids', pattern.id, '--by', by)
    expect((await reinforce('bob')).stdout).toMatch(/^Reinforced/)
    expect((await reinforce('carol')).stdout).toContain('it does not count')
  })

  it('says so when one voice gives feedback on a second run of a day', async () => {
    const [{ pattern }] = (await patterns()) as [Listed]
    const praise = (run: string, ...more: string[]) =>
      mettle('feedback', 'record', 'pattern', pattern.id, '--type', 'helpful', '--run', run, '--by', 'bob', ...more)
    expect((await praise('r2')).stdout).not.toContain('does not count')
    expect((await praise('r3')).stdout).toContain('it does not count: a voice counts 1 a day for a pattern')
    expect(JSON.parse((await praise('r4', '--json')).stdout).note).toContain('bob has used that up')
  })
})

describe('the evidence of a deliberation', () => {
  const level = async (run: string, text: string) => {
    const { stdout } = await record('judge', run, text, '--files', 'src/mailer.ts', '--json')
    return JSON.parse(stdout).evidenceLevel
  }

  it('is not raised by output that no tool of the run printed', async () => {
    const pasted = '```\n$ npm test\n15 passed, 0 failed\n```'
    expect(await level('r2', 'I think the mailer is wrong.')).toBe(3)
    expect(await level('r3', `I think the mailer is wrong.\n\n${pasted}`)).toBe(3)
    expect(await level('r4', 'The mailer is wrong at src/mailer.ts:12.')).toBe(2)
    expect(await level('r5', `The mailer is wrong at src/mailer.ts:12.\n\n${pasted}`)).toBe(2)
    expect(await level('r6', 'The mailer is wrong at src/other.ts:12.')).toBe(3)
  })
})

describe('the name of a role', () => {
  it('is the same in whatever case it is written', async () => {
    await record('Judge', 'r2', listing(TEXT))
    await record('JUDGE', 'r3', listing(`${TEXT}, as the log shows`))
    for (const role of ['judge', 'JUDGE'])
      expect((await patterns('--role', role)).map(({ pattern }) => pattern.sightings)).toEqual([3])
  })
})
