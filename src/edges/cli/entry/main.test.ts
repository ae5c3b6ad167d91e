import { describe, expect, it } from 'vitest'
import { runCli } from '../../../../test/front-doors/run-cli.ts'
import { UserError } from '../../../domain/user-error.ts'
import { type Command, defineCommand } from '../command.ts'
import type { Catalogue } from './catalogue.ts'

const learn = defineCommand({
  name: 'learn',
  summary: 'Turn what was captured into patterns.',
  arguments: [{ name: 'files', summary: 'What to read.', many: true }],
  options: {
    dryRun: { kind: 'switch', short: 'n', summary: 'Change nothing.' },
    limit: { kind: 'number', summary: 'At most so many.', default: 10, least: 1, most: 50, whole: true },
    offset: { kind: 'number', summary: 'Where to begin.' },
    axis: { kind: 'text', summary: 'Which one.', oneOf: ['lifecycle', 'maturity'] },
    label: { kind: 'list', summary: 'A label.' },
  },
  examples: ['mettle learn'],
  run: async (context, input) => context.show(input, () => JSON.stringify(input)),
})
const patternShow = defineCommand({
  name: 'pattern show',
  summary: 'Show one pattern.',
  arguments: [{ name: 'id', summary: 'Which pattern.', required: true }],
  options: { by: { kind: 'text', summary: 'Who asks.', required: true } },
  examples: ['mettle pattern show p1 --by me'],
  run: async (context, { id, by }) => context.show({ id, by }, () => `${id} for ${by}`),
})
const patternList = defineCommand({
  name: 'pattern list',
  summary: 'List the patterns.',
  examples: ['mettle pattern list'],
  run: async () => 3,
})
const failWith = (name: string, error: unknown) =>
  defineCommand({
    name,
    summary: 'Fail.',
    examples: [`mettle ${name}`],
    run: async () => {
      throw error
    },
  })

const everything = defineCommand({
  name: 'export',
  summary: 'Write everything.',
  options: { to: { kind: 'text', summary: 'Where.' } },
  examples: ['mettle export --to x'],
  run: async (context, { to }) => context.show({ to }, () => `to ${to}`),
})
const exportGraph = defineCommand({
  name: 'export graph',
  summary: 'Write the graph.',
  examples: ['mettle export graph'],
  run: async () => 0,
})

const task = defineCommand({
  name: 'task',
  summary: 'Begin a task.',
  options: { run: { kind: 'text', summary: 'Of which run.', required: true } },
  examples: ['mettle task --run r1'],
  run: async () => 0,
})
const taskList = defineCommand({
  name: 'task list',
  summary: 'List the tasks.',
  examples: ['mettle task list'],
  run: async () => 0,
})

const catalogue: Catalogue = [
  learn,
  everything,
  exportGraph,
  task,
  taskList,
  patternShow,
  patternList,
  failWith('fix', new UserError('not-initialised', 'There is no journal in /x.', 'mettle init')),
  failWith('crash', new TypeError('x is not a function')),
].map((command: Command) => ({
  name: command.name,
  group: 'Set up',
  summary: command.summary,
  load: async () => ({ command }),
}))

const run = (line: string, setting = {}) => runCli(line.split(' ').filter(Boolean), { catalogue, ...setting })
const inputOf = async (line: string) => JSON.parse((await run(`${line} --json`)).stdout)

describe('what is typed', () => {
  it('reaches the command under the names of its arguments and options', async () => {
    expect(await inputOf('learn a b --dry-run --limit 5 --axis maturity --label x --label=y')).toMatchObject({
      files: ['a', 'b'],
      dryRun: true,
      limit: 5,
      axis: 'maturity',
      label: ['x', 'y'],
    })
  })

  it('falls back to defaults', async () => {
    expect(await inputOf('learn')).toMatchObject({ files: [], dryRun: false, limit: 10, label: [] })
  })

  it('may have global options before the name, inside it and after it', async () => {
    for (const line of [
      '--json pattern show p --by me',
      'pattern --json show p --by me',
      'pattern show p --by me --json',
    ])
      expect((await run(line)).stdout).toBe('{"id":"p","by":"me"}\n')
  })

  it('may be like a name where it is the value of an option', async () => {
    expect((await run('export --to grpah')).stdout).toBe('to grpah\n')
  })

  it('may be negative where it is a number', async () => {
    expect(await inputOf('learn --offset -5')).toMatchObject({ offset: -5 })
    expect(await inputOf('learn --offset=-.5')).toMatchObject({ offset: -0.5 })
  })

  it('may look like an option after --', async () => {
    const { stdout } = await run('learn -- --limit')
    expect(JSON.parse(stdout).files).toEqual(['--limit'])
  })

  it('may join short switches', async () => {
    expect(await inputOf('learn -nq')).toMatchObject({ dryRun: true, quiet: true })
  })
})

describe('a mistake in what is typed', () => {
  it.each([
    ['lern', "'lern' is not a command. Did you mean 'learn'?", 'mettle help all lists every command.'],
    [
      'pattern lits',
      "'pattern lits' is not a command. Did you mean 'pattern list'?",
      'mettle pattern lists what it can do.',
    ],
    [
      'export grpah',
      "'export grpah' is not a command. Did you mean 'export graph'?",
      'mettle export lists what it can do.',
    ],
    ['export elsewhere', "'elsewhere' is one argument too many for 'mettle export'.", 'mettle export --help'],
    ['learn --dry-rum', "'--dry-rum' is not an option here. Did you mean '--dry-run'?", 'mettle learn --help'],
    ['learn -x', "'-x' is not an option here.", 'mettle learn --help'],
    ['learn --jsn', "'--jsn' is not an option here. Did you mean '--json'?", 'mettle learn --help'],
    ['learn --limit', '--limit needs a value: at most so many.', 'mettle learn --help'],
    ['learn --limit many', "--limit: 'many' is not a whole number from 1 to 50.", 'mettle learn --help'],
    ['learn --limit 51', "--limit: '51' is not a whole number from 1 to 50.", 'mettle learn --help'],
    ['learn --limit 1.5', "--limit: '1.5' is not a whole number from 1 to 50.", 'mettle learn --help'],
    ['learn --offset=', "--offset: '' is not a number.", 'mettle learn --help'],
    [
      'learn --axis maturty',
      "--axis: 'maturty' is not one of lifecycle, maturity. Did you mean 'maturity'?",
      'mettle learn --help',
    ],
    [
      'learn --label --dry-run',
      "--label needs a value, and '--dry-run' looks like an option.",
      'If it is meant: --label=--dry-run',
    ],
    ['learn --dry-run=no', "--dry-run takes no value, but got 'no'.", 'mettle learn --help'],
    ['pattern show --by me', '<id> is missing: which pattern.', 'mettle pattern show --help'],
    ['pattern show p', '--by is missing: who asks.', 'mettle pattern show --help'],
    [
      'pattern show p q --by me',
      "'q' is one argument too many for 'mettle pattern show'.",
      'mettle pattern show --help',
    ],
    ['--limit=5 learn', "'--limit' is before the command's name.", 'mettle learn … --limit'],
    ['learn --cwd nowhere', "--cwd: 'nowhere' is not a folder.", 'Give the path of a folder that exists.'],
    ['--nonsense', "'--nonsense' is not an option of mettle itself.", 'mettle --help'],
    ['help lern', "'lern' is not a command. Did you mean 'learn'?", 'mettle help all lists every command.'],
  ])('%s', async (line, message, hint) => {
    expect(await run(line)).toEqual({ exitCode: 2, stdout: '', stderr: `${message}\n${hint}\n` })
  })
})

describe('exit codes', () => {
  it('are 0, or what the command says', async () => {
    expect((await run('learn')).exitCode).toBe(0)
    expect((await run('pattern list')).exitCode).toBe(3)
  })

  it('are 1 for what the reader can fix, with the hint on its own line', async () => {
    expect(await run('fix')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'There is no journal in /x.\nmettle init\n',
    })
  })

  it('are 70 for our own bugs, with the stack', async () => {
    const { exitCode, stdout, stderr } = await run('crash')
    expect([exitCode, stdout]).toEqual([70, ''])
    expect(stderr).toMatch(/TypeError: x is not a function\n\s+at /)
    expect(stderr).toMatch(/please report it with the lines above\.\n$/)
  })
})

describe('errors under --json', () => {
  it('are one document on stdout, and nothing else', async () => {
    expect(await run('fix --json')).toEqual({
      exitCode: 1,
      stdout: '{"error":{"code":"not-initialised","message":"There is no journal in /x.","hint":"mettle init"}}\n',
      stderr: '',
    })
  })

  it('cover what is typed wrong, wherever --json stands', async () => {
    for (const line of ['lern --json', '--json lern', 'learn --json --nonsense']) {
      const { exitCode, stdout, stderr } = await run(line)
      expect([exitCode, stderr]).toEqual([2, ''])
      expect(JSON.parse(stdout).error.code).toBe('usage')
    }
  })

  it('cover our own bugs, with the stack as a field', async () => {
    const { exitCode, stdout, stderr } = await run('crash --json')
    expect([exitCode, stderr]).toEqual([70, ''])
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'internal', message: 'x is not a function' })
    expect(JSON.parse(stdout).error.stack).toMatch(/at /)
  })
})

describe('help', () => {
  it('is the same by option and by word', async () => {
    const byOption = await run('pattern show --help')
    expect(byOption.exitCode).toBe(0)
    expect(byOption.stdout).toContain('mettle pattern show <id> --by TEXT [options]')
    for (const line of ['help pattern show', 'pattern show -h', 'pattern show p1 --help', '-h pattern show'])
      expect((await run(line)).stdout).toBe(byOption.stdout)
  })

  it('is an overview for mettle alone', async () => {
    const { exitCode, stdout } = await run('')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/ {2}pattern +What Mettle learned: show, list\n/)
    expect(stdout).toContain('mettle help COMMAND')
    expect(stdout).not.toMatch(/ {2}learn /)
    for (const line of ['--help', 'help']) expect((await run(line)).stdout).toBe(stdout)
  })

  it('lists every command on request', async () => {
    const { exitCode, stdout } = await run('help all')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/ {2}learn +Turn what was captured into patterns\.\n/)
    expect(stdout).toMatch(/ {2}pattern +What Mettle learned: show, list\n/)
    expect(stdout).toContain('mettle compat')
  })

  it('of a group lists its commands', async () => {
    const { exitCode, stdout } = await run('pattern')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/pattern show .*\n.*pattern list /)
    expect(stdout).not.toContain('learn')
  })

  it('of a command with others beside it lists them where more is needed, and else it runs', async () => {
    expect((await run('task')).stdout).toMatch(/task list .*\n.*task +Begin a task/)
    expect((await run('task')).exitCode).toBe(0)
    expect((await run('export')).stdout).toBe('to undefined\n')
    expect((await run('export --help')).stdout).toContain('mettle export [options]')
  })

  it('is data under --json', async () => {
    const { items: commands } = JSON.parse((await run('--help --json')).stdout)
    expect(commands[0]).toEqual({ name: 'learn', summary: 'Turn what was captured into patterns.' })
    const command = JSON.parse((await run('learn --help --json')).stdout)
    expect(command.options.limit).toMatchObject({ kind: 'number', least: 1 })
  })

  it('tells the version', async () => {
    expect((await run('--version')).stdout).toBe('1.2.3\n')
    expect((await run('learn -V')).stdout).toBe('1.2.3\n')
    expect((await run('--version --json')).stdout).toBe('{"version":"1.2.3"}\n')
  })
})

describe('colours', () => {
  const isColoured = async (line: string, setting: object) => (await run(line, setting)).stdout.includes('\u001b[')

  it('are for a terminal', async () => {
    expect(await isColoured('', { terminal: 80 })).toBe(true)
    expect(await isColoured('', {})).toBe(false)
  })

  it('can be refused and forced', async () => {
    expect(await isColoured('--no-color', { terminal: 80 })).toBe(false)
    expect(await isColoured('', { terminal: 80, environment: { NO_COLOR: '1' } })).toBe(false)
    expect(await isColoured('', { environment: { FORCE_COLOR: '1' } })).toBe(true)
  })
})
