import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutSection, withSection } from '../../src/compat/formats/lesson-section.ts'
import { connectText, disconnectText, type WantedContent } from '../../src/edges/connection/change-file.ts'
import { claudeHooks } from '../../src/edges/connection/claude-code.ts'
import { geminiHooks } from '../../src/edges/connection/gemini.ts'
import { JsonProblem, jsonValue, readJsonText } from '../../src/edges/connection/json-edit.ts'
import { tomlBlock } from '../../src/edges/connection/toml-block.ts'
import { unifiedDiff } from '../../src/edges/connection/unified-diff.ts'
import { readBasePolicy } from '../../src/engine/governance/base-policy.ts'
import { checkBasePolicy } from '../../src/loop/governance/approvals.ts'
import { loadHookSettings } from '../../src/machine/config/hook-settings.ts'
import { CONFIG_NAMES, variableOf } from '../../src/machine/config/keys.ts'
import { loadConfig } from '../../src/machine/config/load.ts'
import { readPrecomputedSettings } from '../../src/machine/config/precomputed-settings.ts'
import { policyOf } from '../../src/machine/config/settings.ts'
import { gatePlace } from '../../src/machine/gate/gate-seal.ts'
import { readOverlays } from '../../src/machine/gate/overlay-file.ts'
import { parsed } from '../mutate.ts'
import { holds, holdsSame, type Opened, type Target, unlessRefused, unlessRefusedLater } from '../target.ts'

const CONFIG = {
  inject: { budgetTokens: 800, embeddings: false },
  'holdout.share': 0.1,
  hook: { gate: true, deadlineMs: 300 },
  goal: 'swe-bench',
}

/** Files of settings, `--set`, and variables of the environment. */
const config: Target = {
  name: 'config',
  samples: [JSON.stringify(CONFIG), ...CONFIG_NAMES.map((name) => `${name}=1`), `${variableOf(CONFIG_NAMES[0]!)}=true`],
  words: [...CONFIG_NAMES, '=', ':', ',', 'true', 'off', '-1', '1e9', 'rule:1.5', '__proto__', '{', '}'],
  open: () =>
    inFolder((folder) => {
      const file = join(folder, 'config.json')
      return (input) => {
        writeFileSync(file, input)
        unlessRefused(() => policyOf(loadConfig({ projectFile: file })))
        unlessRefused(() => loadHookSettings({ projectFile: file }))
        readPrecomputedSettings(file, { paths: [], environment: {} })
        unlessRefused(() => policyOf(loadConfig({ flags: input.split('\n') })))
        const [variable = '', ...value] = input.split('=')
        unlessRefused(() => loadConfig({ environment: { [variable]: value.join('=') } }))
      }
    }),
}

/** The policy that people wrote, and what is kept of overlays. */
const policy: Target = {
  name: 'policy-file',
  samples: [
    '{"adapters":{"git":{"requireApproval":true,"maxRetries":1,"approvers":["jo"]}},"tools":[{"program":"git","adapter":"git"}]}',
    '{"version":1,"overlays":[{"adapter":"git","riskMultiplier":1.5,"suggestedMaxRetries":1,"requireApproval":true,"reason":"x"}]}',
  ],
  words: [
    '"adapters"',
    '"denyFromRisk"',
    '"requireApproval"',
    '"maxRetries"',
    '"tools"',
    '"program"',
    '"overlays"',
    '"riskMultiplier"',
    '"reason"',
  ],
  open: () =>
    inFolder((folder) => async (input) => {
      writeFileSync(join(folder, 'overlays.json'), input)
      unlessRefused(() => readOverlays(gatePlace({ home: folder, hooks: folder }, { METTLE_HOME: folder })))
      // What a hook takes, a command takes as well.
      if (readBasePolicy(input) !== undefined) await checkBasePolicy(input, 'mettle.policy.json')
      await unlessRefusedLater(async () => checkBasePolicy(input, 'mettle.policy.json'))
    }),
}

const REACH = {
  by: 'place',
  hook: '/opt/mettle/dist/hook/hook.cjs',
  cli: '/opt/mettle/dist/cli/bin.js',
} as const

const WANTED: readonly WantedContent[] = [
  { kind: 'json', comments: false, entries: claudeHooks(REACH) },
  { kind: 'json', comments: true, entries: geminiHooks(REACH) },
  { kind: 'toml', block: tomlBlock({ command: 'node' }) },
]

/** The settings of clients: what `init` puts in, `init --undo` takes out again, to the last byte. */
const clientSettings: Target = {
  name: 'client-settings',
  samples: [
    '{\n  "hooks": {\n    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "x" }] }]\n  },\n  "model": "m"\n}\n',
    '// mine\n{ "a": [1, 2, ], /* b */ "hooks": {} }',
    '{}',
    '',
    'model = "m"\n\n[mcp_servers.other]\ncommand = "x"\n',
    '{"mcpServers":{"mettle":{"command":"node","args":["/x/bin.js","mcp"]}}}',
  ],
  words: [
    '"hooks"',
    '"SessionStart"',
    '"mettle"',
    '"mcpServers"',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '//',
    '/*',
    '*/',
    '"',
    '\\u0000',
    '\n',
    '\r\n',
    '\t',
    '  ',
    '# mettle: begin',
    '# mettle: end',
    'null',
    '1e5',
    'node /opt/mettle/dist/cli/bin.js hook',
  ],
  open: () => ({
    check: (input) => {
      holdsReadAlike(input)
      for (const wanted of WANTED) unlessUnreadable(() => holdsUndone(input, wanted))
    },
  }),
}

/** The tree has the same value as JSON itself. */
function holdsReadAlike(input: string): void {
  const value = parsed(input)
  unlessUnreadable(() => {
    const read = jsonValue(input, readJsonText(input))
    holds(value !== undefined || input === '', 'what is no JSON is refused')
    holdsSame(read, value, 'JSON is read as JSON')
  })
}

function holdsUndone(input: string, wanted: WantedContent): void {
  // Where something of ours is there already, it goes too.
  if (disconnectText(input, wanted, undefined).after !== input) return
  const { after, record } = connectText(input, wanted, undefined)
  if (after === undefined || record === undefined) return
  holdsSame(connectText(after, wanted, record).after, after, 'connecting twice changes nothing')
  holdsSame(disconnectText(after, wanted, record).after, input, 'what was put in is taken out')
  unifiedDiff({ path: 'x', before: input, after })
}

function unlessUnreadable(action: () => void): void {
  try {
    unlessRefused(action)
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error
  }
}

/** A file of instructions with our section in it. */
const section: Target = {
  name: 'section',
  samples: ['# Agents\n\nBe kind.\n', '<!-- mettle:begin gap=1 -->\n- x\n<!-- mettle:end -->\n', 'a\r\nb\r\n', ''],
  words: [
    '<!-- mettle:begin -->',
    '<!-- mettle:begin gap=2 -->',
    '<!-- mettle:end -->',
    '\n',
    '\r\n',
    '<!--',
    '-->',
    ' gap=9',
  ],
  open: () => ({
    check: (input) => {
      unlessRefused(() => {
        const bare = withoutSection(input)
        const once = withSection(bare, ['- one'])
        holdsSame(withSection(once, ['- one']), once, 'the same section twice is there once')
        holdsSame(withoutSection(once), bare, 'a section that was put in is taken out')
      })
    },
  }),
}

function inFolder(make: (folder: string) => (input: string) => unknown): Opened {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-fuzz-'))
  return { check: make(folder), close: () => rmSync(folder, { recursive: true, force: true }) }
}

export const SETTINGS: readonly Target[] = [config, policy, clientSettings, section]
