import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { VERBS } from '../../src/loop/verbs/catalogue.ts'
import type { Verb } from '../../src/loop/verbs/define-verb.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { SymbolFlags, TypeFormatFlags } = ts

/** The package's entry points, and their source files. */
const ENTRIES = {
  mettle: ['src/index.ts', 'Opens the journal of a repository, in this process.'],
  'mettle/client': ['src/edges/client/client.ts', 'Calls a running `mettle serve`, from Node or a browser.'],
  'mettle/testing': ['src/testing.ts', 'A store in memory, a fixed clock and counted ids, for tests.'],
  'mettle/store/memory': ['src/store/memory/memory-store.ts', 'A journal in memory.'],
  'mettle/store/sqlite': ['src/store/sqlite/sqlite-store.ts', 'A journal in one file.'],
  'mettle/store/postgres': ['src/store/postgres/postgres-store.ts', 'A journal on a PostgreSQL server.'],
} as const

/** The page about the library, from the types and their comments. */
export function libraryPage(made: string): string {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  const files = Object.values(ENTRIES).map(([file]) => `${ROOT}${file}`)
  const program = ts.createProgram([...files, `${ROOT}src/open.ts`], { ...options, noEmit: true })
  const checker = program.getTypeChecker()

  const exportsOf = (file: string) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(`${ROOT}${file}`)!)!
    return checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  const said = (symbol: ts.Symbol) =>
    ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll('\n', ' ')
  const signatureOf = (symbol: ts.Symbol, name = symbol.name) => {
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
    return signature === undefined ? `new ${name}(…)` : `${name}${textOf(signature)}`
  }
  const textOf = (signature: ts.Signature) => {
    return plain(checker.signatureToString(signature, undefined, TypeFormatFlags.None))
  }
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

  /** Whether a program can import it as more than a type. */
  const isValue = (file: string, { name, flags }: ts.Symbol) => {
    const source = program.getSourceFile(`${ROOT}${file}`)!
    const forwarded = source.statements.filter(ts.isExportDeclaration)
    const isTypeOnly = forwarded.some(({ isTypeOnly: only, exportClause: clause }) =>
      clause === undefined ? only : false,
    )
    const names = forwarded
      .filter(({ isTypeOnly: only }) => !only)
      .flatMap(({ exportClause: clause }) =>
        clause !== undefined && ts.isNamedExports(clause) ? clause.elements.map((one) => one.name.text) : [],
      )
    return (flags & (SymbolFlags.Function | SymbolFlags.Class)) !== 0 && (!isTypeOnly || names.includes(name))
  }
  const values = (file: string) =>
    exportsOf(file)
      .filter((symbol) => isValue(file, symbol))
      .map((symbol) => row([`\`${signatureOf(symbol)}\``, said(symbol)]))
  const types = (file: string) =>
    exportsOf(file)
      .filter(({ flags }) => flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias))
      .map(({ name }) => `\`${name}\``)

  const typeNamed = (file: string, name: string) =>
    checker.getDeclaredTypeOfSymbol(exportsOf(file).find((symbol) => symbol.name === name)!)
  const mettle = typeNamed('src/open.ts', 'Mettle')
  const verbRows = Object.entries(VERBS as Readonly<Record<string, Verb>>).map(([name, { summary, address }]) => {
    const where = address === undefined ? '' : ` [fields](http.md#${anchor(address)})`
    return row([`\`${signatureOf(mettle.getProperty(name)!, name)}\``, `${summary}${where}`])
  })
  const others = mettle
    .getProperties()
    .filter(({ name }) => !Object.hasOwn(VERBS, name))
    .map((symbol) => {
      const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
      const type = plain(checker.typeToString(checker.getTypeOfSymbol(symbol)))
      return row([`\`${signature === undefined ? `${symbol.name}: ${type}` : signatureOf(symbol)}\``, said(symbol)])
    })
  const opening = typeNamed('src/open.ts', 'OpenOptions')
    .getProperties()
    .map((symbol) =>
      row([`\`${symbol.name}\``, `\`${plain(checker.typeToString(checker.getTypeOfSymbol(symbol)))}\``, said(symbol)]),
    )

  return [
    `# Library\n\n${made}\n[How to use it](../how-to/library.md), with examples that run. Types come with the package.\n`,
    ...Object.entries(ENTRIES).map(([name, [file, about]]) =>
      [
        `## ${name}\n\n${about}\n`,
        '| export | |\n|---|---|',
        ...values(file),
        ...(name === 'mettle' ? [] : ['', `Types: ${types(file).join(', ') || 'none of its own'}.`]),
        '',
      ].join('\n'),
    ),
    `## Options of openMettle\n\n| option | type | |\n|---|---|---|\n${opening.join('\n')}\n`,
    `## What openMettle returns\n\n| member | |\n|---|---|\n${others.join('\n')}\n`,
    `## Verbs\n\nThe same verbs are commands, HTTP routes and methods of the client. Over HTTP and in the client each takes its fields by name.\n\n| method | |\n|---|---|\n${verbRows.join('\n')}\n`,
    `## Types of \`mettle\`\n\n${types('src/index.ts').join(', ')}.\n`,
    `Formulas are exported one by one under \`mettle/engine/*\`; [laws](laws.md) lists them.\n`,
  ].join('\n')
}

/** A type in readable form: names in an order independent of the compiler, without long object types, which have field tables. */
function plain(type: string): string {
  return type
    .replace(/\s+/g, ' ')
    .replaceAll(' | undefined', '')
    .replace(/\bargs_0\b/g, 'request')
    .replace(/"[^"]+"(?: \| "[^"]+")+/g, (names) => names.split(' | ').sort().join(' | '))
    .replace(/Frozen<\{.*?\}>(?=\))/g, '{ … }')
}

/** The anchor that Markdown renderers derive from a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
}
