import { describe, expect, it } from 'vitest'
import manifest from '../../../clients/package.json' with { type: 'json' }
import { CLIENTS, type Client } from '../../domain/values/session.ts'
import { clientFindings } from './check-clients.ts'
import { compareVersions } from './check-installation.ts'
import { claudeHooks } from './claude-code.ts'
import type { ClientWorld } from './client-world.ts'
import { settingsOf } from './clients.ts'
import { codexHooks } from './codex.ts'
import { copilotHooks } from './copilot.ts'
import { geminiHooks } from './gemini.ts'
import { insertAll, insertionsFor } from './json-edit.ts'

const ROOT = '/work/app'
const HOME = '/home/ann'
const NODE = '/usr/bin/node'
const CLI = '/opt/mettle/dist/cli/bin.js'
const HOOK = '/opt/mettle/dist/hook/hook.cjs'
const PLUGINS = ['/p', `${HOME}/.codex/plugins/cache/m/mettle/0.9.0`, `${HOME}/.copilot/installed-plugins/m/mettle`]
const SOUND = { [NODE]: '', [CLI]: '', [HOOK]: '', '/usr/bin/mettle': '' }
/** The hooks of plugins, where those of a test are. */
const BUNDLES = Object.fromEntries(
  [...PLUGINS, `${HOME}/.gemini/extensions/mettle`].map((folder) => [`${folder}/dist/hook.cjs`, '']),
)

/** A machine made of these files; links lead where `links` says. */
function world(
  files: Record<string, string>,
  environment: Record<string, string> = {},
  links: Record<string, string> = {},
): ClientWorld {
  const all: Record<string, string> = { ...SOUND, ...files }
  const below = (folder: string) => Object.keys(all).filter((path) => path.startsWith(`${folder}/`))
  return {
    machine: {
      platform: 'linux',
      environment: { HOME, PATH: '/usr/bin', ...environment },
      has: (path) => path in all || below(path).length > 0,
    },
    root: ROOT,
    read: (path) => all[path],
    list: (folder) => [...new Set(below(folder).map((path) => path.slice(folder.length + 1).split('/')[0]!))],
    realPath: (path) => links[path] ?? path,
  }
}

const INSTALLATION = {
  version: '1.0.0',
  hook: HOOK,
  told: { node: NODE, cli: CLI, version: '1.0.0' },
  isByName: true,
  isDependency: false,
}
const findings = (client: Client, where: ClientWorld, installation: object = {}) =>
  clientFindings({ connected: [client], installation: { ...INSTALLATION, ...installation } }, where).map(
    ({ name, verdict, detail, fix }) => `${verdict} ${name}: ${detail}${fix === undefined ? '' : ` | ${fix}`}`,
  )

const withHooks = (entries: ReturnType<typeof claudeHooks>) =>
  entries.reduce((text, entry) => insertAll(text, insertionsFor(text, entry)), '{}')
const CLAUDE = withHooks(claudeHooks({ by: 'name' }))

describe('clientFindings', () => {
  it('finds nothing where nothing is connected', () => {
    expect(clientFindings({ connected: [], installation: INSTALLATION }, world({}))).toEqual([
      expect.objectContaining({ verdict: 'fine', detail: 'none is connected; mettle init connects them' }),
    ])
  })

  it('finds a sound Claude Code sound, and hooks that are switched off', () => {
    const files = { [`${ROOT}/.claude/settings.json`]: CLAUDE }
    expect(findings('claude-code', world(files))).toEqual(['fine Claude Code: connected'])
    const off = `${ROOT}/.claude/settings.local.json`
    expect(findings('claude-code', world({ ...files, [off]: '{"disableAllHooks": true}' }))).toEqual([
      `warning Claude Code: all hooks are off in ${off} | Remove "disableAllHooks" from ${off}`,
    ])
    const moved = world({ ...files, '/c/settings.json': '{"disableAllHooks": true}' }, { CLAUDE_CONFIG_DIR: '/c' })
    expect(findings('claude-code', moved)[0]).toContain('all hooks are off in /c/settings.json')
    expect(findings('claude-code', world(files, { CLAUDE_CODE_SIMPLE: '1' }))[0]).toContain(
      'bare sessions run no hooks',
    )
  })

  describe('Codex', () => {
    const path = `${ROOT}/.codex/hooks.json`
    const hooks = withHooks(codexHooks({ by: 'name' }))
    const project = `[projects."${ROOT}"]\ntrust_level = "trusted"\n`
    const key = (event: string) => `\n[hooks.state."${path}:${event}:0:0"]\nenabled = true\ntrusted_hash = "sha256:1"\n`
    const events = [
      'session_start',
      'user_prompt_submit',
      'pre_tool_use',
      'post_tool_use',
      'subagent_start',
      'subagent_stop',
      'stop',
      'session_end',
    ]
    const at = (config: string) => world({ [path]: hooks, [`${HOME}/.codex/config.toml`]: config })

    it('is told where the project or the hooks are not trusted', () => {
      expect(findings('codex', at(''))).toEqual([
        'warning Codex: you have not trusted this project, so its hooks are not read | Start codex here and trust the folder',
        `warning Codex: 8 of 8 hooks in ${path} are not trusted, so they do not run | Start codex, type /hooks, and trust Mettle's`,
      ])
      expect(findings('codex', at(project + key('stop')))[0]).toContain('7 of 8 hooks')
    })

    it('is sound where a hash is stored for every hook', () => {
      expect(findings('codex', at(project + events.map(key).join('')))).toEqual(['fine Codex: connected'])
    })
  })

  it('is told where Copilot does not trust the folder', () => {
    const files = { [`${ROOT}/.github/hooks/mettle.json`]: copilotHooks({ by: 'name' }) }
    const config = `${HOME}/.copilot/config.json`
    const untrusted = [
      'warning Copilot CLI: this folder is not trusted, so no hook runs | Start copilot here and trust the folder',
    ]
    expect(findings('copilot', world(files))).toEqual(untrusted)
    expect(findings('copilot', world({ ...files, [config]: '{"trustedFolders": ["/work/ap"]}' }))).toEqual(untrusted)
    const trusted = '// made by copilot\n{"trustedFolders": ["/work"]}'
    expect(findings('copilot', world({ ...files, [config]: trusted }))).toEqual(['fine Copilot CLI: connected'])
  })

  it('is told where Gemini has hooks off, or does not read the settings of a folder', () => {
    const path = `${ROOT}/.gemini/settings.json`
    const own = `${HOME}/.gemini/settings.json`
    const files = { [path]: withHooks(geminiHooks({ by: 'name' })) }
    const trust = { [`${HOME}/.gemini/trustedFolders.json`]: `{"${ROOT}": "TRUST_FOLDER"}` }
    expect(findings('gemini', world(files))[0]).toContain('this folder is not trusted')
    expect(findings('gemini', world({ ...files, ...trust }))).toEqual(['fine Gemini CLI: connected'])
    const off = { ...files, ...trust, [own]: '{"hooksConfig": {"enabled": false}}' }
    expect(findings('gemini', world(off))[0]).toContain(`hooks are off in ${own}`)
    const disabled = { ...files, ...trust, [own]: '{"hooksConfig": {"disabled": ["mettle"]}}' }
    expect(findings('gemini', world(disabled))[0]).toContain("Mettle's hooks are off")
    const open = { ...files, [own]: '{"security": {"folderTrust": {"enabled": false}}}' }
    expect(findings('gemini', world(open))).toEqual(['fine Gemini CLI: connected'])
  })

  it('takes comments in the settings of Gemini CLI as it does, and where a client does not says that its hooks do not run', () => {
    const text = '// mine\n{}'
    const said = (client: Client, path: string) => findings(client, world({ [`${ROOT}/${path}`]: text })).join('\n')
    expect(said('gemini', '.gemini/settings.json')).not.toContain('cannot be read')
    expect(said('claude-code', '.claude/settings.json')).toContain('settings.json cannot be read')
  })

  it.each(CLIENTS)('names the version of %s that the tests run', (client) => {
    const { package: name, provedWith } = settingsOf(client)
    expect(provedWith).toBe((manifest.dependencies as Record<string, string>)[name])
  })

  it('tells a client that is older than the hooks were proved with', () => {
    const manifest = {
      '/lib/claude-code/package.json': '{"name": "@anthropic-ai/claude-code", "version": "2.0.9"}',
    }
    const where = world(
      { ...manifest, '/usr/bin/claude': '' },
      {},
      { '/usr/bin/claude': '/lib/claude-code/bin/cli.js' },
    )
    expect(findings('claude-code', where)[0]).toContain('version 2.0.9 is older than 2.1.325')
    const native = world(
      { '/usr/bin/claude': '' },
      {},
      { '/usr/bin/claude': '/home/ann/.local/share/claude/versions/2.1.400' },
    )
    expect(findings('claude-code', native)).toEqual(['fine Claude Code: connected'])
    expect(compareVersions('1.10.0', '1.9.9')).toBe(1)
    expect(compareVersions('2.0.0-beta.1', '2.0.0')).toBe(0)
  })

  it('tells hooks that run twice', () => {
    const settings = `${ROOT}/.claude/settings.json`
    const own = `${HOME}/.claude/settings.json`
    expect(findings('claude-code', world({ [settings]: CLAUDE, [own]: CLAUDE }))).toEqual([
      `warning Claude Code: Mettle's hooks are installed in 2 places, and each of them runs: ${settings}, ${own} | mettle init --remove --user`,
    ])
    const installed = `{"plugins": {"mettle@mettle": [{"installPath": "/p", "version": "1.0.0"}]}}`
    const plugin = { [`${HOME}/.claude/plugins/installed_plugins.json`]: installed, ...BUNDLES }
    expect(findings('claude-code', world({ [settings]: CLAUDE, ...plugin }))).toEqual([
      `warning Claude Code: Mettle's hooks are installed in 2 places, and each of them runs: ${settings}, /p | mettle init --remove`,
    ])
    const copilot = {
      [settings]: CLAUDE,
      [`${ROOT}/.github/hooks/mettle.json`]: copilotHooks({ by: 'name' }),
    }
    expect(findings('copilot', world(copilot, { COPILOT_ALLOW_ALL: 'true' }))[0]).toContain('in 2 places')
  })

  it.each([
    [
      'claude-code',
      '.claude/plugins/installed_plugins.json',
      '{"plugins": {"mettle@m": [{"installPath": "/p", "version": "0.9.0"}]}}',
    ],
    [
      'codex',
      '.codex/plugins/cache/m/mettle/0.9.0/.claude-plugin/plugin.json',
      '{"name": "mettle", "version": "0.9.0"}',
    ],
    [
      'copilot',
      '.copilot/installed-plugins/m/mettle/.claude-plugin/plugin.json',
      '{"name": "mettle", "version": "0.9.0"}',
    ],
    ['gemini', '.gemini/extensions/mettle/gemini-extension.json', '{"name": "mettle", "version": "0.9.0"}'],
  ] as const)('tells a plugin of another version in %s, also where only the plugin is there', (_, path, text) => {
    const check = { connected: [], installation: INSTALLATION }
    const trust = '[hooks.state."mettle@m:session_start:0:0"]\ntrusted_hash = "x"\n'
    const files = { [`${HOME}/${path}`]: text, [`${HOME}/.codex/config.toml`]: trust, ...BUNDLES }
    const where = world(files, { COPILOT_ALLOW_ALL: 'true' })
    const [found] = clientFindings(check, where)
    expect(found).toMatchObject({
      verdict: 'warning',
      detail: expect.stringContaining('has version 0.9.0, Mettle is 1.0.0'),
    })
    const same = { ...check, installation: { ...INSTALLATION, version: '0.9.0' } }
    expect(clientFindings(same, where)).toEqual([expect.objectContaining({ verdict: 'fine' })])
  })

  it('tells a plugin that is silent: not trusted, switched off, or without its hook', () => {
    const check = { connected: [], installation: INSTALLATION }
    const found = (files: Record<string, string>) =>
      clientFindings(check, world(files)).map(({ verdict, detail }) => `${verdict} ${detail}`)
    const codex = `${HOME}/.codex/plugins/cache/m/mettle/1.0.0`
    const manifest = { [`${codex}/.claude-plugin/plugin.json`]: '{"name": "mettle", "version": "1.0.0"}' }
    expect(found(manifest)).toEqual([
      "warning the plugin's hooks are not trusted, so they do not run",
      `broken the plugin's hook is missing: ${codex}/dist/hook.cjs`,
    ])
    const claude = {
      [`${HOME}/.claude/plugins/installed_plugins.json`]:
        '{"plugins": {"mettle@m": [{"installPath": "/p", "version": "1.0.0"}]}}',
      [`${HOME}/.claude/plugins/known_marketplaces.json`]:
        '{"m": {"source": {"source": "directory", "path": "/clone"}}}',
      ...BUNDLES,
    }
    expect(found(claude)).toEqual(["broken the plugin's hook is missing: /clone/plugins/mettle/dist/hook.cjs"])
    const built = { ...claude, '/clone/plugins/mettle/dist/hook.cjs': '' }
    expect(found(built)).toEqual(['fine connected'])
    const manifestOf = (version: string) => ({
      '/clone/plugins/mettle/.claude-plugin/plugin.json': `{"name": "mettle", "version": "${version}"}`,
    })
    const old = '{"plugins": {"mettle@m": [{"installPath": "/p", "version": "0.8.0"}]}}'
    const copied = { ...built, [`${HOME}/.claude/plugins/installed_plugins.json`]: old }
    expect(found({ ...copied, ...manifestOf('1.0.0') })).toEqual(['fine connected'])
    expect(clientFindings(check, world({ ...copied, ...manifestOf('0.9.0') }))).toEqual([
      expect.objectContaining({
        detail: 'the plugin in /clone/plugins/mettle has version 0.9.0, Mettle is 1.0.0',
        fix: 'git -C /clone/plugins/mettle pull, then npm run build there',
      }),
    ])
    const off = `${HOME}/.claude/settings.json`
    expect(found({ ...built, [off]: '{"disableAllHooks": true}' })).toEqual([`warning all hooks are off in ${off}`])
  })

  it.each([
    ['the hook is missing', { hook: '/gone.cjs' }, 'broken hooks: the hook itself is missing: /gone.cjs'],
    [
      'node is gone',
      { told: { node: '/gone', cli: CLI, version: '1.0.0' } },
      'warning hooks: the program that hooks start is missing: /gone | mettle init',
    ],
    [
      'another version connected',
      { told: { node: NODE, cli: CLI, version: '0.9.0' } },
      'hooks were connected by version 0.9.0, Mettle is 1.0.0 | mettle init',
    ],
    ['nothing was told', { told: undefined }, 'hooks do not know where Mettle is'],
    [
      'the packages are not installed',
      { isDependency: true },
      `hooks look for ${ROOT}/node_modules/.bin/mettle, which is missing | npm install`,
    ],
  ])('tells hooks that lead nowhere: %s', (_, installation, expected) => {
    expect(findings('claude-code', world({}), installation).join('\n')).toContain(expected)
  })

  it('tells where the command that hooks call is missing or another', () => {
    expect(findings('claude-code', world({}, { PATH: '/bin' }))).toContain(
      'warning hooks: hooks call the command mettle, which is not on PATH | npm link in your clone of Mettle',
    )
    const other = world(
      { '/lib/mettle/package.json': '{"name": "mettle", "version": "0.8.0"}' },
      {},
      { '/usr/bin/mettle': '/lib/mettle/dist/cli/bin.js' },
    )
    expect(findings('claude-code', other)[1]).toContain('hooks call /usr/bin/mettle of version 0.8.0, this is 1.0.0')
  })
})
