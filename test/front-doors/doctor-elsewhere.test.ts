import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

it('looks at the journal where it is, though that is not beside the project', async () => {
  const cwd = temporaryFolder()
  const path = join(temporaryFolder(), 'elsewhere.db')
  const environment = { METTLE_HOME: temporaryFolder(), METTLE_STORE_PATH: path }
  const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
  await mettle('init')
  const { checks } = JSON.parse((await mettle('doctor', '--json')).stdout)
  const size = checks.find(({ name }: { name: string }) => name === 'size')
  expect(statSync(path).size).toBeGreaterThan(0)
  expect(size.detail).toMatch(/^[1-9][\d.]* kB/)
})
