import { describe, expect, it } from 'vitest'
import { LAWS } from './catalogue.ts'

describe.each(LAWS.map((law) => [law.name, law] as const))('law %s', (_name, law) => {
  it('gives the worked number of its reference page', () => {
    const now = Date.parse(law.example.now ?? '2026-01-01T00:00:00Z')
    const input = law.input.parse(law.example.input)
    expect(law.run(input as never, now)).toMatchObject(law.example.output)
  })

  it('refuses what is not an object', () => {
    for (const bad of [null, 3, 'x', []]) expect(law.input.safeParse(bad).success).toBe(false)
  })
})

it('names each law once', () => {
  const names = LAWS.map((law) => law.name)
  expect(new Set(names).size).toBe(names.length)
})
