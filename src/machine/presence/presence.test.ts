import { describe, expect, it } from 'vitest'
import { type Scene, whyNobody } from './presence.ts'
import type { Process } from './processes.ts'

const started = (pid: number, parent: number, words: string, more: Partial<Process> = {}): Process => {
  const all = words.split(' ')
  const name = all[0]!.split('/').at(-1)!
  return { pid, parent, words: all, program: '', name, startedAt: 1_000, terminal: 'pts', ...more }
}

/** A person's shell in a window, and this command in it. */
const WINDOW = [
  started(10, 1, '/usr/bin/gnome-terminal', { terminal: 'none' }),
  started(20, 10, '-bash', { session: 20 }),
]

function scene(processes: readonly Process[], more: Partial<Scene> = {}): Scene {
  return {
    environment: {},
    self: 99,
    processes: new Map(processes.map((one) => [one.pid, one])),
    environmentOf: () => ({}),
    holders: [],
    sightings: new Map(),
    ...more,
  }
}

const own = (parent: number, more: Partial<Process> = {}) => started(99, parent, 'node mettle undo', more)

describe('who sits at the terminal', () => {
  it('is a person where nothing tells of an agent', () => {
    expect(whyNobody(scene([...WINDOW, own(20)]))).toBeUndefined()
    const settings = { CODEX_HOME: '/x', CLAUDE_CONFIG_DIR: '/y', CLAUDE_CODE_SSE_PORT: '1', CLAUDECODE: '' }
    expect(whyNobody(scene([...WINDOW, own(20)], { environment: settings }))).toBeUndefined()
  })

  it('is nobody without a terminal', () => {
    const { terminal: _, ...without } = own(20)
    expect(whyNobody(scene([...WINDOW, without]))).toBe('this command has no terminal')
  })

  it.each(['CLAUDECODE', 'CODEX_THREAD_ID', 'GEMINI_CLI', 'COPILOT_CLI', 'OPENCODE', 'CURSOR_AGENT'])(
    'is nobody where %s is set, here or further up',
    (mark) => {
      expect(whyNobody(scene([...WINDOW, own(20)], { environment: { [mark]: '1' } }))).toContain(mark)
      const environmentOf = (pid: number) => (pid === 20 ? { [mark]: '1' } : {})
      expect(whyNobody(scene([...WINDOW, own(20)], { environmentOf }))).toContain(`${mark} is set in process 20`)
    },
  )

  it.each([
    '/usr/local/bin/claude --resume',
    'node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js',
    '/home/ann/.local/share/claude/versions/2.1.3',
    'codex exec',
    'node --no-warnings /usr/local/bin/gemini',
    'node /opt/node_modules/@github/copilot/index.js',
    '/home/ann/.opencode/bin/opencode run',
    'python3.12 /home/ann/.local/bin/aider',
  ])('is nobody below %s', (words) => {
    const agent = [...WINDOW, started(30, 20, words), started(40, 30, 'sh -c x')]
    expect(whyNobody(scene([...agent, own(40)]))).toContain('process 30')
  })

  it('is nobody below a client that is the first process of its container', () => {
    expect(whyNobody(scene([started(1, 0, 'claude -p x'), own(1)]))).toContain('claude, process 1')
  })

  it('is nobody in a terminal that an agent made, whoever stands above the command', () => {
    const agent = [...WINDOW, started(30, 20, 'codex'), started(35, 30, 'script -qec x', { terminal: 'pts' })]
    const leader = started(36, 35, 'sh', { terminal: 'made', session: 36 })
    const orphan = own(1, { terminal: 'made', session: 36 })
    expect(whyNobody(scene([...agent, leader, orphan]))).toContain('codex')
    expect(whyNobody(scene([...agent, orphan], { holders: [35] }))).toContain('codex')
    expect(whyNobody(scene([...agent, orphan]))).toBeUndefined()
  })

  it('is nobody below a renamed client that ran a hook, and not below a later process of its number', () => {
    const renamed = [...WINDOW, started(30, 20, 'my-tool', { startedAt: 5_000 }), own(30)]
    expect(whyNobody(scene(renamed, { sightings: new Map([[30, 6_000]]) }))).toContain('my-tool, process 30')
    expect(whyNobody(scene(renamed, { sightings: new Map([[30, 1_000]]) }))).toBeUndefined()
  })

  it('is nobody in a window of tmux that an agent shares', () => {
    const server = started(50, 1, 'tmux new -s work', { name: 'tmux: server', terminal: 'none' })
    const mine = [server, started(51, 50, '-bash', { session: 51 }), own(51)]
    expect(whyNobody(scene(mine))).toBeUndefined()
    const theirs = [started(60, 50, '-bash', { terminal: 'other' }), started(61, 60, 'claude')]
    expect(whyNobody(scene([...mine, ...theirs]))).toBe(
      'claude, process 61, runs in the same tmux: server and can type here',
    )
    expect(whyNobody(scene([...mine, started(61, 20, 'claude')]))).toBeUndefined()
  })
})
