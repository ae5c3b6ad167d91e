import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = async (...argv: string[]) => {
  const told = await runCli(argv, { cwd, environment })
  expect({ argv, exitCode: told.exitCode, stderr: told.stderr }).toEqual({ argv, exitCode: 0, stderr: '' })
  return told.stdout
}
const fails = (run: string) =>
  mettle(...`outcome record --run ${run} --result failure --adapter github --retries 0 --quality 0.2`.split(' '))
const risk = async () => JSON.stringify(await json('policy', 'show', 'github')).match(/"riskMultiplier":([\d.]+)/)?.[1]
const json = async (...argv: string[]) => JSON.parse(await mettle(...argv, '--json'))

beforeEach(async () => {
  cwd = newRepository()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle('init')
  await fails('r1')
})

/** Where settings stand, and how one is written there. */
const FILES: [string, (settings: object) => void][] = [
  [
    'your own settings file',
    (settings) => {
      writeFileSync(join(environment.METTLE_HOME!, 'config.json'), JSON.stringify(settings))
    },
  ],
  [
    "the repository's file",
    (settings) => {
      writeFileSync(join(cwd, 'mettle.config.json'), JSON.stringify(settings))
    },
  ],
]

describe.each(FILES)('a setting that changes in %s', (_, write) => {
  it('holds for what was recorded before as well, without a rebuild', async () => {
    expect(await risk()).toBe('1.4')
    write({ overlay: { riskyMultiplier: 3 } })
    expect(await risk()).toBe('3')
    await fails('r2')
    const before = await mettle('policy', 'show', '--json')
    await mettle('rebuild')
    expect(await mettle('policy', 'show', '--json')).toBe(before)
    write({})
    expect(await risk()).toBe('1.4')
  })
})
