import { stopWords, textTokens } from '../search/words.ts'
import {
  COMMAND_KINDS,
  type CommandKind,
  MANY_PACKAGES,
  RUNNERS,
  SCRIPT_TAGS,
  STARTS_PROGRAM,
} from './command-kinds.ts'
import { simpleCommands } from './command-line.ts'
import { hasFolder, type Started, startedBy } from './started-programs.ts'

/** The subject of a step: the files it names, and the words that patterns would use for it. */
export interface Subject {
  readonly files: readonly string[]
  readonly tags: readonly string[]
}

export const COMMAND_SUBJECT = { minWordLength: 4, mostFiles: 20, mostTags: 100 }

/**
 * The subject of a command, by the programs that it would start: their kinds of work, their names, and each further word of more
 * than three letters. Paths are files; quoted prose is neither.
 *
 * `cd api && npm run test:unit -- src/a.ts` is about test, tests, … npm and unit, and the file src/a.ts. `echo "npm test"` tests nothing.
 */
export function commandSubject(command: string, policy = COMMAND_SUBJECT): Subject {
  const tags = new Set<string>()
  const files = new Set<string>()
  for (const started of startedBy(simpleCommands(command))) {
    for (const tag of kindTags(started)) tags.add(tag)
    if (isPath(started.program ?? '')) files.add(started.text.split(' ')[0]!)
    for (const { text, literal } of started.args) {
      if (!literal || /\s/.test(text.trim()) || text.includes('://')) continue
      if (isPath(text)) files.add(text)
      else for (const word of wordsOf(text, policy)) tags.add(word)
    }
  }
  return { files: [...files].slice(0, policy.mostFiles), tags: [...tags].slice(0, policy.mostTags) }
}

function kindTags({ program = '', args }: Started): string[] {
  const words = args.map(({ text }) => text)
  const programs = [program, ...startedFurther(program, words)].filter((name) => name !== '')
  const { byTask, byProgram } = kindsOf({ program, args })
  const kinds = COMMAND_KINDS.filter((kind) => byTask.includes(kind) || byProgram.includes(kind))
  const isMany = RUNNERS.has(program) && words.some((word) => MANY_PACKAGES.has(word.split('=')[0]!))
  const script = isPath(program) ? SCRIPT_TAGS : []
  return [...programs, ...script, ...kinds.flatMap(({ tags }) => tags), ...(isMany ? ['monorepo', 'workspace'] : [])]
}

/** The kinds of work that a program does: by its subcommand, and by its name. */
export function kindsOf({ program = '', args }: Pick<Started, 'program' | 'args'>): {
  readonly byTask: readonly CommandKind[]
  readonly byProgram: readonly CommandKind[]
} {
  const words = args.map(({ text }) => text)
  const programs = [program, ...startedFurther(program, words)]
  const tasks = RUNNERS.has(program) ? tasksOf(words) : []
  return {
    byTask: COMMAND_KINDS.filter((kind) => kind.tasks.some((name) => tasks.includes(name))),
    byProgram: COMMAND_KINDS.filter((kind) => kind.programs.some((name) => programs.includes(name))),
  }
}

function startedFurther(program: string, words: readonly string[]): string[] {
  const isStarter = RUNNERS.has(program) || program.startsWith('python')
  const at = isStarter ? words.findIndex((word) => STARTS_PROGRAM.has(word)) : -1
  const named = at === -1 ? undefined : words[at + 1]
  return named === undefined || named.startsWith('-') ? [] : [named.toLowerCase()]
}

const MOST_TASK_WORDS = 3

/** `run`, `test:unit` -> run, test, unit. */
function tasksOf(words: readonly string[]): string[] {
  const plain = words.filter((word) => !word.startsWith('-') && !isPath(word))
  return plain.slice(0, MOST_TASK_WORDS).flatMap((word) => word.toLowerCase().split(/[:._-]+/))
}

function wordsOf(text: string, { minWordLength }: typeof COMMAND_SUBJECT): string[] {
  if (text.length < minWordLength) return []
  const [name = ''] = text.split('=')
  const said = text.startsWith('-') ? name.replace(/^-[a-zA-Z]$|^-+/, '') : text
  return textTokens(said.replaceAll('_', ' ')).filter(
    (word) => word.length >= minWordLength && !stopWords().has(word) && !/^\d+$/.test(word),
  )
}

function isPath(text: string): boolean {
  if (text.startsWith('-')) return false
  return hasFolder(text) || (text.includes('.') && /[\w-]\.[a-zA-Z]\w{0,7}$/.test(text))
}
