import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from './source-files.ts'

type Changes = Readonly<Record<string, (text: string) => string>>

/** A copy of the program, with these files added or changed, and what a script in it prints. */
function copyWith(changes: Changes): (script: string) => unknown {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-addition-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['src', 'test/worlds', 'test/front-doors/run-cli.ts', 'scripts/docs', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, change] of Object.entries(changes)) {
    const place = join(folder, file)
    const before = existsSync(place) ? readFileSync(place, 'utf8') : ''
    const after = change(before)
    expect(after).not.toBe(before)
    writeFileSync(place, after)
  }
  return (script) => {
    writeFileSync(join(folder, 'script.mts'), script)
    const printed = execFileSync('node', ['--import', 'tsx', 'script.mts'], { cwd: folder, encoding: 'utf8' })
    return JSON.parse(printed)
  }
}

/** Puts a line behind the one that begins a table. */
const into = (head: string, more: string) => (text: string) => text.replace(head, `${head}\n${more}`)

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
      import type { LoopContext } from '../context.ts'
      export async function countRuns(_: LoopContext, { agent }: { agent?: string | undefined }) {
        return { runs: 0, agent }
      }`,
    'src/loop/verbs/runs.ts': into(
      'export const runs = {',
      `  countRuns: reads('GET /v1/count/runs', {
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
  const run = copyWith(changes)
  run(GENERATE)
  const answer = { runs: 0, agent: 'builder' }
  expect(run(ASK)).toEqual({
    library: answer,
    http: answer,
    client: answer,
    mcp: answer,
    takes: ['agent'],
    help: expect.stringContaining('--agent TEXT  Only those of this agent.'),
  })
  expect(Object.keys(changes).length).toBeLessThanOrEqual(4)
})

const SHIP = `
import { taught, testLoop } from './test/worlds/test-loop.ts'

const loop = testLoop()
const pattern = await taught(loop)
await loop.inject({ role: 'builder', run: 'r1' })
await loop.recordOutcome({ run: 'r1', result: 'partial', observedBy: 'test', applied: [{ pattern }] })
const before = await loop.why(pattern)
await loop.recordShipped({ run: 'r1' })
const after = await loop.why(pattern)
const { became } = await loop.run('r1')
console.log(JSON.stringify({
  became,
  timeline: after.timeline.map(({ what }) => what).filter((what) => what.includes('shipped')),
  isGraded: JSON.stringify(after.standing) !== JSON.stringify(before.standing),
}))
`

it('a signal that grades patterns is said in five files', () => {
  const changes: Changes = {
    'src/domain/events/outcome.ts': into(
      "  'run-merged': event('run', \"A run's work was merged.\", { run: safeId, reference: name.optional() }),",
      "  'run-shipped': event('run', \"A run's work was released.\", { run: safeId }),",
    ),
    'src/domain/events/traits.ts': into(
      "  'run-merged': { is: ['ending', 'truth', 'of-work', 'moves-beliefs'] },",
      "  'run-shipped': { is: ['ending', 'truth', 'of-work', 'moves-beliefs'] },",
    ),
    'src/domain/run.ts': into(
      "  'run-merged': ({ occurredAt }, run) => merged(run, occurredAt),",
      "  'run-shipped': ({ occurredAt }, run) => merged(run, occurredAt),",
    ),
    'src/loop/runs/record-shipped.ts': () => `
      import type { LoopContext } from '../context.ts'
      import { appendFacts, runStream } from '../journal/append-facts.ts'
      export async function recordShipped(context: LoopContext, { run }: { run: string }) {
        const fact = { type: 'run-shipped', payload: { run }, key: 'shipped/' + run } as const
        const [appended] = await appendFacts(context, [{ ...fact, stream: runStream(run), run }])
        return { run, duplicate: appended?.duplicate ?? false }
      }`,
    'src/loop/verbs/runs.ts': into(
      'export const runs = {',
      `  recordShipped: {
    summary: 'Record that the work of a run was released.',
    input: (f) => ({ run: f.safeId }),
    load: async () => (await import('../runs/record-shipped.ts')).recordShipped,
  },`,
    ),
  }
  expect(copyWith(changes)(SHIP)).toEqual({ became: 'kept', timeline: ['run shipped'], isGraded: true })
  expect(Object.keys(changes)).toHaveLength(5)
})

const CONNECT = `
import { readHookCall, printAnswer } from './src/edges/agents/read-hook-call.ts'
import { settingsOf, wantedFiles } from './src/edges/connection/clients.ts'

const payload = { session_id: 's1', cwd: '/repos/app', tool_name: 'Bash', tool_input: { command: 'make' } }
const call = readHookCall(payload, { client: 'acme', event: 'PreToolUse' })
const machine = { platform: 'linux', environment: { HOME: '/home/ann' }, has: () => false }
const files = wantedFiles({ clients: ['acme'], level: 'project', root: '/repos/app', machine, reach: { by: 'name' }, opencodePlugin: '' })
console.log(JSON.stringify({
  command: call.tool.command,
  answer: JSON.parse(printAnswer({ gate: { decision: 'ask', reason: 'Wait.' } }, call)).hookSpecificOutput.permissionDecision,
  label: settingsOf('acme').label,
  files: files.map(({ path, clients }) => path + ' ' + clients),
  record: settingsOf('acme').record.isNamed('s1.jsonl', 'app', { session: 's1' }),
}))
`

it('a client that speaks as Claude Code does is said in three files', () => {
  const changes: Changes = {
    'src/domain/values/session.ts': (text) => text.replace("['claude-code',", "['acme', 'claude-code',"),
    'src/edges/agents/read-hook-call.ts': into(
      'const PROTOCOLS: Readonly<Record<Client, Protocol>> = {',
      `  acme: {
    read: (payload, event) => ({ ...readClaudeCode(payload, event)!, client: 'acme' }),
    print: printClaudeCode,
  },`,
    ),
    'src/edges/connection/clients.ts': (text) =>
      text
        .replace(
          "  'claude-code': claudeCode,",
          `  acme: {
    ...claudeCode,
    label: 'Acme',
    executable: 'acme',
    package: 'acme',
    folder: ['.acme'],
    projectFiles: ({ machine, root, reach }) => [
      hooks(pathOn(machine, root, '.acme', 'hooks.json'), ['acme'], json(claudeHooks(reach))),
    ],
  },
  'claude-code': claudeCode,`,
        )
        .replace(
          /^/,
          `import { claudeHooks } from './claude-code.ts'
import { pathOn } from './client-world.ts'
import { hooks, json } from './wanted-files.ts'
`,
        ),
  }
  expect(copyWith(changes)(CONNECT)).toEqual({
    command: 'make',
    answer: 'ask',
    label: 'Acme',
    files: ['/repos/app/.acme/hooks.json acme'],
    record: true,
  })
  expect(Object.keys(changes)).toHaveLength(3)
})
