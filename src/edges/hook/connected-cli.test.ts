import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cliCandidates, connectedCli } from './worker-command.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-cli-')))
  for (const name of ['shop/.mettle', 'shop/tools', 'elsewhere']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['shop/evil.js', 'elsewhere/bin.js']) writeFileSync(join(folder, name), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What would be started first, were this in the repository's `agents.json`. */
function firstWith(cli: string): string | undefined {
  const home = join(folder, 'shop', '.mettle')
  writeFileSync(join(home, 'agents.json'), JSON.stringify({ cli }))
  return cliCandidates({
    platform: process.platform,
    project: connectedCli(home),
    bundle: '/x/plugins/mettle/dist',
    path: undefined,
  })[0]
}

it('is what init wrote down', () => {
  expect(firstWith(join(folder, 'elsewhere', 'bin.js'))).toBe(join(folder, 'elsewhere', 'bin.js'))
})

it('is nothing of the repository, however one gets there', () => {
  symlinkSync(join(folder, 'shop'), join(folder, 'elsewhere', 'way'))
  for (const cli of [
    join(folder, 'shop', 'evil.js'),
    join(folder, 'elsewhere', 'way', 'evil.js'),
    'evil.js',
    '/nowhere/bin.js',
  ])
    expect(firstWith(cli)).toBe('/x/dist/cli/bin.js')
})

it('is no other program of the machine, which might take its orders from the repository', () => {
  for (const name of ['make', 'npm-cli.js']) {
    writeFileSync(join(folder, 'elsewhere', name), '')
    expect(firstWith(join(folder, 'elsewhere', name))).toBe('/x/dist/cli/bin.js')
  }
})
