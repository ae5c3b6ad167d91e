import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from './source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-addition-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy of the program, with these files added or changed. */
function copyWith(changes: Readonly<Record<string, (text: string) => string>>): void {
  for (const part of ['src', 'test/worlds', 'test/front-doors/run-cli.ts', 'scripts/docs', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, change] of Object.entries(changes)) {
    const place = join(folder, file)
    const isNew = !file.endsWith('s/runs.ts')
    writeFileSync(place, change(isNew ? '' : readFileSync(place, 'utf8')))
  }
}

function run(name: string, text: string): unknown {
  writeFileSync(join(folder, name), text)
  return JSON.parse(execFileSync('node', ['--import', 'tsx', name], { cwd: folder, encoding: 'utf8' }))
}

const GENERATE = `
import { writeFileSync } from 'node:fs'
import { verbOptions } from './scripts/docs/verb-options.ts'
writeFileSync('src/edges/cli/verb-options.json', verbOptions())
const { commandCatalogue } = await import('./scripts/docs/command-catalogue.ts')
writeFileSync('src/edges/cli/catalogue.json', await commandCatalogue())
console.log('{}')
`

const ASK = `
import { runCli } from './test/front-doors/run-cli.ts'
import { testLoop } from './test/worlds/test-loop.ts'
import { asMettle, testServer } from './test/worlds/test-server.ts'
import { createClient } from './src/edges/client/client.ts'
import { OWN_TOOLS } from './src/edges/mcp/catalogue.ts'

const server = testServer(asMettle(testLoop()))
const client = createClient({
  url: 'http://127.0.0.1:4777',
  token: 'read',
  fetch: (url, init) => server.request(new URL(String(url)).pathname + new URL(String(url)).search, init),
})
const tool = OWN_TOOLS.find(({ name }) => name === 'count_runs')
console.log(JSON.stringify({
  library: await testLoop().countRuns({ agent: 'builder' }),
  http: (await server.call('GET', '/v1/count/runs?agent=builder', { token: 'read' })).body,
  client: await client.countRuns({ agent: 'builder' }),
  mcp: await tool.run({ host: {}, loop: async () => testLoop(), run: 'r1' }, tool.input.parse({ agent: 'builder' })),
  takes: Object.keys(tool.input.shape),
  help: (await runCli(['run', 'count', '--help'])).stdout,
}))
`

it('a verb for the library, HTTP, its client, MCP and the command line is said in three files', () => {
  const changes = {
    'src/loop/runs/count-runs.ts': () => `
      import type { LoopContext } from '../journal/context.ts'
      export async function countRuns(_: LoopContext, { agent }: { agent?: string | undefined }) {
        return { runs: 0, agent }
      }`,
    'src/loop/verbs/runs.ts': (text: string) =>
      text.replace(
        'export const runs = {',
        `export const runs = {
  countRuns: reads('GET /v1/count/runs', {
    summary: 'How many runs there are.',
    input: (f) => ({ agent: f.name.describe('only those of this agent').optional() }),
    tool: { name: 'count_runs', title: 'Count runs', description: 'Call it to know how many runs there are.' },
    load: async () => (await import('../runs/count-runs.ts')).countRuns,
  }),`,
      ),
    'src/edges/cli/commands/runs.ts': (text: string) => `${text}
export const runCountCommand = verbCommand('countRuns', {
  name: 'run count',
  summary: 'Count runs.',
  examples: ['mettle run count'],
  view: ({ runs }) => String(runs),
})
`,
  }
  copyWith(changes)
  run('generate.mts', GENERATE)
  const answer = { runs: 0, agent: 'builder' }
  expect(run('ask.mts', ASK)).toEqual({
    library: answer,
    http: answer,
    client: answer,
    mcp: answer,
    takes: ['agent'],
    help: expect.stringContaining('--agent TEXT  Only those of this agent.'),
  })
  expect(Object.keys(changes).length).toBeLessThanOrEqual(4)
})
