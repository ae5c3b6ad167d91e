import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { VERBS } from '../../src/loop/verbs/catalogue.ts'

type Schema = Readonly<Record<string, unknown>>

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENTRY = `${ROOT}src/loop/loop.ts`
const { TypeFlags, SymbolFlags } = ts

/**
 * The content of `src/loop/verbs/answers.json`: the answer of every verb that the server offers, as JSON Schema, from the verbs' types. Named types are defined once, under
 * `schemas`. Schemas are open, because answers may gain fields. Fields and values are sorted, because the compiler's order depends on what it processed before.
 */
export function answerSchemas(): string {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  const program = ts.createProgram([ENTRY], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(ENTRY)!)!
  const loop = checker.getDeclaredTypeOfSymbol(checker.getExportsOfModule(module).find(({ name }) => name === 'Loop')!)
  const schemas = new Map<string, Schema>()
  const names = new Map<ts.Type, string>()

  const answerOf = (verb: string): Schema => {
    const [signature] = checker.getTypeOfSymbol(loop.getProperty(verb)!).getCallSignatures()
    return schemaOf(checker.getAwaitedType(signature!.getReturnType())!)
  }

  /** Types in progress: an unnamed recursive type, such as JSON, becomes any value. */
  const within = new Set<ts.Type>()
  const schemaOf = (type: ts.Type): Schema => {
    if (within.has(type)) return names.has(type) ? named(type) : {}
    within.add(type)
    const schema = plainSchemaOf(type)
    within.delete(type)
    return schema
  }

  const plainSchemaOf = (type: ts.Type): Schema => {
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return {}
    if (type.flags & (TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Null)) return { type: 'null' }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (type.flags & TypeFlags.BooleanLike) return { type: 'boolean' }
    if (type.flags & TypeFlags.StringLike) return { type: 'string' }
    if (type.flags & TypeFlags.NumberLike) return { type: 'number' }
    if (type.isUnion()) return unionOf(type.types)
    if (checker.isArrayType(type) || checker.isTupleType(type))
      return { type: 'array', items: unionOf(checker.getTypeArguments(type as ts.TypeReference)) }
    return type.flags & (TypeFlags.Object | TypeFlags.Intersection) ? named(type) : {}
  }

  const unionOf = (types: readonly ts.Type[]): Schema => {
    const values = types.filter((type) => type.isStringLiteral() || type.isNumberLiteral())
    const rest = types.filter((type) => !(values as readonly ts.Type[]).includes(type)).map(schemaOf)
    const closed = values.length === 0 ? [] : [{ enum: values.map((type) => (type as ts.LiteralType).value).sort() }]
    const byText = new Map([...closed, ...rest].map((schema) => [JSON.stringify(schema), schema]))
    const all = [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, schema]) => schema)
    return all.length === 1 ? all[0]! : { anyOf: all }
  }

  /** An object schema, by reference if we named the type, which may be recursive. */
  const named = (type: ts.Type): Schema => {
    const symbol = type.aliasSymbol ?? type.symbol
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? ''
    const isNamed = symbol !== undefined && symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias)
    if (!isNamed || !file.startsWith(`${ROOT}src/`)) return objectOf(type)
    const known = names.get(type)
    if (known !== undefined) return { $ref: `#/components/schemas/${known}` }
    const same = [...names.values()].filter((name) => name.replace(/\d+$/, '') === symbol.name).length
    const name = same === 0 ? symbol.name : `${symbol.name}${same + 1}`
    names.set(type, name)
    schemas.set(name, {})
    schemas.set(name, objectOf(type))
    return { $ref: `#/components/schemas/${name}` }
  }

  const objectOf = (type: ts.Type): Schema => {
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    const sorted = [...type.getProperties()].sort((a, b) => (a.name < b.name ? -1 : 1))
    const fields = sorted.map((field) => ({ field, type: checker.getTypeOfSymbol(field) }))
    const data = fields.filter(({ type: held }) => held.getCallSignatures().length === 0)
    const isOptional = (field: ts.Symbol, held: ts.Type) =>
      (field.flags & SymbolFlags.Optional) !== 0 ||
      (held.isUnion() && held.types.some(({ flags }) => flags & TypeFlags.Undefined))
    const properties = data.map(({ field, type: held }) => [
      field.name,
      schemaOf(checker.getNonNullableType(held) === held ? held : withoutUndefined(held)),
    ])
    const required = data.filter(({ field, type: held }) => !isOptional(field, held)).map(({ field }) => field.name)
    return {
      type: 'object',
      ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
      ...(required.length === 0 ? {} : { required }),
      ...(index === undefined ? {} : { additionalProperties: schemaOf(index.type) }),
    }
  }

  const withoutUndefined = (type: ts.Type): ts.Type =>
    type.isUnion() && type.types.some(({ flags }) => flags & TypeFlags.Null) ? type : checker.getNonNullableType(type)

  const offered = Object.entries(VERBS).filter(([, verb]) => 'address' in verb)
  const answers = offered.map(([verb]) => [verb, answerOf(verb)] as const)
  const rows = (entries: Iterable<readonly [string, Schema]>) =>
    [...entries].map(([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)}`).join(',\n')
  return `{\n  "answers": {\n${rows(answers)}\n  },\n  "schemas": {\n${rows([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)))}\n  }\n}\n`
}
