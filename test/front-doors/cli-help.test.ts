import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { commandCatalogue } from '../../scripts/docs/command-catalogue.ts'
import { verbOptions } from '../../scripts/docs/verb-options.ts'
import type { Options } from '../../src/edges/cli/command.ts'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { COMMAND_FILES } from '../../src/edges/cli/entry/command-files.ts'
import { readInput } from '../../src/edges/cli/input/read-input.ts'
import { GLOBAL_OPTIONS } from '../../src/edges/cli/input/tokens.ts'
import { runCli } from './run-cli.ts'
import { mettleWords } from './shell-words.ts'

const fileOf = (name: string) => name.replaceAll(' ', '-')

describe.each(CATALOGUE.map((entry) => [entry.name, entry] as const))('mettle %s', (name, entry) => {
  it('has the help that its snapshot shows', async () => {
    const { exitCode, stdout } = await runCli([...name.split(' '), '--help'])
    expect(exitCode).toBe(0)
    await expect(stdout).toMatchFileSnapshot(`__snapshots__/help/${fileOf(name)}.txt`)
  })

  it('is in the catalogue as it describes itself', async () => {
    const { command } = await entry.load()
    expect({ name: command.name, summary: command.summary }).toEqual({ name, summary: entry.summary })
  })

  it('has sentences for everything it takes, and names of its own', async () => {
    const { command } = await entry.load()
    const parts = [command, ...command.arguments, ...Object.values(command.options)]
    for (const { summary } of parts) expect(summary).toMatch(/^[A-Z0-9].*[.?]$/)
    const names = [...command.arguments.map((word) => word.name), ...Object.keys(command.options)]
    const taken = [...names, ...Object.keys(GLOBAL_OPTIONS)]
    expect(new Set(taken).size).toBe(taken.length)
    const options: Options = { ...GLOBAL_OPTIONS, ...command.options }
    const shorts = Object.values(options).flatMap(({ short }) => short ?? [])
    expect(new Set(shorts).size).toBe(shorts.length)
  })

  it('has examples that can be typed as they stand', async () => {
    const { command } = await entry.load()
    expect(command.examples.length).toBeGreaterThan(0)
    for (const example of command.examples) {
      const words = mettleWords(example)
      expect(words.slice(0, name.split(' ').length).join(' ')).toBe(name)
      expect(readInput(command, GLOBAL_OPTIONS, words.slice(name.split(' ').length))).toBeDefined()
    }
  })
})

describe('the catalogue', () => {
  const folder = (path: string) => readdirSync(fileURLToPath(new URL(path, import.meta.url)))

  it('and the folder of commands agree', () => {
    const files = folder('../../src/edges/cli/commands').filter((file) => !file.endsWith('.test.ts'))
    const known = Object.values(COMMAND_FILES).flatMap((group) => Object.keys(group))
    expect(files.sort()).toEqual(known.map((file) => `${file}.ts`).sort())
  })

  it('is what the commands say; `npm run docs` writes it', async () => {
    const written = readFileSync(new URL('../../src/edges/cli/catalogue.json', import.meta.url), 'utf8')
    expect(written).toBe(await commandCatalogue())
    const options = readFileSync(new URL('../../src/edges/cli/verb-options.json', import.meta.url), 'utf8')
    expect(options).toBe(verbOptions())
  })

  it('has no snapshot of a command that is gone', () => {
    const known = [...CATALOGUE.map(({ name }) => `${fileOf(name)}.txt`), 'mettle.txt']
    expect(folder('__snapshots__/help').filter((file) => !known.includes(file))).toEqual([])
  })

  it('has an overview that fits on one screen', async () => {
    const { stdout } = await runCli([])
    await expect(stdout).toMatchFileSnapshot('__snapshots__/help/mettle.txt')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  it('gives a command no name that would hide another', () => {
    const names = CATALOGUE.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).not.toContain('help')
    expect(names).not.toContain('version')
  })

  it('runs a command of another system without `compat` too, and says its new name', async () => {
    const listed = await runCli(['compat', 'tool', '--list'])
    expect(await runCli(['tool', '--list'])).toEqual({
      ...listed,
      stderr: 'Note: this command is now called mettle compat tool.\n',
    })
    expect(await runCli(['tool', '--list', '--quiet'])).toEqual(listed)
    expect(await runCli(['tool', '--list', '--json'])).toMatchObject({ stderr: '' })
    const bare = await runCli(['outcome'])
    expect(bare.stdout).toContain('mettle outcome')
    expect((await runCli(['outcome', '--help'])).stdout).toContain('mettle compat outcome')
  })

  it('prints its version by name', async () => {
    expect(await runCli(['version'])).toEqual(await runCli(['--version']))
  })
})
