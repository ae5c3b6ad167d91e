import { readFileSync } from 'node:fs'

const LINE_END = '\u23CE'

/** What agents and people type all day; a rule that stops one of these costs more than it saves. */
export function everydayCommands(): string[] {
  return linesOf('everyday-commands.txt')
}

/** What people try first, each with the rule that must stop it. */
export function stoppedCommands(): { readonly rule: string; readonly command: string }[] {
  let rule = ''
  return linesOf('stopped-commands.txt').flatMap((line) => {
    if (line.startsWith('# ')) return []
    const [, named] = /^\[([a-z-]+)\]$/.exec(line) ?? []
    rule = named ?? rule
    return named === undefined ? [{ rule, command: line }] : []
  })
}

function linesOf(name: string): string[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replaceAll(LINE_END, '\n'))
}
