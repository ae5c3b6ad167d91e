import { expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

const HERE = import.meta.dirname

it('hears every letter whole, wherever a pipe cuts the output', async () => {
  const said = '€'.repeat(80_000)
  const program = `process.stdout.write(${JSON.stringify(said[0])}.repeat(${said.length}))`
  const end = await runCommand({ argv: [process.execPath, '-e', program], timeLimitMs: 20_000 }, HERE)
  expect(end).toEqual({ exitCode: 0, output: said })
})

it('ends what says too much, and keeps what it said so far', async () => {
  const program = 'for (;;) require("fs").writeSync(1, "x".repeat(65536))'
  const end = await runCommand({ argv: [process.execPath, '-e', program], timeLimitMs: 20_000 }, HERE)
  expect(end.problem).toContain('more than 262144 characters')
  expect(end.output).toHaveLength(262_144)
})

it('tells of a program that is not there', async () => {
  const end = await runCommand({ argv: ['no-such-program-here'], timeLimitMs: 20_000 }, HERE)
  expect(end).toMatchObject({ problem: 'no-such-program-here cannot be started (ENOENT)' })
})
