import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** Lists that stand twice on purpose, by their values in order of the alphabet. */
const ALLOWED: Readonly<Record<string, string>> = {
  'build lint test': 'the order in which kinds of checks are tried differs between tasks and programs',
}

interface Place {
  readonly values: string
  readonly at: string
}

/** Unions of string literals, and arrays that are the values of an enum, an option or a constant; at least three values each. */
function closedLists(path: string, text: string): Place[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Place[] = []
  const take = (node: ts.Node, values: readonly (string | undefined)[]) => {
    if (new Set(values).size < 3 || values.includes(undefined)) return
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    found.push({ values: [...new Set(values)].sort().join(' '), at: `${path}:${line + 1}` })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isUnionTypeNode(node) && !namesMembers(node)) take(node, node.types.map(literalIn))
    if (ts.isArrayLiteralExpression(node) && isClosed(node))
      take(
        node,
        node.elements.map((item) => (ts.isStringLiteral(item) ? item.text : undefined)),
      )
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function literalIn(type: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : undefined
}

/** The names in `Pick` and `Omit` are checked by the compiler against the type that has them. */
function namesMembers({ parent }: ts.Node): boolean {
  return ts.isTypeReferenceNode(parent) && /^(?:Pick|Omit)$/.test(parent.typeName.getText())
}

function isClosed({ parent }: ts.ArrayLiteralExpression): boolean {
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 'z.enum'
  if (ts.isPropertyAssignment(parent)) return parent.name.getText() === 'oneOf'
  return ts.isVariableDeclaration(parent) || (ts.isAsExpression(parent) && parent.type.getText() === 'const')
}

function repeated(places: readonly Place[]): { [values: string]: string[] } {
  const byValues = new Map<string, string[]>()
  for (const { values, at } of places) byValues.set(values, [...(byValues.get(values) ?? []), at])
  return Object.fromEntries([...byValues].filter(([, at]) => at.length > 1))
}

describe('a closed list of values', () => {
  const places = sourceFiles().flatMap(({ path, text }) => closedLists(path, text))

  it('is written once; src/domain/values has those that several files need', () => {
    const wrong = Object.entries(repeated(places)).filter(([values]) => ALLOWED[values] === undefined)
    expect(Object.fromEntries(wrong)).toEqual({})
  })

  it('is allowed twice only where it does stand twice', () => {
    expect(Object.keys(ALLOWED).filter((values) => repeated(places)[values] === undefined)).toEqual([])
  })

  it('is found as a union, an enum, an option and a constant, in any order', () => {
    const text = `
      type A = 'a' | 'b' | 'c'
      const b = z.enum(['c', 'b', 'a'])
      const c = { oneOf: ['a', 'c', 'b'] }
      const D: readonly A[] = ['b', 'a', 'c']
      const e = ['b', 'a', 'c'] as const
      const data = { keywords: ['a', 'b', 'c'] }
      type Part = Pick<Whole, 'a' | 'b' | 'c'>`
    expect(repeated(closedLists('x.ts', text))).toEqual({
      'a b c': ['x.ts:2', 'x.ts:3', 'x.ts:4', 'x.ts:5', 'x.ts:6'],
    })
  })
})

it('the kind of a document is defined once: two records under one name overwrite each other', () => {
  const kinds = sourceFiles().flatMap(({ path, text }) =>
    [...text.matchAll(/\bdefineDocument<[^>]+>\('([^']+)'\)/g)].map(([, kind = '']) => ({
      values: kind,
      at: path,
    })),
  )
  expect(kinds.length).toBeGreaterThan(30)
  expect(repeated(kinds)).toEqual({})
})
