import { afterAll, beforeAll, describe } from 'vitest'
import type { Bench } from './benches.ts'
import { appendingSuite } from './suites/appending.ts'
import { cachingSuite } from './suites/caching.ts'
import { compactingSuite } from './suites/compacting.ts'
import { documentsSuite } from './suites/documents.ts'
import { erasingSuite } from './suites/erasing.ts'
import { interleavingSuite } from './suites/interleaving.ts'
import { isolationSuite } from './suites/isolation.ts'
import { oddTextSuite } from './suites/odd-text.ts'
import { readingSuite } from './suites/reading.ts'
import { rebuildingSuite } from './suites/rebuilding.ts'
import { undoingSuite } from './suites/undoing.ts'

/** How a suite reaches the store; every test takes a project of its own. */
export type UseBench = () => Bench

/** What every store promises. A store that passes may be used in place of any other. */
export function storeContract(open: () => Promise<Bench>, runs: { properties: number }): void {
  let bench: Bench
  beforeAll(async () => {
    bench = await open()
  })
  afterAll(() => bench?.close())
  const use: UseBench = () => bench
  describe('appending', () => appendingSuite(use))
  describe('reading', () => readingSuite(use))
  describe('documents', () => documentsSuite(use))
  describe('caching', () => cachingSuite(use))
  describe('rebuilding', () => rebuildingSuite(use))
  describe('erasing', () => erasingSuite(use))
  describe('undoing', () => undoingSuite(use, runs.properties))
  describe('compacting', () => compactingSuite(use))
  describe('isolation', () => isolationSuite(use))
  describe('odd text', () => oddTextSuite(use, runs.properties))
  describe('interleaving', () => interleavingSuite(use, runs.properties))
}
