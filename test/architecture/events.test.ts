import { describe, expect, it } from 'vitest'
import { EVENT_TYPES, EVENTS } from '../../src/domain/events/catalogue.ts'
import { storedName } from '../../src/domain/events/stored-name.ts'
import { type SourceFile, sourceFiles } from './source-files.ts'

const FILES = sourceFiles()
const isDefinition = ({ path }: SourceFile) => path.startsWith('src/domain/events/')
const paths = (files: readonly SourceFile[]) => files.map(({ path }) => path)

describe('the version of an event', () => {
  it('is written nowhere but beside the definition of the event', () => {
    const stored = new RegExp(`\\b(?:${EVENT_TYPES.join('|')})\\.v`)
    expect(paths(FILES.filter((file) => !isDefinition(file) && stored.test(file.text)))).toEqual([])
  })

  it.each(EVENT_TYPES.filter((type) => 'earlier' in EVENTS[type]))(
    'of %s is said in two files: its schemas and its lifts',
    (type) => {
      expect(storedName(type)).not.toBe(storedName(type, 1))
      const named = FILES.filter((file) => isDefinition(file) && file.text.includes(`'${type}': `))
      const versions = named.filter(({ text }) => /\bearlier: \[|\bLIFTS\b/.test(text))
      expect(paths(versions)).toHaveLength(2)
    },
  )
})

describe('events', () => {
  const type = `'(?:${EVENT_TYPES.join('|')})'`
  const others = FILES.filter((file) => !isDefinition(file))

  it('are listed by their traits; only a reader names up to three that it reads', () => {
    const list = new RegExp(`(?:${type},\\s*){3}${type}`)
    expect(paths(others.filter(({ text }) => list.test(text)))).toEqual([])
  })

  it('are looked up in tables of what is made of each, never of what each is', () => {
    const key = new RegExp(`^\\s*${type}: `, 'm')
    const tables = others.filter(({ text }) => key.test(text) && !/\bByType<|\bpartOf\(/.test(text))
    expect(paths(tables)).toEqual([])
  })
})
