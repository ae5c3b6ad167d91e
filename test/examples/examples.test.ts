import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'

const run = promisify(execFile)
const names = readdirSync(join(ROOT, 'examples'))

describe.each(names)('example %s', (name) => {
  const folder = join(ROOT, 'examples', name)

  it('is numbered, and says what it shows and how to run it', () => {
    expect(name).toMatch(/^\d{2}-[a-z0-9-]+$/)
    expect(existsSync(join(folder, 'run.ts'))).toBe(true)
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`$ npx tsx examples/${name}/run.ts`)
  })

  it('holds', async () => {
    const { stdout } = await run(process.execPath, [join(ROOT, 'scripts', 'run-examples.mjs'), name], {
      cwd: ROOT,
    })
    expect(stdout).toContain('1 of 1 examples hold')
  }, 60_000)
})
