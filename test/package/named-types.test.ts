import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Whoever uses the package holds one of these; all verbs are in the first. */
const HELD = ['Mettle', 'OpenOptions', 'Store', 'Journal']

/** The types of ours that stand in the members of some interfaces, and of those that they extend, but are not exported. */
function unnamed(entry: string): string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    ROOT,
  )
  const program = ts.createProgram([entry], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const real = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [real(symbol), symbol.name]))
  const missing = new Set<string>()
  const isOurs = ({ declarations: [first] = [] }: ts.Symbol) =>
    first !== undefined &&
    !ts.isTypeParameterDeclaration(first) &&
    first.getSourceFile().fileName.startsWith(`${ROOT}src/`)
  const look = (symbol: ts.Symbol) => {
    for (const declaration of symbol.declarations ?? []) visit(declaration)
  }
  const visit = (node: ts.Node): void => {
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined
    const found = name && checker.getSymbolAtLocation(name)
    if (found !== undefined && isOurs(real(found))) {
      if (ts.isExpressionWithTypeArguments(node)) look(real(found))
      else if (!exported.has(real(found))) missing.add(found.name)
    }
    ts.forEachChild(node, visit)
  }
  const held = [...exported].filter(([, name]) => HELD.includes(name))
  expect(held).toHaveLength(HELD.length)
  for (const [symbol] of held) look(symbol)
  return [...missing].sort()
}

it('every type that a verb or a store takes or gives can be imported by its name', () => {
  expect(unnamed(`${ROOT}src/index.ts`)).toEqual([])
})
