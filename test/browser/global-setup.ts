import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { compileCli } from '../servers/cli-from-source.ts'
import { findChromium } from './chromium.ts'
import { cli } from './start-cli.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    browser: { path: string; demo: string; empty: string } | { missing: string }
  }
}

let folder: string | undefined
let removeCli: (() => Promise<void>) | undefined

/** The dashboard as it is now, a browser, and the journal of a demo that tests take copies of. */
export async function setup(project: TestProject): Promise<void> {
  const found = await findChromium().catch((error: Error) => ({ missing: error.message }))
  if ('missing' in found) {
    console.warn(`Browser tests are skipped: ${found.missing}`)
    project.provide('browser', found)
    return
  }
  execFileSync(process.execPath, [join(import.meta.dirname, '..', '..', 'scripts', 'build-dashboard.mjs')])
  removeCli = await compileCli()
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-browser-')))
  const demo = join(folder, 'demo')
  await cli(['demo', '--dir', demo, '--runs', '40'], { cwd: folder, home: join(folder, 'home') })
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  await cli(['init', '--no-clients'], { cwd: empty, home: join(folder, 'home') })
  project.provide('browser', { path: found.path, demo, empty })
}

export async function teardown(): Promise<void> {
  await removeCli?.()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}
