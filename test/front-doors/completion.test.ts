import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { STATUSES } from '../../src/domain/values/pattern.ts'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { flagOf, GLOBAL_OPTIONS } from '../../src/edges/cli/input/tokens.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { mettleInShell } from '../worlds/terminal.ts'
import { runCli } from './run-cli.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const complete = async (...words: string[]) => {
  const { stdout } = await runCli(['completion', 'bash', '--', ...words])
  return stdout.split('\n').filter((line) => line !== '')
}

describe('what can follow on the command line', () => {
  it.each(CATALOGUE.map((entry) => [entry.name, entry] as const))(
    'offers every word and every option of mettle %s',
    async (name, entry) => {
      const words = name.split(' ')
      for (const [at, word] of words.entries())
        expect(await complete(...words.slice(0, at), word.slice(0, 2))).toContain(word)
      const { command } = await entry.load()
      const options = [...Object.keys(command.options), ...Object.keys(GLOBAL_OPTIONS)]
      expect((await complete(...words, '--')).sort()).toEqual(options.map((key) => `--${flagOf(key)}`).sort())
    },
  )

  it('offers the values of an option, in both spellings, and after a short name', async () => {
    expect(await complete('pattern', 'list', '--status', '')).toEqual([...STATUSES])
    expect(await complete('pattern', 'list', '--status', '=', 'pro')).toEqual(['proven'])
    expect(await complete('pattern', 'list', '--status', '=')).toEqual([...STATUSES])
    expect(await complete('pattern', 'list', '-n', '')).toEqual([])
  })

  it('offers the words that an argument can be', async () => {
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell'])
    expect(await complete('completion', 'bash', '')).toEqual([])
    expect(await complete('feedback', 'record', '--type', 'helpful', '')).toContain('criterion')
  })

  it('reads past options of every command, and past help', async () => {
    expect(await complete('--json', '--cwd', '/', 'pattern', 'wh')).toEqual(['why'])
    expect(await complete('help', 'al')).toEqual(['all'])
    expect(await complete('help', 'pattern', 'wh')).toEqual(['why'])
  })

  it('offers nothing for what is free text or no command, so that the shell offers files', async () => {
    expect(await complete('import', '')).toEqual([])
    expect(await complete('nonsense', '')).toEqual([])
  })

  it('adds what each means where the shell shows it', async () => {
    const line = async (shell: string) => (await runCli(['completion', shell, '--', 'undo'])).stdout
    expect(await line('zsh')).toBe('undo:Undo an event, or everything from one run or source.\n')
    expect(await line('fish')).toBe('undo\tUndo an event, or everything from one run or source.\n')
  })

  it('names the shells when another one is asked for', async () => {
    const { exitCode, stderr } = await runCli(['completion', 'tcsh'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain("'tcsh' is not one of bash, zsh, fish, powershell.")
  })
})

/** A folder with a program `mettle` in it, which runs the source. */
const pathWithMettle = () => {
  const folder = temporaryFolder()
  const program = join(folder, 'mettle')
  const line = `exec ${mettleInShell()} "$@"`
  writeFileSync(program, `#!/bin/sh\n${line}\n`)
  chmodSync(program, 0o755)
  return `${folder}${delimiter}${process.env.PATH}`
}

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined

const run = (program: string, args: string[], input = '') =>
  execFileSync(program, args, {
    cwd: root,
    env: { ...process.env, PATH: pathWithMettle(), HOME: temporaryFolder() },
    input,
    encoding: 'utf8',
  })

/** Loads the script in a real bash and asks it as bash does when Tab is pressed. */
const inBash = (...words: string[]) => {
  const quoted = ['mettle', ...words].map((word) => `'${word}'`).join(' ')
  const script = `eval "$(mettle completion bash)"
complete -p mettle >/dev/null
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _mettle; printf '%s\\n' "\${COMPREPLY[@]}"`
  return run('bash', ['--norc', '-c', script])
    .split('\n')
    .filter((line) => line !== '')
}

describe.skipIf(!isThere('bash'))('the script of bash, in bash', () => {
  it('completes commands, members, options and values', () => {
    expect(inBash('dash')).toEqual(['dashboard'])
    expect(inBash('pattern', 'wh')).toEqual(['why'])
    expect(inBash('undo', '--dry')).toEqual(['--dry-run'])
    expect(inBash('pattern', 'list', '--status', 'h')).toEqual(['helping', 'held'])
  })
})

describe.skipIf(!isThere('zsh'))('the script of zsh, in zsh (skipped where there is no zsh)', () => {
  it('loads, and asks for what can follow', () => {
    const script = `autoload -Uz compinit; compinit -u; eval "$(mettle completion zsh)"
_describe() { print -l -- $found }; words=(mettle pattern wh); CURRENT=3; _mettle`
    expect(run('zsh', ['-f', '-c', script])).toMatch(/^why:/)
  })
})

describe.skipIf(!isThere('fish'))('the script of fish, in fish (skipped where there is no fish)', () => {
  it('completes a member', () => {
    const script = 'mettle completion fish | source; complete -C "mettle pattern wh"'
    expect(run('fish', ['--no-config', '-c', script])).toMatch(/^why\t/)
  })
})

describe.skipIf(!isThere('pwsh'))('the script of PowerShell, in pwsh (skipped where there is no pwsh)', () => {
  it('completes a member', () => {
    const script = `mettle completion powershell | Out-String | Invoke-Expression
(TabExpansion2 'mettle pattern wh' 17).CompletionMatches.CompletionText`
    expect(run('pwsh', ['-NoProfile', '-Command', script]).trim()).toBe('why')
  })
})
