import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
const journal = () => join(cwd, '.mettle', 'journal.db')

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder(), METTLE_INJECT_DEADLINE_MS: '120' }
  await mettle('init')
  await mettle('learning', 'record', '--lesson', LESSON)
  await mettle('learn')
})

const faults: [string, () => () => void][] = [
  [
    'locked',
    () => {
      const Database = sqliteEngine()
      const holder = new Database(journal(), { timeout: 0 })
      holder.exec('BEGIN EXCLUSIVE')
      return () => holder.close()
    },
  ],
  [
    'corrupt',
    () => {
      for (const suffix of ['-wal', '-shm']) rmSync(`${journal()}${suffix}`, { force: true })
      writeFileSync(journal(), 'this is not a database, not even nearly'.repeat(100))
      return () => rmSync(journal())
    },
  ],
  [
    'a folder',
    () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${journal()}${suffix}`, { force: true })
      mkdirSync(journal())
      return () => rmSync(journal(), { recursive: true })
    },
  ],
]

describe.each(faults)('with a journal that is %s', (_name, breakIt) => {
  it('inject prints nothing, exits 0, and the failure is counted and shown', async () => {
    const fix = breakIt()
    const { exitCode, stdout, stderr } = await mettle('inject', '--role', 'builder')
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
    expect(stderr).toContain('Nothing this time: ')
    expect((await mettle('inject', '--role', 'builder', '--json')).stdout).toMatch(
      /^\{"block":"","items":\[\],"failure":\{"code":"store-/,
    )
    fix()
    await mettle('init')
    const { failures, lastFailure } = JSON.parse((await mettle('status', '--json')).stdout)
    expect(failures).toBe(2)
    expect(lastFailure.code).toMatch(/^store-/)
    expect((await mettle('doctor')).stdout).toMatch(/warning {2}failures: 2 recorded, the last in inject: /)
  })
})

describe('without a journal', () => {
  it('inject lets the agent go on', async () => {
    rmSync(join(cwd, '.mettle'), { recursive: true })
    const { exitCode, stdout, stderr } = await mettle('inject')
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
    expect(stderr).toContain('There is no journal in ')
    expect(stderr).toContain('mettle init')
    await mettle('init')
    expect(JSON.parse((await mettle('status', '--json')).stdout).failures).toBe(0)
  })
})

describe('inject', () => {
  it('still refuses a call that is wrong in itself', async () => {
    expect((await mettle('inject', '--budget', 'much')).exitCode).toBe(2)
    expect((await mettle('inject', '--run', '../x')).exitCode).toBe(1)
  })

  it('leaves failures that cannot be recorded yet for later, and readers go on meanwhile', async () => {
    const free = faults[0]![1]()
    await mettle('inject')
    free()
    const Database = sqliteEngine()
    const writer = new Database(journal(), { timeout: 0 })
    writer.exec('BEGIN IMMEDIATE')
    const held = await mettle('status', '--json', '--set', 'store.waitMs=20')
    writer.close()
    expect(JSON.parse(held.stdout)).toMatchObject({ failures: 0 })
    expect(JSON.parse((await mettle('status', '--json')).stdout)).toMatchObject({ failures: 1 })
  })

  it('counts a failure once, though the line behind it was torn', async () => {
    const holder = faults[0]![1]()
    await mettle('inject')
    holder()
    const folder = join(environment.METTLE_HOME!, 'failures')
    const [name] = (await import('node:fs')).readdirSync(folder)
    writeFileSync(join(folder, name!), '{"id":"torn', { flag: 'a' })
    for (let i = 0; i < 3; i++) await mettle('status')
    expect(JSON.parse((await mettle('status', '--json')).stdout).failures).toBe(1)
    truncateSync(journal(), 0)
  })

  it('shows everything to the first runs of a project, and withholds after', async () => {
    environment = { ...environment, METTLE_HOLDOUT_SHARE: '0.5', METTLE_HOLDOUT_AFTER_RUNS: '5' }
    const blocks: string[] = []
    for (let run = 0; run < 40; run++) blocks.push((await mettle('inject', '--run', `run-${run}`)).stdout)
    expect(blocks.slice(0, 4).every((block) => block.includes(LESSON))).toBe(true)
    expect(blocks.slice(5).some((block) => block === '')).toBe(true)
    expect((await mettle('inject', '--run', 'run-0')).stdout).toContain(LESSON)
  })
})

/** What a pipeline calls between the steps of its agents: a line that works, one that makes no sense, and one that is refused. */
const CALLS: Record<string, { works: string[]; senseless: string[]; refused?: string[] }> = {
  'learning record': {
    works: ['--lesson', `${LESSON} twice`],
    senseless: [],
    refused: ['--lesson', LESSON, '--run', '../x'],
  },
  'learning acknowledge': {
    works: ['--run', 'r1', '--message', 'said.md'],
    senseless: [],
    refused: ['--run', '../x', '--message', 'said.md'],
  },
  'iteration start': { works: ['--run', 'r1'], senseless: [], refused: ['--run', '../x'] },
  'build record': { works: ['--run', 'r1', '--passed'], senseless: [], refused: ['--run', '../x', '--passed'] },
  'outcome record': {
    works: ['--run', 'r1', '--result', 'success'],
    senseless: ['--retries', 'x'],
    refused: ['--run', '../x', '--result', 'success'],
  },
  'plan record': {
    works: ['--run', 'r1', '--text', 'Split by feature'],
    senseless: [],
    refused: ['--run', '../x', '--text', 'Split by feature'],
  },
  'score record': {
    works: ['--name', 'evals', '--value', '0.6'],
    senseless: ['--name', 'evals'],
    refused: ['--name', 'evals', '--value', '0.6', '--run', '../x'],
  },
  'feedback record': {
    works: ['criterion', 'type_safe', '--type', 'helpful'],
    senseless: ['criterion', 'type_safe', '--type', 'splendid'],
    refused: ['pattern', 'none', '--type', 'helpful'],
  },
  'deliberation record': {
    works: ['said.md', '--role', 'judge', '--run', 'r1'],
    senseless: ['--nothing'],
    refused: ['none.md', '--role', 'judge'],
  },
  'error record': {
    works: ['--task', 't1', '--message', 'tsc failed'],
    senseless: [],
    refused: ['--task', '../t', '--message', 'tsc failed'],
  },
  'error resolve': { works: ['ERROR'], senseless: [], refused: ['none'] },
  'error context': { works: ['--task', 't1'], senseless: ['--nothing'] },
  'strike record': {
    works: ['--task', 't1', '--attempt', 'again', '--reason', 'no'],
    senseless: ['--task', 't1'],
    refused: ['--task', '../t', '--attempt', 'again', '--reason', 'no'],
  },
  'strike prompt': { works: ['t1'], senseless: [] },
  'strike clear': { works: ['t1', '--reason', 'done'], senseless: [], refused: ['../t', '--reason', 'done'] },
  'plan-prompt': { works: ['--task', 'log in'], senseless: ['--nothing'] },
  learn: { works: [], senseless: ['--nothing'] },
  correct: {
    works: ['--verdict', 'verdict.md', '--validator-role', 'inspector', '--run', 'r1'],
    senseless: [],
    refused: ['--verdict', 'none.md', '--run', 'r1'],
  },
  'compat insert': {
    works: ['said.md', '--role', 'judge', '--run', 'r1'],
    senseless: ['--nothing'],
    refused: ['none.md'],
  },
  'compat store-pattern': { works: ['--role', 'judge', '--text', LESSON], senseless: [] },
  'compat query-patterns': { works: ['--role', 'judge'], senseless: ['--limit', 'x'] },
  'compat increment-ignore': {
    works: ['--role', 'judge', '--text', LESSON, '--run', 'r1'],
    senseless: [],
    refused: ['--role', 'judge', '--text', LESSON, '--run', '../x'],
  },
  'compat reinforce-patterns': {
    works: ['--role', 'judge', '--ids', 'PATTERN', '--run', 'r1'],
    senseless: [],
    refused: ['--ids', 'none'],
  },
  'compat outcome-score': {
    works: ['--run', 'r1', '--outcome', 'merged'],
    senseless: [],
    refused: ['--run', '../x', '--outcome', 'merged'],
  },
  'compat decay': { works: [], senseless: ['--nothing'] },
  'compat process-learnings': { works: [], senseless: ['--nothing'] },
  'compat tool': {
    works: ['swarm_check_strikes', '{"bead_id":"t1","action":"check"}'],
    senseless: ['--nothing'],
    refused: ['swarm_check_strikes', '{"bead_id":7}'],
  },
  'compat outcome': {
    works: '--run r9 --success true --retries 0 --time-ms 5 --quality 1'.split(' '),
    senseless: ['--run', 'r9'],
    refused: '--run ../x --success true --retries 0 --time-ms 5 --quality 1'.split(' '),
  },
  'compat ck-outcome': {
    works: ['{"runId":"r8","result":"success","postExecutionScore":0.9,"riskLevel":"low"}'],
    senseless: [],
    refused: ['{"runId":"r8"}'],
  },
  'compat ck-outcome-file': { works: ['outcome.json'], senseless: [], refused: ['none.json'] },
}

describe('what a pipeline calls between the steps of its agents', () => {
  let ids: Record<string, string> = {}
  const call = async (name: string, words: string[]) => {
    const { exitCode, stderr } = await mettle(...name.split(' '), ...words.map((word) => ids[word] ?? word))
    return { call: [name, ...words].join(' '), exitCode, stderr }
  }

  beforeEach(async () => {
    writeFileSync(join(cwd, 'said.md'), `J1 ${LESSON}\n\n## Accumulated Patterns\n- ${LESSON}\n`)
    writeFileSync(
      join(cwd, 'verdict.md'),
      '<!-- jkz:verdict-json {"verdict":"PASS","issues":[],"must_fix":[],"false_positives":[]} -->',
    )
    writeFileSync(
      join(cwd, 'outcome.json'),
      '{"runId":"r7","result":"success","postExecutionScore":0.9,"riskLevel":"low"}',
    )
    const recorded = await mettle('error', 'record', '--task', 't1', '--message', 'tsc failed first', '--json')
    await mettle('compat', 'store-pattern', '--role', 'judge', '--text', LESSON)
    const { items } = JSON.parse((await mettle('pattern', 'list', '--role', 'judge', '--json')).stdout)
    ids = { ERROR: JSON.parse(recorded.stdout).id, PATTERN: items[0].pattern.id }
  })

  it('is every command that records something', () => {
    const records = CATALOGUE.map(({ name }) => name).filter((name) => / record$/.test(name))
    expect(records.length).toBeGreaterThan(8)
    expect(Object.keys(CALLS)).toEqual(expect.arrayContaining(records))
  })

  it('exits 0 if it works, 2 if it makes no sense, and 1 if what it says is refused', async () => {
    const found: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    for (const [name, { works, senseless, refused }] of Object.entries(CALLS)) {
      const codes = [works, senseless, ...(refused === undefined ? [] : [refused])].map((words) => call(name, words))
      found[name] = (await Promise.all(codes)).map(({ exitCode }) => exitCode)
      wanted[name] = [0, 2, ...(refused === undefined ? [] : [1])]
    }
    expect(found).toEqual(wanted)
  }, 120_000)

  it('goes on if the journal is damaged, and each failure is counted', async () => {
    const fix = faults[1]![1]()
    for (const [name, { works, senseless }] of Object.entries(CALLS)) {
      const stderr = expect.stringMatching(/^Nothing (?:was recorded|this time): [\s\S]*\nmettle doctor\n$/)
      expect(await call(name, works)).toMatchObject({ exitCode: 0, stderr })
      if (senseless.length > 0) expect(await call(name, senseless)).toMatchObject({ exitCode: 2 })
    }
    fix()
    await mettle('init')
    const { failures } = JSON.parse((await mettle('status', '--json')).stdout)
    expect(failures).toBe(Object.keys(CALLS).length)
  }, 120_000)
})
