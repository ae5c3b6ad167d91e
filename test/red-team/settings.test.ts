import { execFileSync } from 'node:child_process'
import { parse } from 'smol-toml'
import { describe, expect } from 'vitest'
import { CLIENTS } from '../../src/domain/values/session.ts'
import { connectText, disconnectText, type WantedContent } from '../../src/edges/connection/change-file.ts'
import { wantedFiles } from '../../src/edges/connection/clients.ts'
import { hookCommand } from '../../src/edges/connection/hook-command.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { attack } from './attack.ts'

/** Folders in which somebody may have unpacked the program. */
const FOLDERS = [
  '/opt/a "quoted" folder',
  "/opt/it's",
  '/opt/]]\n[mcp_servers.evil]\ncommand = "evil"\n#',
  '/opt/"""\ncommand = "evil"\n"""',
  "/opt/'''",
  '/opt/# mettle: end\n/x',
  '/opt/# mettle: begin',
  '/opt/\u0000\u0001\u001b\u007f\u0085\u2028',
  '/opt/$(touch stolen)`touch stolen`',
  '/opt/"; touch stolen; "',
  '/opt/\\',
  '/opt/\ud800',
  '/opt/übung/日本/👩‍💻',
  '/opt/{a,b}',
  'C:\\Users\\new\\table\\u0041',
  '\\\\server\\share\\x',
  '/opt/mettle hook --client x',
]

const TOML_BEFORE = [
  '',
  'model = "x"\n',
  'notes = """\n# mettle: begin\nmine\n# mettle: end\n"""\n\n[other]\nkey = 1\n',
  '# mettle: begin\nmine = 1\n[keep]\nthis = 2\n# mettle: end\n',
  '[mcp_servers.other]\r\ncommand = "y"\r\n',
  '[projects."/a # mettle: begin"]\ntrust = "# mettle: end"',
]

/** With our table behind them, no client could read these any more. */
const TOML_TAKEN = [
  'mcp_servers = { other = { command = "x" } }\n',
  '[mcp_servers]\nother = { command = "x" }\nmettle = { command = "x" }\n',
  'mcp_servers.mettle.command = "x"\n',
  '[ "mcp_servers" . \'mettle\' ] # mine\ncommand = "x"\n',
  '[[mcp_servers]]\ncommand = "x"\n',
]

const files = (folder: string) => {
  const separator = folder.includes('\\') && !folder.startsWith('/') ? '\\' : '/'
  const at = (...names: string[]) => [folder, ...names].join(separator)
  const reach = { by: 'place', hook: at('hook', 'hook.cjs'), cli: at('cli', 'bin.js') } as const
  const machine = { platform: 'linux', environment: { HOME: '/home/ann' }, has: () => false }
  const whole = { level: 'user', root: '/r', opencodePlugin: 'mettle' } as const
  return { reach, wanted: wantedFiles({ ...whole, clients: CLIENTS, machine, reach }) }
}

/** Everything that a file says but what is ours. */
function others(value: Record<string, unknown>): unknown {
  const { mcp_servers: servers, ...rest } = value
  const { mettle: _, ...kept } = (servers ?? {}) as Record<string, unknown>
  return { ...rest, ...(Object.keys(kept).length > 0 ? { mcp_servers: kept } : {}) }
}

/** The words that a shell makes of a command. */
function shellWords(command: string): string[] {
  const told = execFileSync('sh', ['-c', `show() { printf '%s\\0' "$@"; }; show ${command}`], {
    cwd: temporaryFolder(),
    encoding: 'utf8',
  })
  return told.split('\0').slice(0, -1)
}

function checkToml(before: string, wanted: WantedContent, cli: string): void {
  const { after, record } = connectText(before, wanted, undefined)
  const read = parse(after!) as Record<string, never>
  expect(read.mcp_servers).toMatchObject({
    mettle: { command: 'node', args: [cli.replace('\ud800', '\ufffd'), 'mcp', '--tools', 'core'] },
  })
  expect(others(read)).toEqual(others(parse(before)))
  expect(connectText(after, wanted, record).after).toBe(after)
  expect(disconnectText(after!, wanted, record).after).toBe(before)
  const withoutRecord = disconnectText(after!, wanted, undefined).after!
  expect(parse(withoutRecord)).toEqual(parse(before))
}

const JSON_BEFORE = ['{}\n', '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}', '']

function checkJson(before: string, wanted: WantedContent): string {
  const { after, record } = connectText(before || undefined, wanted, undefined)
  const again = connectText(after, wanted, record).after
  expect(again).toBe(after)
  expect(connectText(after, wanted, undefined).after).toBe(after)
  expect(disconnectText(after!, wanted, record).after).toBe(before || undefined)
  const withoutRecord = disconnectText(after!, wanted, undefined).after
  expect(JSON.parse(withoutRecord || '{}')).toEqual(JSON.parse(before || '{}'))
  return JSON.stringify(JSON.parse(after!))
}

describe('settings of clients', () => {
  attack('hostile places', () => {
    for (const folder of FOLDERS) {
      const { reach, wanted } = files(folder)
      if (!/[\0\p{Surrogate}]/u.test(folder))
        expect(shellWords(hookCommand({ client: 'codex', event: 'Stop' }, reach))).toEqual([
          'node',
          reach.hook,
          '--client',
          'codex',
          '--event',
          'Stop',
        ])
      for (const { content } of wanted) {
        if (content.kind === 'toml') {
          for (const before of TOML_BEFORE) checkToml(before, content, reach.cli)
          for (const taken of TOML_TAKEN)
            expect(() => connectText(taken, content, undefined)).toThrow(/is there already|single value/)
        }
        if (content.kind !== 'json') continue
        for (const before of JSON_BEFORE) {
          const said = checkJson(before, content)
          if (said.includes('"mcp')) expect(said).toContain(JSON.stringify(reach.cli))
        }
      }
    }
  })
})
