import { expect, it } from 'vitest'
import { isEnough, sqliteEngine } from './engine.ts'

it.each([
  ['20.19.0', false],
  ['22.13.0', false],
  ['22.15.1', false],
  ['22.16.0', true],
  ['23.11.1', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('of Node %s its own is enough: %s', (version, expected) => {
  expect(isEnough(version)).toBe(expected)
})

it('searches texts and waits for locks, whichever it is', () => {
  const database = new (sqliteEngine())(':memory:', { timeout: 1_234 })
  expect(Object.values(database.prepare('PRAGMA busy_timeout').all()[0]!)).toEqual([1_234])
  database.exec("CREATE VIRTUAL TABLE words USING fts5(text); INSERT INTO words VALUES ('run the tests')")
  expect(database.prepare("SELECT text FROM words('tests')").all()).toHaveLength(1)
  database.close()
})
