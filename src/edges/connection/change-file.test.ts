import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectText, disconnectText, type FileRecord, type WantedContent } from './change-file.ts'
import { claudeHooks } from './claude-code.ts'
import { tomlBlock } from './toml-block.ts'

const ENTRIES = [
  ...claudeHooks({ by: 'name' }),
  { path: ['mcpServers'], key: 'mettle', value: { command: 'mettle', args: ['mcp'] } },
]
const JSON_FILE: WantedContent = { kind: 'json', comments: false, entries: ENTRIES }
const COMMENTED: WantedContent = { ...JSON_FILE, comments: true }
const NEWER: WantedContent = { ...JSON_FILE, entries: claudeHooks({ by: 'dependency' }) }
const TOML_FILE: WantedContent = {
  kind: 'toml',
  block: tomlBlock({ command: 'mettle' }),
}

const connect = (text: string | undefined, wanted = JSON_FILE, record?: FileRecord) => connectText(text, wanted, record)

const FOREIGN = { matcher: 'Bash', hooks: [{ type: 'command', command: './check.sh' }] }

/** Settings as people have them, with hooks of others in places where ours go, and anything else. */
const settings = fc
  .tuple(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.option(fc.dictionary(fc.constantFrom('Stop', 'PreToolUse', 'Other'), fc.array(fc.constant(FOREIGN)))),
    fc.option(fc.dictionary(fc.constantFrom('other', 'third'), fc.constant({ command: 'x', args: [] }))),
  )
  .map(([rest, hooks, servers]) => {
    const { hooks: _, mcpServers: __, ['__proto__']: ___, ...others } = rest as Record<string, unknown>
    return { ...others, ...(hooks && { hooks }), ...(servers && { mcpServers: servers }) }
  })

const written = fc
  .tuple(
    settings,
    fc.constantFrom<string | number | undefined>(undefined, 1, 2, 4, '\t'),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\n', '\n\n', ' '),
    fc.constantFrom('', '\ufeff'),
  )
  .map(
    ([value, space, newline, ending, mark]) =>
      mark + `${JSON.stringify(value, null, space)}${ending}`.replaceAll('\n', newline),
  )

describe('undoing', () => {
  it('gives the same bytes back for any settings file', () => {
    fc.assert(
      fc.property(written, (text) => {
        const { after, record } = connect(text)
        expect(after).not.toBe(text)
        expect(disconnectText(after!, JSON_FILE, record).after).toBe(text)
      }),
    )
  })

  it('gives them back after an upgrade, too', () => {
    fc.assert(
      fc.property(written, (text) => {
        const first = connect(text)
        const second = connect(first.after, NEWER, first.record)
        expect(second.after).not.toContain('mcpServers.mettle')
        expect(disconnectText(second.after!, NEWER, second.record).after).toBe(text)
      }),
    )
  })

  it('leaves the value that was there where the record is lost', () => {
    fc.assert(
      fc.property(written, (text) => {
        const { after } = connect(text)
        const left = JSON.parse(disconnectText(after!, JSON_FILE, undefined).after!.replace('\ufeff', ''))
        const { hooks = {}, mcpServers = {}, ...rest } = JSON.parse(text.replace('\ufeff', ''))
        const { hooks: leftHooks = {}, mcpServers: leftServers = {}, ...leftRest } = left
        expect(leftRest).toEqual(rest)
        expect(leftServers).toEqual(mcpServers)
        expect(leftHooks).toEqual(
          Object.fromEntries(
            Object.entries(hooks).filter(
              ([event, list]) => (list as unknown[]).length > 0 || !ENTRIES.some(({ path }) => path[1] === event),
            ),
          ),
        )
      }),
    )
  })

  it('takes what we made and nobody touched, and only our part of what somebody did', () => {
    const made = connect(undefined)
    expect(made.record).toMatchObject({ created: true })
    expect(disconnectText(made.after!, JSON_FILE, made.record).after).toBeUndefined()
    const edited = made.after!.replace('{\n', '{\n  "model": "opus",\n')
    expect(disconnectText(edited, JSON_FILE, made.record).after).toBe('{\n  "model": "opus"\n}\n')
    const blank = made.after!.replace('{\n', '{\n\n')
    expect(disconnectText(blank, JSON_FILE, made.record).after).toBeUndefined()
  })

  it('does not take along what was added before an upgrade', () => {
    const made = connect(undefined)
    const edited = made.after!.replace('{\n', '{\n  "model": "opus",\n')
    const upgraded = connect(edited, NEWER, made.record)
    expect(disconnectText(upgraded.after!, NEWER, upgraded.record).after).toBe('{\n  "model": "opus"\n}\n')
  })

  it('keeps comments where they are legal', () => {
    const text = '{\n  // models\n  "model": "opus", // the large one\n  "mcpServers": {\n    // none yet\n  },\n}\n'
    const { after, record } = connect(text, COMMENTED)
    for (const comment of ['// models', '"opus", // the large one', '// none yet']) expect(after).toContain(comment)
    expect(disconnectText(after!, COMMENTED, record).after).toBe(text)
    expect(() => connect(text)).toThrow('it has a comment, which this file must not have')
  })
})

describe('connecting', () => {
  it('changes nothing the second time, also when others added something since', () => {
    const { after, record } = connect('{"hooks":{"Stop":[]}}')
    expect(connect(after, JSON_FILE, record)).toEqual({ after, record })
    const settings = JSON.parse(after!)
    settings.hooks.Stop.push(FOREIGN)
    settings.model = 'opus'
    const more = JSON.stringify(settings, null, 4)
    expect(connect(more, JSON_FILE, record).after).toBe(more)
  })

  it('replaces its own entries and leaves those of others in their order', () => {
    const text = JSON.stringify({ hooks: { Stop: [FOREIGN] }, model: 'opus' }, null, 2)
    const first = connect(text).after!
    const second = JSON.parse(connect(first, NEWER).after!)
    expect(second.hooks.Stop[0]).toEqual(FOREIGN)
    expect(second.hooks.Stop).toHaveLength(2)
    expect(JSON.stringify(second.hooks.Stop[1])).toContain('node_modules/.bin')
    expect(second.mcpServers).toBeUndefined()
    expect(Object.keys(second)).toEqual(['hooks', 'model'])
  })

  it('takes its own out of a group that somebody joined, and leaves the rest of the group', () => {
    const mine = (claudeHooks({ by: 'name' })[0]!.value as { hooks: unknown[] }).hooks[0]
    const joined = { hooks: { SessionStart: [{ hooks: [FOREIGN.hooks[0], mine] }] } }
    const left = disconnectText(JSON.stringify(joined), JSON_FILE, undefined).after!
    expect(JSON.parse(left)).toEqual({ hooks: { SessionStart: [{ hooks: [FOREIGN.hooks[0]] }] } })
  })

  it('does not replace a server of its name that is something else', () => {
    const text = '{\n  "mcpServers": {\n    "mettle": { "command": "other" }\n  }\n}'
    expect(() => connect(text)).toThrow(expect.objectContaining({ line: 3 }))
    expect(() => connectText('\n[mcp_servers.mettle]\n', TOML_FILE, undefined)).toThrow(
      'a server named mettle is there already',
    )
  })
})

describe('a block in a TOML file', () => {
  it.each(['', 'model = "x"\n', 'model = "x"', '[a]\r\nb = 1\r\n', '\n\n'])('comes and goes: %j', (text) => {
    const { after, record } = connectText(text, TOML_FILE, undefined)
    expect(connectText(after, TOML_FILE, record)).toEqual({ after, record })
    expect(disconnectText(after!, TOML_FILE, record).after).toBe(text)
  })

  it('is found again between what others wrote around it', () => {
    const { after } = connectText('a = 1\n', TOML_FILE, undefined)
    const newer: WantedContent = {
      kind: 'toml',
      block: tomlBlock({ command: 'npx' }),
    }
    const changed = connectText(`${after}\n[b]\nc = 1\n`, newer, undefined)
    expect(changed.after).toBe(
      'a = 1\n\n[b]\nc = 1\n\n# mettle: begin\n[mcp_servers.mettle]\ncommand = "npx"\n# mettle: end\n',
    )
    expect(disconnectText(changed.after!, newer, undefined).after).toBe('a = 1\n\n[b]\nc = 1\n')
  })
})
