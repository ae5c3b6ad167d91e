import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Whoever uses the package holds one of these; all verbs are in the first. */
const HELD = ['Mettle', 'OpenOptions', 'Store', 'Journal']
const NAMED = ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.Enum

/** The types of ours that stand in the signatures of some types, of their members and of what these hold inline, but are not exported. */
function unnamed(entry: string): string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    ROOT,
  )
  const program = ts.createProgram([entry], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const real = (symbol: ts.Symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [real(symbol), symbol.name]))
  const missing = new Set<string>()
  const seen = new Set<ts.Type>()
  const isOurs = ({ declarations: [first] = [] }: ts.Symbol) =>
    first !== undefined &&
    !ts.isTypeParameterDeclaration(first) &&
    first.getSourceFile().fileName.startsWith(`${ROOT}src/`)
  const members = (type: ts.Type) => {
    for (const member of type.getProperties()) visit(checker.getTypeOfSymbol(member))
    for (const { parameters, getReturnType } of type.getCallSignatures().map(callable)) {
      for (const parameter of parameters) visit(checker.getTypeOfSymbol(parameter))
      visit(getReturnType())
    }
  }
  const callable = (signature: ts.Signature) => ({
    parameters: signature.getParameters(),
    getReturnType: () => signature.getReturnType(),
  })
  const visit = (type: ts.Type): void => {
    if (seen.has(type)) return
    seen.add(type)
    for (const inner of type.aliasTypeArguments ?? []) visit(inner)
    const symbol = type.aliasSymbol ?? type.symbol
    if (symbol !== undefined && isOurs(symbol) && symbol.flags & NAMED) {
      if (!exported.has(symbol)) missing.add(symbol.name)
    } else if (type.isUnionOrIntersection()) type.types.forEach(visit)
    else if (symbol !== undefined && isOurs(symbol)) members(type)
    else if (type.flags & ts.TypeFlags.Object) checker.getTypeArguments(type as ts.TypeReference).forEach(visit)
  }
  const held = [...exported].filter(([, name]) => HELD.includes(name))
  expect(held).toHaveLength(HELD.length)
  for (const [symbol] of held) members(checker.getDeclaredTypeOfSymbol(symbol))
  expect(seen.size).toBeGreaterThan(300)
  return [...missing].sort()
}

it('every type that a verb or a store takes or gives can be imported by its name', () => {
  expect(unnamed(`${ROOT}src/index.ts`)).toEqual([])
})
