import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../../test/front-doors/run-cli.ts'
import { temporaryFolder } from '../../../../test/repositories/repository.ts'
import { LAWS } from '../../compute/catalogue.ts'

const NOW = '2026-04-01T00:00:00Z'
const compute = (line: string, stdin?: string | readonly string[], setting = {}) =>
  runCli(['compute', ...line.split(' ').filter(Boolean)], {
    ...(stdin === undefined ? {} : { stdin }),
    ...setting,
  })

describe('mettle compute LAW', () => {
  it('prints the verdict as one line of JSON', async () => {
    expect(await compute(`decay --now ${NOW}`, '{"at":"2026-01-01"}')).toEqual({
      exitCode: 0,
      stdout: '{"value":0.5}\n',
      stderr: '',
    })
  })

  it('indents it for a person', async () => {
    expect((await compute(`decay --now ${NOW}`, '{"at":"2026-01-01"}', { terminal: 80 })).stdout).toBe(
      '{\n  "value": 0.5\n}\n',
    )
  })

  it('takes the time from --now, else from the object, else from the clock', async () => {
    const input = '{"at":"2026-01-01","now":"2026-04-01"}'
    expect((await compute('decay', input)).stdout).toBe('{"value":0.5}\n')
    expect((await compute('decay --now 2026-01-01', input)).stdout).toBe('{"value":1}\n')
    const setting = { now: Date.parse('2026-04-01') }
    expect((await compute('decay', '{"at":"2026-01-01"}', setting)).stdout).toBe('{"value":0.5}\n')
  })

  it('reads a file', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'in.json'), '\ufeff{"at":"2026-01-01"}')
    expect((await compute(`decay --now ${NOW} --input in.json`, undefined, { cwd })).stdout).toBe('{"value":0.5}\n')
    expect((await compute('decay --input none.json', undefined, { cwd })).stderr).toBe(
      'none.json does not exist.\nCheck the path; - reads standard input.\n',
    )
  })

  it.each([
    ['decay', '{"at":0,"halfLifeDays":0}', 1, 'halfLifeDays: must be greater than 0\n'],
    ['decay', '{"at":', 1, 'input: is not JSON: '],
    ['decay', '', 1, 'input: is not JSON: '],
    ['decay', '{"at":NaN}', 1, 'input: is not JSON: '],
    ['decay', '[]', 1, 'input: must be one JSON object.\n'],
    ['decay', '{"at":0,"now":"soon"}', 1, "now: 'soon' is not a time"],
    ['decay --now soon', '{"at":0}', 1, "now: 'soon' is not a time"],
    ['decya', '{}', 1, "'decya' is not a law. Did you mean 'decay'?\nmettle compute --list\n"],
    ['', '{}', 2, '<law> is missing: which one?\nmettle compute --list\n'],
    ['decay --batch', '', 2, "With --batch each line names its law, so 'decay' is one word too many.\n"],
    ['--batch --list', '', 2, '--batch and --list do not go together.\n'],
  ])('compute %s of %j fails', async (line, stdin, exitCode, message) => {
    const result = await compute(line, stdin)
    expect(result).toMatchObject({ exitCode, stdout: '' })
    expect(result.stderr.slice(0, message.length)).toBe(message)
  })

  it('tells a program the same on stdout', async () => {
    const { stdout } = await compute('decay --json', '{"at":0,"halfLifeDays":-1}')
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'input',
      message: 'halfLifeDays: must be greater than 0',
    })
  })

  it('does not wait for a person to type JSON', async () => {
    const { exitCode, stderr } = await compute('decay --no-color', undefined, { terminal: 80 })
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^The input of decay is read from standard input, and that is a terminal\.\n/)
  })
})

describe('mettle compute --batch', () => {
  const answers = async (lines: readonly unknown[], line = '', ending = 0) => {
    const stdin = lines.map((item) => `${typeof item === 'string' ? item : JSON.stringify(item)}\n`)
    const { exitCode, stdout, stderr } = await compute(`--batch ${line}`, stdin.join(''))
    expect([exitCode, stderr]).toEqual([ending, ''])
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text))
  }
  const decay = { law: 'decay', input: { at: '2026-01-01' } }

  it('answers each line in order, never stops at a bad one, and ends with 1 then', async () => {
    const lines = [
      { id: 'a', ...decay, now: NOW },
      'not json',
      '[1]',
      { id: 'b', law: 'decya', input: {} },
      { id: 'c', input: {} },
      { id: 'd', law: 'decay' },
      { id: 'e', law: 'decay', input: { at: 0, halfLifeDays: 0 } },
      { id: 'f', ...decay, now: 'soon' },
      { ...decay, now: NOW },
      { id: 7, ...decay, now: Date.parse(NOW) },
    ]
    const error = (code: string, message: unknown) => ({ code, message })
    expect(await answers(lines, '', 1)).toEqual([
      { id: 'a', output: { value: 0.5 } },
      { id: null, error: error('input', expect.stringMatching(/^line: is not JSON: /)) },
      { id: null, error: error('input', 'line: must be one JSON object with id, law and input.') },
      { id: 'b', error: error('unknown-law', "'decya' is not a law. Did you mean 'decay'?") },
      { id: 'c', error: error('input', 'law: is missing') },
      { id: 'd', error: error('input', 'input: is missing') },
      { id: 'e', error: error('input', 'halfLifeDays: must be greater than 0') },
      { id: 'f', error: error('input', expect.stringMatching(/^now: 'soon' is not a time/)) },
      { id: null, output: { value: 0.5 } },
      { id: 7, output: { value: 0.5 } },
    ])
  })

  it('computes at --now where a line has no time of its own', async () => {
    const [first, second] = await answers(
      [
        { id: 1, ...decay },
        { id: 2, ...decay, now: '2026-01-01' },
      ],
      `--now ${NOW}`,
    )
    expect([first.output.value, second.output.value]).toEqual([0.5, 1])
  })

  it('skips empty lines and reads Windows line ends', async () => {
    const text = JSON.stringify({ id: 1, ...decay, now: NOW })
    expect(await answers(['', `${text}\r`, '  '])).toEqual([{ id: 1, output: { value: 0.5 } }])
  })

  it('puts lines together however they arrive, and keeps line separators inside them', async () => {
    const line = JSON.stringify({ id: 'x\u2028y', ...decay, now: NOW })
    const { stdout } = await compute('--batch', [
      line.slice(0, 9),
      `${line.slice(9)}\n${line.slice(0, 3)}`,
      line.slice(3),
    ])
    const answer = JSON.stringify({ id: 'x\u2028y', output: { value: 0.5 } })
    expect(stdout).toBe(`${answer}\n${answer}\n`)
  })

  it('reads a file, and says so when it cannot', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'in.jsonl'), JSON.stringify({ id: 1, ...decay, now: NOW }))
    const { stdout } = await compute('--batch --input in.jsonl', undefined, { cwd })
    expect(stdout).toBe('{"id":1,"output":{"value":0.5}}\n')
    expect(await compute('--batch --input none.jsonl', undefined, { cwd })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^none\.jsonl does not exist\./),
    })
  })

  it('gives every law its worked number', async () => {
    const lines = LAWS.map(({ name, example }) => ({
      id: name,
      law: name,
      input: example.input,
      now: example.now,
    }))
    const all = await answers(lines, '--now 2026-01-01')
    expect(all).toMatchObject(LAWS.map(({ name, example }) => ({ id: name, output: example.output })))
  })
})

describe('mettle compute --list', () => {
  it('shows every law with its fields', async () => {
    const { stdout } = await compute('--list')
    for (const { name, summary } of LAWS)
      expect(stdout).toMatch(new RegExp(`^  ${name} +${summary.split(' ')[0]} `, 'm'))
    expect(stdout).toContain('{value?, at, halfLifeDays?, confidence?}')
  })

  it('gives a program the full schemas', async () => {
    const { items: laws } = JSON.parse((await compute('--list --json')).stdout)
    expect(laws.map((law: { name: string }) => law.name)).toEqual(LAWS.map(({ name }) => name))
    for (const law of laws) expect(law.input).toMatchObject({ type: 'object', properties: expect.any(Object) })
    expect(laws.find(({ name }: { name: string }) => name === 'decay').input.properties.halfLifeDays).toMatchObject({
      type: 'number',
      default: 90,
      exclusiveMinimum: 0,
    })
  })
})
