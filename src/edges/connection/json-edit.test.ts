import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  deleteAll,
  deletionsFor,
  insertAll,
  insertionsFor,
  type JsonContainer,
  JsonProblem,
  jsonValue,
  readJsonText,
} from './json-edit.ts'

const HOOK = { path: ['hooks', 'Stop'], value: { command: 'x' } }
const SERVER = { path: ['mcpServers'], key: 'mettle', value: { args: ['mcp'] } }
const inserted = (text: string, addition: Parameters<typeof insertionsFor>[1]) =>
  insertAll(text, insertionsFor(text, addition))

describe('insertionsFor', () => {
  it.each([
    [
      'an empty file of one line',
      '{}\n',
      '{\n  "mcpServers": {\n    "mettle": {\n      "args": [\n        "mcp"\n      ]\n    }\n  }\n}\n',
    ],
    ['one line', '{"a":1}', '{"a":1,"mcpServers":{"mettle":{"args":["mcp"]}}}'],
    ['an object that is there', '{"mcpServers":{}}', '{"mcpServers":{"mettle":{"args":["mcp"]}}}'],
    [
      'tabs',
      '{\n\t"mcpServers": {}\n}',
      '{\n\t"mcpServers": {\n\t\t"mettle": {\n\t\t\t"args": [\n\t\t\t\t"mcp"\n\t\t\t]\n\t\t}\n\t}\n}',
    ],
    [
      'one line among many',
      '{\n  "mcpServers": { "x": {} }\n}\n',
      '{\n  "mcpServers": { "x": {}, "mettle": {"args":["mcp"]} }\n}\n',
    ],
    [
      'carriage returns',
      '{\r\n    "a": 1\r\n}\r\n',
      '{\r\n    "a": 1,\r\n    "mcpServers": {\r\n        "mettle": {\r\n            "args": [\r\n                "mcp"\r\n            ]\r\n        }\r\n    }\r\n}\r\n',
    ],
  ])('writes in the style of the file: %s', (_, text, expected) => {
    expect(inserted(text, SERVER)).toBe(expected)
  })

  it('goes behind the hooks that are there', () => {
    const text = '{\n  "hooks": {\n    "Stop": [\n      { "command": "own" }\n    ]\n  }\n}\n'
    expect(inserted(text, HOOK)).toBe(
      '{\n  "hooks": {\n    "Stop": [\n      { "command": "own" },\n      {\n        "command": "x"\n      }\n    ]\n  }\n}\n',
    )
  })

  it('leaves a comment beside what it speaks of', () => {
    const text = '{\n  // first\n  "a": 1, // one\n  "b": 2 // two\n  /* end */\n}\n'
    expect(inserted(text, { path: [], key: 'c', value: 3 })).toBe(
      '{\n  // first\n  "a": 1, // one\n  "b": 2, // two\n  /* end */\n  "c": 3\n}\n',
    )
    expect(inserted('{\n  "b": 2, // two\n}', { path: [], key: 'c', value: 3 })).toBe(
      '{\n  "b": 2, // two\n  "c": 3\n}',
    )
    expect(inserted('{ /* none */ }', { path: [], key: 'c', value: 3 })).toBe('{ /* none */\n  "c": 3\n }')
  })

  it('tells the line where something else stands in the way', () => {
    expect(() => inserted('{\n  "hooks": []\n}', HOOK)).toThrow(new JsonProblem('an object is expected here', 2))
    expect(() => inserted('{"hooks": {"Stop": {}}}', HOOK)).toThrow('a list is expected here')
  })

  it('adds exactly the value, whatever the file and however it is written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), spacing, (object, space) => {
        fc.pre(!('hooks' in object) && !('__proto__' in object))
        const text = JSON.stringify(object, null, space)
        const expected = { ...object, hooks: { Stop: [HOOK.value] } }
        expect(JSON.parse(inserted(text, HOOK))).toEqual(JSON.parse(JSON.stringify(expected)))
      }),
    )
  })
})

describe('deletionsFor', () => {
  it('takes one entry out of a list and leaves the rest as it is written', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), spacing, (list, at, space) => {
        const index = at % list.length
        const text = JSON.stringify(list, null, space)
        const root = readJsonText(text) as JsonContainer
        const left = deleteAll(text, deletionsFor(text, root, index))
        expect(left).toBe(JSON.stringify(JSON.parse(text).toSpliced(index, 1), null, space))
      }),
    )
  })

  it('keeps comments that are not about it', () => {
    const text = '{\n  "a": 1, // one\n  "b": 2\n  // end\n}'
    const root = readJsonText(text, { comments: true }) as JsonContainer
    expect(deleteAll(text, deletionsFor(text, root, 1))).toBe('{\n  "a": 1 // one\n  // end\n}')
    expect(deleteAll(text, deletionsFor(text, root, 0))).toBe('{\n  // one\n  "b": 2\n  // end\n}')
  })
})

describe('readJsonText', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), spacing, (json, space) => {
        const text = JSON.stringify(JSON.parse(json), null, space)
        expect(jsonValue(text, readJsonText(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('accepts and refuses what JSON.parse does', () => {
    fc.assert(
      fc.property(broken, (text) => {
        expect(isRead(() => readJsonText(text))).toBe(isRead(() => JSON.parse(text)))
      }),
    )
  })

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'a comma is missing', 3],
    ['{\n  "a": 1,\n}', 'there is one comma too many', 3],
    ['{\n  // no\n}', 'it has a comment, which this file must not have', 2],
    ['', 'a value is missing', 1],
    ['{"a": "x', 'a string does not end', 1],
    ['{} {}', 'there is text after the end', 1],
    ['[[[', 'a value is missing', 1],
  ])('tells what is wrong and where: %j', (text, what, line) => {
    expect(() => readJsonText(text)).toThrow(new JsonProblem(what, line))
    expect(() => readJsonText(text)).toThrow(expect.objectContaining({ line }))
  })

  it('does not fall over a deep nest', () => {
    expect(() => readJsonText('['.repeat(100_000))).toThrow('nested too deeply')
  })
})

const spacing = fc.constantFrom<string | number | undefined>(undefined, 1, 2, 4, '\t')

/** JSON with a piece cut out or put in. */
const broken = fc
  .tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom('', ',', '"', '{', '}', ']', ':', '1', '\n', '\\', '\u0001'),
  )
  .map(([json, at, piece]) => {
    const place = at % (json.length + 1)
    return json.slice(0, place) + piece + json.slice(place + (at % 2))
  })

function isRead(action: () => unknown): boolean {
  try {
    action()
    return true
  } catch {
    return false
  }
}
