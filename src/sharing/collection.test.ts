import { describe, expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { collected } from './collection.ts'

const about = { project: 'world', now: Date.UTC(2026, 0, 2) }
const record = (text: string, pattern = 'p1') => worldOf([sighting({ pattern, text })]).pattern(pattern)!
const first = record('check the token before every call')

describe('a collection over projects', () => {
  it('begins with SL-001, and says where a learning came from', () => {
    const { text, added } = collected(undefined, [first], about)
    expect(added).toMatchObject([{ id: 'SL-001', source_project: 'world', merged_at: '2026-01-02T00:00:00.000Z' }])
    expect(JSON.parse(text)).toMatchObject({ schema_version: '1.0', learnings: added })
  })

  it('counts on, and takes nothing that shares 0.8 of its words with what is there', () => {
    const { text } = collected(undefined, [first], about)
    const near = record('check the token before every single call', 'p2')
    const other = record('prefer a queue over a timer', 'p3')
    const { added } = collected(text, [first, near, other, other], about)
    expect(added.map(({ id, summary }) => [id, summary])).toEqual([['SL-002', 'prefer a queue over a timer']])
  })

  it.each(['nonsense', '{}', '{"learnings": 7}'])('is left alone when it is %s', (text) => {
    expect(() => collected(text, [first], about)).toThrow('it was left as it is')
  })
})
