import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hookCommand, type Reach } from './hook-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-hook-command-'))
const [project, inGit, elsewhere] = ['project', 'in git', 'elsewhere'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
mkdirSync(join(project, '.mettle'), { recursive: true })
mkdirSync(join(inGit, 'src'), { recursive: true })
mkdirSync(elsewhere)
spawnSync('git', ['init', '-q', inGit])
mkdirSync(join(inGit, '.git', 'mettle', 'ahead'), { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** None of them leads to a Mettle. */
const REACHES: Reach[] = [
  { by: 'name' },
  { by: 'dependency' },
  { by: 'place', hook: '/nowhere/dist/hook/hook.cjs', cli: '/nowhere/dist/cli/bin.js' },
]
const CLIENTS = [
  ['auto', 'PreToolUse', 'ask'],
  ['codex', 'PreToolUse', 'deny'],
  ['copilot', 'PreToolUse', 'ask'],
  ['gemini', 'BeforeTool', 'deny'],
] as const

describe.each(REACHES)('a hook that cannot be started: $by', (reach) => {
  const run = (command: string, cwd: string) =>
    spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', HOME: folder } })

  it.each(CLIENTS)('has %s ask a person at %s, where Mettle is in use', (client, event, said) => {
    const command = hookCommand({ client, event }, reach)
    for (const cwd of [project, join(inGit, 'src')]) {
      const { stdout, status } = run(command, cwd)
      const { hookSpecificOutput, permissionDecision, decision } = JSON.parse(stdout)
      expect(status).toBe(0)
      expect(hookSpecificOutput?.permissionDecision ?? permissionDecision ?? decision).toBe(said)
    }
    expect(run(command, elsewhere)).toMatchObject({ status: 0, stdout: '' })
  })

  it('says nothing at other events', () => {
    expect(run(hookCommand({ client: 'auto', event: 'Stop' }, reach), project).stdout).toBe('')
  })
})
