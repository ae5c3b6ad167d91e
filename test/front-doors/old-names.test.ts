import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'
import { mettleWords } from './shell-words.ts'

const OLD = CATALOGUE.filter(({ name }) => name.startsWith('compat ')).map(
  (entry) => [entry.name.slice(7), entry] as const,
)

/** Types the first example of a command in a new project, by the words that it is given. */
async function typed(words: readonly string[]) {
  const folder = temporaryFolder()
  const cwd = join(folder, 'project')
  mkdirSync(cwd)
  const setting = { cwd, environment: { HOME: folder }, stdin: '{}' }
  await runCli(['init', '--no-clients'], setting)
  const { exitCode, stderr } = await runCli(words, setting)
  return { exitCode, stderr: stderr.replaceAll(folder, '') }
}

it('there are old names to walk', () => expect(OLD.length).toBeGreaterThan(20))

it.each(OLD)('`mettle %s` still works, and names the command that it is now', async (_name, entry) => {
  const [example] = (await entry.load()).command.examples
  const words = mettleWords(example!)
  expect(words[0]).toBe('compat')
  const now = await typed(words)
  const before = await typed(words.slice(1))
  expect(before.exitCode).toBe(now.exitCode)
  expect(before.stderr).toBe(`Note: this command is now called mettle ${entry.name}.\n${now.stderr}`)
})
