import { describe, expect, it } from 'vitest'
import { CLIENTS } from '../../domain/values/session.ts'
import type { Machine } from './client-world.ts'
import { wantedFiles } from './clients.ts'
import { isOwnCommand, isOwnServer } from './own-entries.ts'
import type { Connection } from './wanted-files.ts'

const machine: Machine = { platform: 'linux', environment: { HOME: '/home/ann' }, has: () => false }
const base: Connection = {
  clients: CLIENTS,
  level: 'project',
  root: '/repos/app',
  machine,
  reach: { by: 'name' },
  opencodePlugin: '// mettle',
}
const paths = (connection: Partial<Connection>) => wantedFiles({ ...base, ...connection }).map(({ path }) => path)

/** Every command and server that the files would make clients start. */
function started(connection: Partial<Connection>): string[] {
  const text = JSON.stringify(wantedFiles({ ...base, ...connection }).map(({ content }) => content))
  return [...text.matchAll(/(?:command|bash|powershell)\\*":\\*"(.*?)\\*"[,}]/g)].map(([, command]) => command!)
}

describe('wantedFiles', () => {
  it('names the files of a project', () => {
    expect(paths({})).toEqual([
      '/repos/app/.claude/settings.json',
      '/repos/app/.mcp.json',
      '/repos/app/.codex/hooks.json',
      '/repos/app/.codex/config.toml',
      '/repos/app/.gemini/settings.json',
      '/repos/app/.opencode/plugins/mettle.js',
      '/repos/app/opencode.json',
    ])
    expect(paths({ clients: ['copilot'] })).toEqual(['/repos/app/.github/hooks/mettle.json', '/repos/app/.mcp.json'])
  })

  it('names the files of a person', () => {
    expect(paths({ level: 'user' })).toEqual([
      '/home/ann/.claude/settings.json',
      '/home/ann/.codex/hooks.json',
      '/home/ann/.codex/config.toml',
      '/home/ann/.copilot/hooks/mettle.json',
      '/home/ann/.copilot/mcp-config.json',
      '/home/ann/.gemini/settings.json',
      '/home/ann/.config/opencode/plugins/mettle.js',
      '/home/ann/.config/opencode/opencode.json',
    ])
    expect(paths({ level: 'user', machine: { ...machine, environment: {} } })).toEqual([])
  })

  it('uses the settings of opencode that have comments where they are there', () => {
    const has = (path: string) => path.endsWith('.jsonc')
    expect(paths({ clients: ['opencode'], machine: { ...machine, has } })).toContain('/repos/app/opencode.jsonc')
  })

  it('is silent where Mettle is not installed, unless it is called by its place', () => {
    expect(
      started({})
        .filter((line) => line.includes('hook'))
        .every((line) => isOwnCommand(line)),
    ).toBe(true)
    expect(started({ clients: ['claude-code'] })[0]).toBe(
      'mettle hook --client auto --event SessionStart 2>/dev/null || true',
    )
  })

  it.each([
    { by: 'name' },
    { by: 'name', isWindows: true },
    { by: 'dependency' },
    { by: 'dependency', isWindows: true },
    { by: 'place', hook: '/opt/my "app"/dist/hook/hook.cjs', cli: '/opt/app/dist/cli/bin.js' },
  ] as const)('knows its own entries again: %j', (reach) => {
    for (const { content, brings } of wantedFiles({ ...base, reach })) {
      if (content.kind !== 'json') continue
      for (const { key, value } of content.entries)
        expect(key === 'mettle' ? isOwnServer(value) : JSON.stringify(value)).toSatisfy(
          (ours: boolean | string) => ours === true || isOwnCommand(JSON.parse(ours as string).hooks[0].command),
        )
      expect(brings).toMatch(/hooks|server/)
    }
  })
})
