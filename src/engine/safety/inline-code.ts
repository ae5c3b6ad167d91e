import { decodedText } from './predicted-output.ts'
import type { ShellStep } from './shell-steps.ts'

/** Programs that run code from an argument or from their input. */
const INTERPRETERS =
  /^(?:python[\d.]*|pypy3?|node|deno|bun|tsx|ts-node|perl|ruby|php|lua|luajit|rscript|julia|tclsh|groovy|jshell|osascript|awk|gawk|mawk|emacs|vim?|nvim|ex|ed|sqlite3|psql|mysql|mariadb|duckdb|pwsh|powershell|irb|ghci|scala|swift|elixir|erl|sed|gsed|go|expect)$/

const CODE_OPTION =
  /^(?:-c|-e|-E|-r|-p|-pe|-ne|-lne|-le|-n|-ec|-cmd|--eval|--print|--execute|--command|-Command|-ep|eval)$/

/** The code that a step runs, if the text contains it. */
export function codeIn({ program, args, input }: ShellStep): string[] {
  if (!readsCode(program)) return []
  const given = args.filter((arg, at) => CODE_OPTION.test(args[at - 1] ?? '') || /[\s(;'"]/.test(arg))
  const code = (input === undefined ? given : [...given, input]).map((text) => text.replace(HOME_CALL, '"~"'))
  return [...code, ...code.flatMap(decodedIn)]
}

const HOME_CALL =
  /(?:\brequire\(['"](?:node:)?os['"]\)|\bos)\.homedir\(\)|\bhomedir\(\)|\bPath\.home\(\)|\bDir\.home\b|\b(?:process\.env\.HOME|Deno\.env\.get\(['"]HOME['"]\))|\b(?:os\.environ|ENV)\[['"]HOME['"]\]|\bos\.getenv\(['"]HOME['"]\)/g

export function readsCode(program: string): boolean {
  return INTERPRETERS.test(program)
}

function decodedIn(code: string): string[] {
  if (!/b64|base64|atob|fromhex|unhexlify/i.test(code)) return []
  return literalsIn(code).flatMap((text) => {
    const plain = text.length < 8 ? undefined : decodedText(text)
    // It may be code itself, or a command that the code passes on.
    return plain === undefined ? [] : [plain, `exec(${JSON.stringify(plain)})`]
  })
}

/** The closing quote is optional, so that each letter is read once. */
const LITERAL = /"((?:[^"\\\n]|\\.)*)"?|'((?:[^'\\\n]|\\.)*)'?|`((?:[^`\\]|\\.)*)`?/g
/** No system opens a longer path. */
const LONGEST_PATH = 4_096

/** The texts in quotes. */
export function literalsIn(code: string): string[] {
  const found: string[] = []
  for (const [, a, b, c] of code.matchAll(LITERAL)) {
    found.push((a ?? b ?? c)!.replace(/\\x([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))))
  }
  return found
}

/** The paths that code may open: quoted texts, alone and joined, and bare words that begin like a path. */
export function pathsInCode(code: string): string[] {
  const literals = literalsIn(code)
  const bare = code.match(/(?<![\w"'`])(?:~|\/|\.{0,2}\/)[\w.~/@%+-]{3,4096}/g) ?? []
  const joined = literals.flatMap((text, at) => {
    const next = literals[at + 1]
    const third = literals[at + 2]
    if (next === undefined) return []
    const pair = [`${text}/${next}`, `${text}${next}`]
    return third === undefined ? pair : [...pair, `${text}/${next}/${third}`, `${text}${next}${third}`]
  })
  // `home + '/.bashrc'`: the part before is unknown.
  const ends = literals.filter((text) => text.startsWith('/')).map((text) => text.slice(1))
  return [...literals, ...ends, ...joined, ...bare]
    .filter((path) => path.length <= LONGEST_PATH && !/\n/.test(path))
    .map((path) => path.trim())
}

const STARTS_PROGRAM =
  /(?:^|\n)\s*!|system|exec|spawn|popen|subprocess|child_process|\bqx\b|shell|`|\brun\b|proc_open|getline|Command\(|\|\s*"/i

/** Commands that code hands to a shell or starts by itself. */
export function commandsInCode(code: string): string[] {
  if (!STARTS_PROGRAM.test(code)) return []
  const lists = [...code.matchAll(/\[([^[\]]{3,})\]/g)].map(([, inner]) => literalsIn(inner!).join(' '))
  const calls = [...code.matchAll(/\(\s*(["'][\w./-]+["'])\s*,\s*(?:\{[^[\]{}]*\bargs\s*:\s*)?\[([^[\]]+)\]/g)].map(
    ([, program, inner]) => literalsIn(`${program} ${inner}`).join(' '),
  )
  // `system("rm", "-rf", x)`: the words of one command.
  const words = [
    ...code.matchAll(/\b(?:system|exec\w*|spawn\w*|popen|run)\s*\(\s*("[^")]*"|'[^')]*')\s*,([^()]*)\)/g),
  ].map(([, program, rest]) => literalsIn(`${program},${rest}`).join(' '))
  // `exec rm x` of Tcl and `!rm x` of editors.
  const bare = [...code.matchAll(/(?:^|[\n;])\s*(?:exec\s+|!)([\w./~-][^\n;]*)/g)].map(([, command]) => command!)
  return [...literalsIn(code).filter((text) => /\s/.test(text.trim())), ...lists, ...calls, ...words, ...bare]
}

/** Whether code changes files at all. */
export const WRITES_FILES =
  /write|append|["'](?:[wax]\+?b?|[rwa]\+)["']|unlink|rename|remove|rmtree|rmSync|\brm\b|copy|truncate|symlink|dump|>>|\bFile\.|open\(.{0,200}["']>/i
