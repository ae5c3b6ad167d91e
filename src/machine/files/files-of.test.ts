import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gatePlace } from '../gate/gate-seal.ts'
import { openPrecomputedFolder } from '../precomputed-folder.ts'
import { openSpoolFolder } from '../server-file.ts'

const NOW = Date.UTC(2026, 0, 10)
let folder = ''
const at = (...names: string[]) => join(folder, ...names)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-links-'))
  for (const name of ['elsewhere', 'shop', 'shop/.mettle']) mkdirSync(at(name))
  writeFileSync(at('elsewhere', 'mine.jsonl'), 'mine\n')
  utimesSync(at('elsewhere', 'mine.jsonl'), 0, 0)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openPrecomputed() {
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  const home = at('shop', '.mettle')
  const workspace = { root: at('shop'), home, hooks: home }
  const place = gatePlace(workspace, { METTLE_HOME: at('state') })
  const sources = { now: () => NOW, onFailure, place, settings: () => '{}' }
  return { failures, precomputed: openPrecomputedFolder(workspace, sources) }
}

it('a spool that leads elsewhere holds nothing', () => {
  symlinkSync(at('elsewhere'), at('shop', '.mettle', 'spool'))
  expect(openSpoolFolder(at('shop', '.mettle'), () => NOW).waiting()).toEqual([])
})

it('a link in the spool is passed over, for it may never end', () => {
  mkdirSync(at('shop', '.mettle', 'spool'))
  symlinkSync('/dev/zero', at('shop', '.mettle', 'spool', 'a.jsonl'))
  expect(openSpoolFolder(at('shop', '.mettle'), () => NOW).waiting()).toEqual([])
})

it('old sessions are forgotten, and nothing where their folder leads', () => {
  symlinkSync(at('elsewhere'), at('shop', '.mettle', 'sessions'))
  openPrecomputed().precomputed.keepPatterns(new Uint8Array(1), 'whole')
  expect(existsSync(at('elsewhere', 'mine.jsonl'))).toBe(true)
  rmSync(at('shop', '.mettle', 'sessions'))
  mkdirSync(at('shop', '.mettle', 'sessions'))
  writeFileSync(at('shop', '.mettle', 'sessions', 'old.jsonl'), '')
  utimesSync(at('shop', '.mettle', 'sessions', 'old.jsonl'), 0, 0)
  openPrecomputed().precomputed.keepPatterns(new Uint8Array(1), 'whole')
  expect(existsSync(at('shop', '.mettle', 'sessions', 'old.jsonl'))).toBe(false)
})

it('what hooks read is not written where the folder leads, and that is told', () => {
  symlinkSync(at('elsewhere'), at('shop', '.mettle', 'ahead'))
  const { precomputed, failures } = openPrecomputed()
  precomputed.keepAnswers([])
  expect(existsSync(at('elsewhere', 'answers.json'))).toBe(false)
  expect(failures).toHaveLength(1)
})
