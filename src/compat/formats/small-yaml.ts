import { Composer, type CST, isAlias, isNode, isPair, isScalar, Lexer, LineCounter, Parser, visit } from 'yaml'

/** A value in a settings file. Maps have no prototype, so no key can reach an inherited property. */
export type Yaml = string | number | boolean | null | readonly Yaml[] | { readonly [key: string]: Yaml }

export class YamlProblem extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const MOST_CHARACTERS = 262_144
const DEEPEST = 16
const TOO_DEEP = `it is nested deeper than ${DEEPEST} levels`

/** Reads YAML without anchors, aliases, tags and merge keys: nothing can refer to anything, so nothing grows beyond the file. */
export function readSmallYaml(text: string): Yaml {
  if (text.length > MOST_CHARACTERS) throw new YamlProblem(1, `it is longer than ${MOST_CHARACTERS} characters`)
  const lines = new LineCounter()
  const fail = (at: number, problem: string) => new YamlProblem(lines.linePos(at).line, problem)
  const composer = new Composer({ lineCounter: lines, stringKeys: true })
  const [document, second] = [...composer.compose(tokensOf(text, lines), true, text.length)]
  if (second !== undefined) throw fail(second.range[0], 'a second document begins')
  visit(document!, (_, node, path) => {
    const problem = problemOf(node, path.filter((each) => isNode(each)).length)
    const at = isPair(node) ? node.key : node
    if (problem !== undefined) throw fail((isNode(at) && at.range?.[0]) || 0, problem)
  })
  const [error] = document!.errors
  if (error !== undefined) throw fail(error.pos[0], error.message)
  return document!.toJS({ reviver: (_, value) => withoutPrototype(value) })
}

/** The parser recurses as deep as the text is nested, so nesting is limited first. */
function* tokensOf(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > 2 * DEEPEST + 2) throw new YamlProblem(lines.linePos(parser.offset).line, TOO_DEEP)
  }
  yield* parser.end()
}

function problemOf(node: unknown, depth: number): string | undefined {
  if (isPair(node)) return isScalar(node.key) && node.key.source === '<<' ? 'merge keys are not read' : undefined
  if (isAlias(node)) return 'aliases are not read'
  if (!isNode(node)) return undefined
  if (node.anchor !== undefined) return 'anchors are not read'
  if (node.tag !== undefined) return 'tags are not read'
  return depth > DEEPEST ? TOO_DEEP : undefined
}

function withoutPrototype(value: unknown): unknown {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isMap ? Object.assign(Object.create(null), value) : value
}
