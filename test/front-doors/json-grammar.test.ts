import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineCommand, YES } from '../../src/edges/cli/command.ts'
import { CATALOGUE, type Catalogue } from '../../src/edges/cli/entry/catalogue.ts'
import { runCli } from './run-cli.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'mettle-json-'))
const cwd = join(folder, 'played')
const environment = { METTLE_HOME: join(folder, 'home'), HOME: folder }
const say = (...words: string[]) => runCli([...words, '--json'], { cwd, environment, now: NOW })
const read = async (...words: string[]) => JSON.parse((await say(...words)).stdout)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WHY = ['--reason', 'for the test']
const VOTES = '[{"agent":"planner","decision":"approve","confidence":0.9}]'
const file = (name: string, text: string) => {
  writeFileSync(join(cwd, name), text)
  return name
}
/** Ids of the played journal, by what they are of. */
const ids: Record<string, string> = {}

/** Beside what ends in `list`. */
const ALSO_LISTS = ['timeline', 'review', 'trust', 'config', 'pattern history', 'policy diff', 'compute']
/** By one of these an item of a list is told from the others. */
const NAMES = ['id', 'name', 'strategy', 'criterion', 'run', 'item', 'event']

/** What each command is called with; left out, nothing. Those that `null` stands for answer no JSON document. */
const CALLS: Readonly<Record<string, (() => string[]) | null>> = {
  init: () => ['--no-clients'],
  demo: () => ['--dir', '../again', '--runs', '3'],
  completion: () => ['bash'],
  'learning record': () => ['--lesson', 'Close the database before its folder is removed, or Windows keeps it locked'],
  'learning acknowledge': () => [
    '--run',
    ids.run!,
    '--message',
    file('said.txt', 'LEARNINGS_ACKNOWLEDGED: no_learnings (none fits)'),
  ],
  'iteration start': () => ['--run', 'r-json'],
  'build record': () => ['--run', 'r-json', '--passed'],
  'outcome record': () => ['--run', 'r-json', '--result', 'success'],
  'outcome merge': () => ['--run', ids.run!],
  'outcome watch': null,
  'outcome ci': () => ['--run', ids.run!, '--result', 'success'],
  'outcome review': () => ['--run', ids.run!, '--result', 'changes_requested', '--reviewer', 'ann'],
  'outcome import': () => [
    file('log.jsonl', '{"runId":"r-9","result":"success","postExecutionScore":0.9,"riskLevel":"low"}\n'),
  ],
  'outcome export': null,
  'plan record': () => ['--run', 'r-json', '--text', 'Split by feature'],
  'score record': () => ['--name', 'login', '--value', '0.8'],
  'feedback record': () => ['pattern', ids.pattern!, '--type', 'helpful'],
  'deliberation record': () => [
    file('42-judge-1.md', '# Verdict\n\nAlways close the database before its folder is removed.\n'),
    '--role',
    'judge',
    '--run',
    'r-json',
  ],
  'error record': () => ['--task', 't-1', '--message', 'Type error in src/a.ts'],
  'error resolve': () => [ids.error!],
  'error context': () => ['--task', 't-1'],
  'strike record': () => ['--task', 't-1', '--attempt', 'again', '--reason', 'it failed'],
  'strike clear': () => ['t-1', ...WHY],
  'strike prompt': () => ['t-1'],
  'session settle': () => ['--run', ids.session!],
  'session show': () => [ids.session!],
  inject: () => ['--role', 'builder', '--task', 'add an index'],
  'plan-prompt': () => ['--task', 'add an index'],
  correct: () => ['--validator-role', 'inspector', '--verdict', file('verdict.md', '## Verdict\n\nPASS\n')],
  hook: null,
  gate: () => ['github'],
  consensus: () => ['--risk', 'low', '--votes', file('votes.json', VOTES)],
  'approval answer': () => [ids.approval!, '--allow', ...WHY],
  'pattern show': () => [ids.pattern!],
  'pattern why': () => [ids.pattern!],
  'pattern history': () => [ids.pattern!],
  'pattern promote': () => [ids.pattern!, ...WHY],
  'pattern deprecate': () => [ids.pattern!, ...WHY],
  'pattern reset': () => [ids.pattern!, ...WHY],
  'rule add': () => ['Write every release note in English'],
  'rule remove': () => [ids.rule!],
  'pattern quarantine': () => [ids.pattern!, ...WHY],
  'pattern release': () => [ids.pattern!, ...WHY],
  'pattern edit': () => [ids.pattern!, '--text', 'Always close every database before its folder is removed', ...WHY],
  'pattern merge': () => [ids.pattern!, ids.other!, ...WHY],
  'strategy why': () => [ids.strategy!],
  'criterion why': () => [ids.criterion!],
  'receipt why': () => [ids.receipt!],
  'receipt show': () => [ids.receipt!],
  'policy why': () => ['github'],
  'policy loosen': () => ['github', '--retries', '5', ...WHY],
  'policy tighten': () => ['npm', '--approval', ...WHY],
  'policy acknowledge': () => ['github', 'auth', ...WHY],
  'policy annotate': () => ['github', 'Runs once a month.'],
  'goal use': () => ['reduce-failures'],
  'run show': () => [ids.run!],
  'export graph': null,
  export: () => ['--format', 'toon'],
  'rule export': () => ['--to', 'AGENTS.md'],
  undo: () => ['--run', ids.run!, '--dry-run'],
  replay: () => ['--as-of', '2026-11-01'],
  backtest: () => ['--policy', file('new.json', '{"inject":{"minScore":0.4}}'), '--receipts', '20'],
  backup: () => ['--out', '../copy.db'],
  restore: () => ['../copy.db', '--dry-run'],
  move: () => ['--to', '../moved.db'],
  forget: () => ['--dry-run'],
  import: () => [file('org-patterns.json', '{"schema_version":"1.0","patterns":[]}')],
  push: () => ['--dry-run'],
  pull: () => ['--dry-run'],
  'trust accept': null,
  mcp: null,
  serve: null,
  dashboard: null,
  'token create': () => ['--role', 'read', '--name', 'ann'],
  'token revoke': () => ['ann'],
  compute: () => ['--list'],
}

const OWN = CATALOGUE.filter(({ name }) => !name.startsWith('compat '))
/** These print a list as their whole answer. */
const LISTS = OWN.map(({ name }) => name).filter((name) => name.endsWith(' list') || ALSO_LISTS.includes(name))

const schema = z.fromJSONSchema(JSON.parse(readFileSync('docs/reference/json.schema.json', 'utf8')))

/** Where in a document a number stands that is a time. */
function timesIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isInteger(value) && value > 1e12 && value < 4e12 ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => timesIn(one, `${path}.${key}`))
}

/** Looks up what the commands below are called with. */
async function lookUp(): Promise<void> {
  const first = async (...words: string[]) => (await read(...words)).items[0]
  const [one, two] = (await read('pattern', 'list')).items
  Object.assign(ids, { pattern: one.id, other: two.id })
  ids.run = (await read('run', 'list', '--result', 'success')).items[0].id
  ids.session = (await first('session', 'list')).id
  ids.approval = (await first('approval', 'list')).id
  ids.strategy = (await first('strategy', 'list')).strategy
  ids.criterion = (await first('criterion', 'list')).criterion
  ids.rule = (await read('rule', 'add', 'Ask before you delete a branch')).id
  ids.receipt = (await read('inject', '--role', 'builder', '--task', 'add an index')).receipt
  ids.error = (await read('error', 'record', '--task', 't-1', '--message', 'Type error in src/a.ts')).id
  const record = {
    runId: 'r-auth',
    success: false,
    retryCount: 2,
    timeTakenMs: 1,
    qualityScore: 0.1,
    adaptersUsed: ['github'],
  }
  for (const runId of ['r-1', 'r-2', 'r-3'])
    await read('compat', 'ck-outcome', JSON.stringify({ ...record, runId, dominantFailureType: 'auth' }))
}

describe('--json', { timeout: 240_000 }, () => {
  beforeAll(async () => {
    await runCli(['demo', '--dir', 'played', '--runs', '40'], { cwd: folder, environment, now: NOW })
    await lookUp()
  }, 240_000)

  it('names only commands that exist', () => {
    const names = OWN.map(({ name }) => name)
    expect(Object.keys(CALLS).filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(LISTS)('mettle %s has items with an id or a name', async (name) => {
    const { items } = await read(...name.split(' '), ...(CALLS[name]?.() ?? []))
    const named = (item: object) => NAMES.some((key) => key in item)
    expect(items.filter((item: object) => !named(item))).toEqual([])
  })

  it.each(OWN.filter(({ name }) => CALLS[name] !== null).map(({ name }) => name))(
    'mettle %s answers by the one grammar',
    async (name) => {
      const { exitCode, stdout } = await say(...name.split(' '), ...(CALLS[name]?.() ?? []))
      const document = JSON.parse(stdout)
      expect(document.error, stdout.slice(0, 500)).toBeUndefined()
      expect([0, 1, 3, 4]).toContain(exitCode)
      expect(schema.safeParse(document).error).toBeUndefined()
      if (name !== 'compute') expect(timesIn(document)).toEqual([])
      if (LISTS.includes(name)) expect(document).toMatchObject({ items: expect.any(Array) })
    },
  )

  it('says what to add for the rest of a list, and what that prints', async () => {
    const all = (await read('run', 'list', '--limit', '1000')).items
    const some = await read('run', 'list', '--limit', '2')
    expect(some).toEqual({ items: all.slice(0, 2), total: null, next: '--limit 4' })
    expect((await read('run', 'list', ...some.next.split(' '))).items).toEqual(all.slice(0, 4))
    const page = await read('timeline', '--limit', '3')
    const next = await read('timeline', '--limit', '3', ...page.next.split(' '))
    expect((await read('timeline', '--limit', '6')).items).toEqual([...page.items, ...next.items])
    expect(await read('pattern', 'list', '--limit', '1')).toMatchObject({
      total: expect.any(Number),
      next: expect.stringMatching(/^--limit \d+$/),
    })
  })

  it('says the same of a failure, whatever the command', async () => {
    for (const words of [['pattern', 'why', 'p-none'], ['nonsense'], ['run', 'show']]) {
      const { stdout, stderr } = await say(...words)
      expect(schema.safeParse(JSON.parse(stdout)).error).toBeUndefined()
      expect(JSON.parse(stdout)).toEqual({
        error: { code: expect.any(String), message: expect.any(String), hint: expect.any(String) },
      })
      expect(stderr).toBe('')
    }
  })

  it('leaves the commands of other systems their own fields', async () => {
    expect(await read('compat', 'query-patterns', '--role', 'builder')).toEqual({
      patterns: expect.any(Array),
    })
    expect(await read('compat', 'decay')).toMatchObject({ decaysWhenRead: true, patterns: expect.any(Array) })
  })

  it('has a schema that refuses the shapes of before', () => {
    const isValid = (document: unknown) => schema.safeParse(document).success
    expect(isValid([])).toBe(false)
    expect(isValid({ items: [] })).toBe(false)
    expect(isValid({ items: [], total: 0, next: 3 })).toBe(false)
    expect(isValid({ error: 'no' })).toBe(false)
    expect(isValid({ items: [], total: null, next: '--limit 40' })).toBe(true)
  })

  it('exits as the table of docs/reference/json.md says', async () => {
    const page = readFileSync('docs/reference/json.md', 'utf8')
    const documented = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
    const asks = file(
      'mettle.policy.json',
      '{"version":1,"adapters":{"npm":{"requireApproval":true},"rm":{"deny":true}}}',
    )
    const load = async () => ({
      command: defineCommand({
        name: 'boom',
        summary: 'Fails.',
        examples: ['mettle boom'],
        run: () => Promise.reject(new Error('no')),
      }),
    })
    const boom: Catalogue = [{ name: 'boom', group: 'Advanced', summary: 'Fails.', load }]
    const setting = { cwd, environment, now: NOW }
    const seen = [
      (await say('status')).exitCode,
      (await say('pattern', 'why', 'p-none')).exitCode,
      (await say('patern')).exitCode,
      (await say('gate', 'npm')).exitCode,
      (await say('gate', 'rm')).exitCode,
      (await runCli(['boom'], { ...setting, catalogue: boom })).exitCode,
    ]
    rmSync(join(cwd, asks))
    expect(seen).toEqual(documented)
  })

  it('every command that asks takes --yes, the same one', async () => {
    const commands = await Promise.all(CATALOGUE.map(async ({ load }) => (await load()).command))
    const asking = commands.filter(({ options }) => 'yes' in options)
    expect(asking.map(({ name }) => name)).toEqual(['init', 'doctor', 'undo', 'restore'])
    for (const { options } of asking) expect(options.yes).toBe(YES)
  })
})
