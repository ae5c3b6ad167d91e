import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { git, newRepository, temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const TESTS = 'Always run the migrations before the tests, otherwise they use an old schema'
const REACT = 'React components must not fetch data while rendering, because the request repeats'
const PYTHON = 'Python modules must not open database connections at import time'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
const agentStart = (...more: string[]) => mettle('inject', '--surface', 'agent-start', ...more)
const toolCall = (...more: string[]) => mettle('inject', '--surface', 'tool-call', ...more)

beforeEach(async () => {
  cwd = newRepository()
  git(cwd, 'remote', 'add', 'origin', 'https://example.com/team/Shop.git')
  environment = { METTLE_HOME: temporaryFolder(), METTLE_HOLDOUT_SHARE: '0' }
  await mettle('init')
  await mettle('learning', 'record', '--lesson', TESTS, '--category', 'convention')
  await mettle('learning', 'record', '--lesson', REACT, '--category', 'mistake')
  await mettle('learning', 'record', '--lesson', PYTHON, '--applies-to', 'code:plan-writer')
  await mettle('learn')
})

describe('at the start of an agent', () => {
  it('the block is what is meant for it, mistakes first', async () => {
    const { stdout, exitCode } = await agentStart('--agent', 'builder')
    expect(exitCode).toBe(0)
    expect(stdout.replace(/ #[0-9a-f]{5}$/gm, ' #id')).toBe(
      [
        '<organization-learnings agent="builder">',
        'Lessons from earlier runs for this agent:',
        `- ${REACT} (new) #id`,
        `- ${TESTS} (new) #id`,
        'If you use one, add a line to your last message: Applied: #id -> file:line',
        '</organization-learnings>',
        '',
      ].join('\n'),
    )
    expect((await agentStart('--agent', 'plan-writer')).stdout).toContain(PYTHON)
  })

  it('a claim in the form that the block shows is matched to the pattern', async () => {
    const { stdout: block } = await agentStart('--agent', 'builder', '--run', 'r0')
    const form = block.split('\n').find((line) => line.includes('Applied:'))!
    const id = /#[0-9a-f]{5}/.exec(block)![0]
    const claim = form.slice(form.indexOf('Applied:')).replace('#id', id).replace('file:line', 'src/a.ts:3')
    const claimed = (stdin: string) =>
      runCli(['learning', 'acknowledge', '--run', 'r0', '--json'], { cwd, environment, stdin })
    expect(JSON.parse((await claimed(claim)).stdout)).toMatchObject({ applied: [{ places: 1 }] })
    for (const repeated of [form, form.slice(form.indexOf('Applied:'))])
      expect(JSON.parse((await claimed(repeated)).stdout).applied).toEqual([])
    await agentStart('--agent', 'builder', '--run', 'r1')
    const message = `LEARNINGS_ACKNOWLEDGED\nApplied: "${TESTS}" -> [ran them first at src/a.ts:3]`
    const { stdout } = await runCli(['learning', 'acknowledge', '--run', 'r1', '--json'], {
      cwd,
      environment,
      stdin: message,
    })
    expect(JSON.parse(stdout)).toMatchObject({ acknowledged: true, applied: [{ how: 'exact', places: 1 }] })
  })

  it('what is for this repository is shown in all of its worktrees, what is for another in none', async () => {
    const here = 'The shop keeps its prices in cents, and never in floating point numbers'
    const there = 'The till keeps its receipts for ten years, and never deletes one earlier'
    await mettle('learning', 'record', '--lesson', here, '--repository', 'shop')
    await mettle('learning', 'record', '--lesson', there, '--repository', 'till')
    await mettle('learn')
    const worktree = join(temporaryFolder(), 'another-name')
    git(cwd, 'worktree', 'add', '-q', worktree)
    for (const place of [cwd, worktree]) {
      cwd = place
      const { stdout } = await agentStart('--agent', 'builder')
      expect([stdout.includes(here), stdout.includes(there)]).toEqual([true, false])
    }
    expect((await agentStart('--agent', 'builder', '--repository', 'till')).stdout).toContain(there)
  })
})

describe('before a tool call', () => {
  it('the block is what has to do with the step, once in a run', async () => {
    const call = ['--tool', 'Bash', '--command', 'cd api && npm test', '--run', 'r1']
    expect((await toolCall(...call)).stdout.replace(/ #[0-9a-f]{5}$/gm, ' #id')).toBe(
      [
        '<tool-learnings tool="Bash">',
        'Lessons from earlier runs about such a step:',
        `- ${TESTS} (new) #id`,
        '</tool-learnings>',
        '',
      ].join('\n'),
    )
    expect((await toolCall(...call)).stdout).toBe('')
    expect((await toolCall('--tool', 'Bash', '--command', 'ls -la')).stdout).toBe('')
  })

  it('why tells where a pattern was shown, and show for which repository it is', async () => {
    await toolCall('--tool', 'Bash', '--command', 'npm test')
    const { items: patterns } = JSON.parse((await mettle('pattern', 'list', '--json')).stdout) as {
      items: { pattern: { id: string; text: string } }[]
    }
    const { id } = patterns.find(({ pattern }) => pattern.text === TESTS)!.pattern
    const { stdout: why } = await mettle('pattern', 'why', id, '--details')
    expect(why).toContain('last shown before Bash as number 1 of 1')
    const edited = await mettle('pattern', 'edit', id, '--repository', 'Shop', '--reason', 'only there')
    expect(edited.stdout).toBe(`Edited ${id}\n  repositories\n    before: none\n    after:  shop\n`)
    expect((await mettle('pattern', 'show', id)).stdout).toMatch(/only in +shop/)
  })

  it('a .py file gets no pattern about components, whatever its folder is called', async () => {
    const folder = join(cwd, 'web', 'components')
    mkdirSync(folder, { recursive: true })
    const touched = async (name: string) => {
      writeFileSync(join(folder, name), '')
      return (await toolCall('--tool', 'Edit', '--file', join(folder, name), '--agent', 'plan-writer')).stdout
    }
    const python = await touched('view.py')
    expect([python.includes(PYTHON), python.includes(REACT)]).toEqual([true, false])
    const react = await touched('view.tsx')
    expect([react.includes(PYTHON), react.includes(REACT)]).toEqual([false, true])
  })

  it('leaves no receipt where nothing was shown', async () => {
    const { receipt } = JSON.parse((await toolCall('--tool', 'Bash', '--command', 'ls', '--json')).stdout)
    expect(receipt).toBe('')
  })
})

describe('a call that makes no sense', () => {
  it.each([
    [['inject', '--tool', 'Bash'], '--tool has no effect on the surface role-block.'],
    [['inject', '--surface', 'agent-start'], 'Which agent starts?'],
    [['inject', '--surface', 'agent-start', '--role', 'judge'], '--role has no effect on the surface agent-start.'],
    [['inject', '--surface', 'tool-call', '--tool', 'Bash'], 'Which tool is about to do what?'],
    [['inject', '--surface', 'agent-start', '--agent', 'a', '--sections'], '--sections has no effect'],
  ])('%j is refused with what to type', async (argv, message) => {
    const { exitCode, stderr } = await mettle(...argv)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('without a journal that can be used', () => {
  it('both let the agent go on', async () => {
    writeFileSync(join(cwd, '.mettle', 'journal.db'), 'this is no database at all '.repeat(200))
    for (const call of [
      ['--surface', 'agent-start', '--agent', 'a'],
      ['--surface', 'tool-call', '--tool', 'Bash', '--command', 'ls'],
    ]) {
      const { exitCode, stdout, stderr } = await mettle('inject', ...call)
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
      expect(stderr).toContain('Nothing this time: ')
    }
  })
})
