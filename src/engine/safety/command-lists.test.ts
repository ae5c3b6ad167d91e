import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { everydayCommands, stoppedCommands } from '../../../test/safety/command-lists.ts'
import { CREDENTIAL_FILES } from './credential-files.ts'
import { braces } from './expand-words.ts'
import { SAFETY_RULES } from './rules.ts'
import { safetyFindings } from './safety.ts'

const PLACE = { cwd: '/home/ann/proj', root: '/home/ann/proj', home: '/home/ann' }
const rules = (command: string) =>
  safetyFindings({ name: 'Bash', kind: 'shell', command }, PLACE).map(({ rule }) => rule)

describe('the safety rules', () => {
  it.each(everydayCommands())('let an everyday command pass: %s', (command) => {
    expect(rules(command)).toEqual([])
  })

  it.each(stoppedCommands())('stop by $rule: $command', ({ rule, command }) => {
    expect(rules(command)).toContain(rule)
  })

  it.each(SAFETY_RULES.filter(({ example }) => !/^mcp__|^a command/.test(example)))(
    'stop the example of $id, unless a person turned it off',
    ({ id, example, isOptional }) => {
      const stricter = isOptional ? { [id]: 'ask' as const } : {}
      const found = (off: readonly string[]) =>
        safetyFindings({ command: example }, PLACE, { stricter: off.length > 0 ? {} : stricter, off })
      expect(found([]).map(({ rule }) => rule)).toContain(id)
      expect(found([id]).map(({ rule }) => rule)).not.toContain(id)
    },
  )

  it('stop and let pass what the how-to says', () => {
    const text = readFileSync(new URL('../../../docs/how-to/gate.md', import.meta.url), 'utf8')
    const examples = (heading: string) =>
      /```\n([\s\S]*?)\n```/.exec(text.slice(text.indexOf(heading)))![1]!.split('\n')
    const seen = examples('### What the safety net reads')
    const unseen = examples('### What the safety net does not see')
    expect([seen.length, unseen.length]).toEqual([25, 8])
    expect(seen.filter((command) => rules(command).length === 0)).toEqual([])
    expect(unseen.filter((command) => rules(command).length > 0)).toEqual([])
  })

  it('are tried with at least one command each', () => {
    const tried = new Set(stoppedCommands().map(({ rule }) => rule))
    const others = SAFETY_RULES.filter(({ id }) => !tried.has(id)).map(({ id }) => id)
    expect(others).toEqual(['mcp-destroy', 'env-files'])
  })

  it('refuse every file of the table of credentials, however it is read', () => {
    const passed = CREDENTIAL_FILES.filter(({ rule }) => rule !== 'env-files')
      .flatMap(({ paths }) => paths.flatMap((path) => braces(path)!))
      .map((path) => path.replace(/^\*\*/, '~/old').replaceAll('**', 'a/b').replaceAll('*', 'x'))
      .flatMap((path) => [`cat '${path.replace('~', '/home/ann')}'`, `cp "${path.replace('~', '$HOME')}" .`])
      .filter((command) => rules(command).length === 0)
    expect(passed).toEqual([])
  })
})
