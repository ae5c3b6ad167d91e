import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const LESSON = 'Always run the migrations before the tests, otherwise they use an old schema'

let cwd = ''
let environment: Record<string, string> = {}
let now = Date.parse('2026-01-01T00:00:00Z')
const mettle = (...argv: string[]) => {
  now += 60_000
  return runCli(argv, { cwd, environment, now })
}
const factsOf = async (type: string) => {
  const { items: facts } = JSON.parse((await mettle('timeline', '--json')).stdout) as {
    items: { id: string; type: string }[]
  }
  return facts.filter((fact) => fact.type === type)
}

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle('init')
  await mettle('learning', 'record', '--lesson', LESSON, '--run', 'run-1')
  await mettle('learn')
  await mettle('inject', '--role', 'builder', '--run', 'run-2')
})

describe('undo', () => {
  it('shows what would change, undoes it, and lets it count again', async () => {
    const [captured] = await factsOf('learning-captured.v1')
    const plan = (await mettle('undo', captured!.id, '--dry-run')).stdout
    expect((await mettle('undo', '1', '--dry-run')).stdout).toBe(plan)
    expect(plan).toMatch(/^Would undo: 3 events\.\n/)
    expect(plan).toContain(`learned: ${LESSON.slice(0, 40)}`)
    expect(plan).toContain('1 pattern would change:')
    expect(plan).toContain('shown 1 time, to run-2')
    expect(plan).toContain('Nothing was changed.')
    const done = (await mettle('undo', captured!.id, '--reason', 'it was forged', '--by', 'ada')).stdout
    expect(done).toMatch(/^Undone: 3 events\.\n/)
    expect((await mettle('pattern', 'list')).stdout).not.toContain('migrations')
    expect((await mettle('undo', captured!.id, '--reason', 'again')).stdout).toBe(
      'Nothing to undo: it no longer counts.\n',
    )
    expect((await mettle('timeline')).stdout).toContain('was undone by ada: it was forged')
    expect((await mettle('doctor')).stdout).toMatch(
      /none altered[\s\S]*^\d+ checks(?:, all fine|; to look at: \d+)\.$/m,
    )
    const [, undo] = done.match(/To reverse this: mettle undo (\S+) --reason "…"$/m)!
    expect((await mettle('undo', undo!, '--reason', 'it was right')).stdout).toMatch(/^Restored: /)
    expect((await mettle('pattern', 'list')).stdout).toContain('migrations')
  })

  it('repeats what it was asked when the reason is missing', async () => {
    const hint = async (...argv: string[]) => (await mettle('undo', ...argv)).stderr.split('\n')[1]
    const reason = '--reason "recorded for the wrong run"'
    expect(await hint('12')).toBe(`mettle undo 12 ${reason}`)
    expect(await hint('--run', 'run-2')).toBe(`mettle undo --run run-2 ${reason}`)
    expect(await hint('--source', 'other-team')).toBe(`mettle undo --source other-team ${reason}`)
  })

  it('parts two patterns that were merged, by the line that merging printed', async () => {
    await mettle('learning', 'record', '--lesson', 'Always close the door, or the cat runs out', '--run', 'run-3')
    await mettle('learn')
    const { items: patterns } = JSON.parse((await mettle('pattern', 'list', '--json')).stdout) as {
      items: { pattern: { id: string } }[]
    }
    const [into, from] = patterns.map(({ pattern }) => pattern.id)
    const merged = (await mettle('pattern', 'merge', from!, into!, '--reason', 'the same')).stdout
    const [, event] = merged.match(/to undo: mettle undo (\S+) --reason/)!
    expect((await mettle('pattern', 'list')).stdout).not.toContain(from)
    expect((await mettle('undo', event!, '--reason', 'they differ')).stdout).toMatch(/^Undone: 1 event\.\n/)
    expect((await mettle('pattern', 'list')).stdout).toContain(from)
  })

  it('rolls a run back in one command', async () => {
    const { stdout } = await mettle('undo', '--run', 'run-1', '--reason', 'a forged issue', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      changed: true,
      factsTotal: 3,
      radius: { patterns: [{ to: null }] },
    })
    expect((await mettle('run', 'list', '--json')).stdout).not.toContain('run-1')
  })

  it('says what is missing', async () => {
    const cases = [
      [['undo'], 2, 'Name what to undo'],
      [['undo', 'x'], 2, 'mettle undo x --reason'],
      [['undo', '--dry-run'], 2, 'an event, --run or --source'],
      [['undo', 'x', '--dry-run'], 1, "There is no event and no undo 'x'."],
      [['undo', '--source', 'nobody', '--dry-run'], 1, 'Sources in this journal: cli, mettle, person.'],
    ] as const
    for (const [argv, code, words] of cases) {
      const { exitCode, stderr } = await mettle(...argv)
      expect([exitCode, stderr]).toEqual([code, expect.stringContaining(words)])
    }
  })
})

describe('replay', () => {
  it('shows the past, and checks that the journal gives what is stored', async () => {
    const before = new Date(now).toISOString()
    await mettle('learning', 'record', '--lesson', 'Never edit a released migration', '--run', 'run-3')
    await mettle('learn')
    const { stdout } = await mettle('replay', '--as-of', before)
    expect(stdout).toMatch(/^As of 2026-01-01T\S+: 4 events, 1 pattern\.\n/)
    expect(stdout).not.toContain('released migration')
    expect((await mettle('replay', '--as-of', '2026-01-31', '--json')).stdout).toContain('released migration')
    expect((await mettle('replay', '--verify')).stdout).toMatch(
      /^The \d+ events give exactly the \d+ documents that are stored, byte for byte/,
    )
    const { exitCode, stderr } = await mettle('replay')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--as-of')])
  })
})

describe('receipt why --pattern', () => {
  it('tells why not, and what would change it', async () => {
    const { stdout } = await mettle('inject', '--role', 'builder', '--run', 'run-4', '--json')
    const { receipt } = JSON.parse(stdout) as { receipt: string }
    await mettle('learning', 'record', '--lesson', 'Never edit a released migration', '--run', 'run-3')
    await mettle('learn')
    const list = JSON.parse((await mettle('pattern', 'list', '--json')).stdout) as {
      items: { pattern: { id: string; text: string } }[]
    }
    const late = list.items.find(({ pattern }) => pattern.text.includes('released'))!.pattern.id
    const why = (await mettle('receipt', 'why', receipt, '--pattern', late)).stdout
    expect(why).toContain(`${late} did not exist yet`)
    expect(why).toContain('What would change it')
  })
})
