import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './source-files.ts'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
/** They print nothing of their own to a reader, or make a clone ready with nothing but Node. */
const SILENT = ['scripts/build.mjs', 'scripts/docs/write.ts', 'scripts/prepare.mjs']
/** The programs behind scripts that compile before they run. */
const COMPILED = ['bench/main.ts', 'gym/main.ts']

const files = Object.values(scripts)
  .flatMap((line) => line.match(/[\w/-]+\.(?:mjs|ts)\b/g) ?? [])
  .filter((file) => existsSync(join(ROOT, file)) && !file.startsWith('test/'))
  .filter((file) => !SILENT.includes(file) && !readFileSync(join(ROOT, file), 'utf8').includes('runCompiled('))

it.each([...new Set([...files, ...COMPILED])])(
  '%s ends without a stack trace when its reader closes the pipe',
  (file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(/^import '.*\/quiet-pipe\.mjs'$/m)
  },
)

it('a closed pipe prints nothing and gives the exit code that the script had reached', () => {
  const line = 'set -o pipefail; node --import ./scripts/quiet-pipe.mjs -e "$0" | true'
  const closed = (code: string) =>
    spawnSync('bash', ['-c', line, `${code}; setInterval(() => console.log('x'), 20)`], { cwd: ROOT, encoding: 'utf8' })
  expect(closed('')).toMatchObject({ status: 0, stderr: '' })
  expect(closed('process.exitCode = 1')).toMatchObject({ status: 1, stderr: '' })
})
