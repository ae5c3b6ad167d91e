import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { git } from '../repositories/repository.ts'
import type { Place } from './drivers/driver.ts'
import { endAll } from './processes.ts'

/** An empty home and a small repository for the tests of a file; both are gone when they have ended. */
export function newPlace(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-client-')))
  const place = { home: join(root, 'home'), repository: join(root, 'repository') }
  for (const folder of Object.values(place)) mkdirSync(folder)
  git(place.repository, 'init', '-q')
  writeFileSync(join(place.repository, 'price.js'), 'export const price = () => 1\n')
  git(place.repository, 'add', '.')
  git(place.repository, 'commit', '-q', '-m', 'begin')
  afterAll(async () => {
    await endAll(place.home)
    rmSync(root, { recursive: true, force: true })
  })
  return place
}
