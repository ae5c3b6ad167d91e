import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle('init')
})

interface View {
  readonly pattern: { readonly id: string; readonly text: string; readonly sightings: number }
  readonly standing: { readonly lifecycle: string }
  readonly conflicts?: readonly { readonly pattern: string; readonly state: string }[]
}

/** Records what the judge of a run has accumulated. */
async function state(run: string, ...lines: string[]) {
  const text = `## Accumulated Patterns\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
  const { exitCode, stderr } = await runCli(['deliberation', 'record', '--role', 'judge', '--run', run], {
    cwd,
    environment,
    stdin: text,
  })
  expect(exitCode, stderr).toBe(0)
}

async function patterns(): Promise<View[]> {
  const { stdout } = await mettle('pattern', 'list', '--all', '--json')
  return JSON.parse(stdout).items
}

async function patternThatSays(words: string): Promise<View> {
  return (await patterns()).find(({ pattern }) => pattern.text.includes(words))!
}

describe('two lessons that contradict each other', () => {
  const pairs = [
    ['Port 8080 is used by the metrics exporter', 'Port 9090 is used by the metrics exporter'],
    ['Always build the image with Node 18', 'Always build the image with Node 22'],
    ['Always enable the cache of the bundler', 'Disable the cache of the bundler'],
    ['Always use `pnpm install`, not `npm ci`', 'Always use `npm ci`, not `pnpm install`'],
  ] as const

  it.each(pairs)('are two patterns in conflict: %j and %j', async (first, second) => {
    await state('r1', first)
    await state('r2', second)
    const found = await patterns()
    expect(found.map(({ pattern }) => pattern.sightings)).toEqual([1, 1])
    expect(found.flatMap(({ conflicts = [] }) => conflicts.map(({ state }) => state))).toEqual(['open', 'open'])
  })

  it('are both kept when one deliberation states them', async () => {
    await state('r1', ...pairs[1])
    expect((await patterns()).map(({ conflicts }) => conflicts?.length)).toEqual([1, 1])
  })

  it('are shown in list, show, why and status as something to decide', async () => {
    await state('r1', pairs[0][0])
    await state('r2', pairs[0][1])
    const { pattern: old } = await patternThatSays('8080')
    const { pattern: other } = await patternThatSays('9090')
    expect((await mettle('pattern', 'list')).stdout).toContain(`${old.id} contradicts ${other.id}`)
    for (const command of ['show', 'why'])
      expect((await mettle('pattern', command, old.id)).stdout).toContain(
        `contradicts ${other.id} (one says 9090, the other 8080)`,
      )
    expect((await mettle('status')).stdout).toMatch(/^conflicts +p-\w+ and p-\w+ contradict each other/m)
    expect(JSON.parse((await mettle('status', '--json')).stdout).conflicts).toHaveLength(1)
  })

  it('are settled when two newer runs state one of them', async () => {
    await state('r1', pairs[0][0])
    await state('r2', pairs[0][1])
    await state('r3', 'In this project, port 9090 is used by the metrics exporter')
    const { pattern: old } = await patternThatSays('8080')
    const why = await mettle('pattern', 'why', old.id)
    expect(why.stdout).toMatch(/are not shown it: newer runs state p-\w+ instead, which contradicts it/)
    expect((await mettle('status')).stdout).not.toContain('conflicts ')
    await state('r4', pairs[0][0])
    expect((await mettle('status')).stdout).toContain('conflicts ')
  })

  it('are settled by a person who promotes one of them', async () => {
    await state('r1', pairs[0][0])
    await state('r2', pairs[0][1])
    const { pattern: old } = await patternThatSays('8080')
    const { pattern: other } = await patternThatSays('9090')
    const { stdout } = await mettle('pattern', 'promote', old.id, '--reason', 'I looked')
    expect(stdout).toContain(`${other.id} contradicts it and is now retired`)
    expect((await mettle('status')).stdout).not.toContain('conflicts ')
  })
})

describe('the lines of the section in which a role lists its patterns', () => {
  it('are kept, or refused with the reason', async () => {
    const lines = ['Deploys are done from main only', 'Always use pnpm', 'Looks good to me']
    const table = '| # | Pattern |\n|---|---|\n| 1 | The staging queue drops large messages |'
    const stdin = `## Accumulated Patterns\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${table}\n`
    const { stdout } = await runCli(['deliberation', 'record', '--role', 'judge'], {
      cwd,
      environment,
      stdin,
    })
    expect((await patterns()).map(({ pattern }) => pattern.text).toSorted()).toEqual([
      'Always use pnpm',
      'Deploys are done from main only',
      'The staging queue drops large messages',
    ])
    expect(stdout).toContain('refused: Looks good to me (it is what someone did)')
  })
})

describe('a lesson that is said again in other words', () => {
  it.each([
    ['Always use `pnpm install`, not `yarn install`', '`yarn install` keeps failing; `pnpm install` fixes it'],
    ['Run the migrations before you start the server', 'Before you start the server, run the migrations'],
    ['Never commit directly to the main branch', 'Do not commit to the main branch directly'],
  ])('is one pattern: %j and %j', async (first, second) => {
    await state('r1', first)
    await state('r2', second)
    expect((await patterns()).map(({ pattern }) => pattern.sightings)).toEqual([2])
  })
})
