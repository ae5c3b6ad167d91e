import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SwallowedFailure } from '../loop/sessions/spool.ts'
import { openFailureLog } from './failure-log.ts'

let state: string
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'mettle-failures-'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

const failure = (id: string): SwallowedFailure => ({ id, at: 1, part: 'gate', code: 'c', message: 'm' })
const folder = () => join(state, 'failures')
const files = () => readdirSync(folder()).map((name) => join(folder(), name))

async function drained(log: ReturnType<typeof openFailureLog>): Promise<string[]> {
  const ids: string[] = []
  await log.drain(async (failures) => void ids.push(...failures.map(({ id }) => id)))
  return ids
}

it('hands over what waits, once', async () => {
  const log = openFailureLog(state, '/project')
  expect(await drained(log)).toEqual([])
  log.add(failure('a'))
  log.add(failure('b'))
  expect(await drained(log)).toEqual(['a', 'b'])
  expect(await drained(log)).toEqual([])
})

it('keeps what could not be recorded for the next one', async () => {
  const log = openFailureLog(state, '/project')
  log.add(failure('a'))
  await expect(log.drain(() => Promise.reject(new Error('locked')))).rejects.toThrow('locked')
  expect(await drained(log)).toEqual(['a'])
})

it('leaves alone what another process has taken and recorded meanwhile', async () => {
  const log = openFailureLog(state, '/project')
  for (const id of ['a', 'b']) {
    log.add(failure(id))
    await log.drain(() => Promise.reject(new Error('locked'))).catch(() => undefined)
  }
  expect(files()).toHaveLength(2)
  const seen: string[] = []
  await log.drain(async (failures) => {
    seen.push(...failures.map(({ id }) => id))
    for (const file of files()) rmSync(file)
  })
  expect(seen).toHaveLength(1)
})

it('passes over lines that are no failures', async () => {
  const log = openFailureLog(state, '/project')
  log.add(failure('a'))
  appendFileSync(files()[0]!, 'null\n{}\n"text"\n{"id":"to\n')
  log.add(failure('b'))
  expect(await drained(log)).toEqual(['a', 'b'])
})
