import { simpleCommands } from '../../engine/shell/command-line.ts'
import { startedBy } from '../../engine/shell/started-programs.ts'
import type { Tool } from './session.ts'

const PROSE = /\.(?:md|mdx|txt|rst|adoc)$/i
const WRITES_IN_PLACE = /^(?:sed|perl|ruby)$/
const GIT_WRITES = new Set(['apply', 'am', 'cherry-pick', 'merge', 'pull', 'rebase', 'revert', 'stash'])

/** Whether a step changed what a build or a test looks at. Prose alone changes nothing that they see. */
export function changesCode(step: Tool): boolean {
  if (step.ended !== 'passed' && step.ended !== 'unknown') return false
  if (step.kind === 'edit') return step.files === undefined || step.files.some((file) => !PROSE.test(file))
  return step.kind === 'shell' && step.command !== undefined && writesCode(step.command)
}

/** What edits from the shell: `sed -i`, `git apply`, `cat > src/a.ts`. */
function writesCode(command: string): boolean {
  if (/(?<![0-9&>])>{1,2}\s*[\w./-]+\.(?!md\b|txt\b|log\b|json\b)\w+/.test(command)) return true
  return startedBy(simpleCommands(command)).some(({ program = '', args }) => {
    if (WRITES_IN_PLACE.test(program)) return args.some(({ text }) => /^-\w*i/.test(text))
    return program === 'patch' || (program === 'git' && GIT_WRITES.has(args[0]?.text ?? ''))
  })
}

/** The files that a command puts back as they were before the agent came; `all` where it names none. Undefined: it puts nothing back. */
export function filesPutBack(command: string): readonly string[] | 'all' | undefined {
  for (const { program, args } of startedBy(simpleCommands(command))) {
    if (program !== 'git') continue
    const words = args.map(({ text }) => text)
    const files = words.slice(1).filter((word) => !word.startsWith('-') && word !== 'HEAD')
    if (words[0] === 'restore' && !words.includes('--staged')) return everything(files)
    const isOfFiles =
      words.includes('--') || words.includes('HEAD') || files.includes('.') || files.every(isPath)
    if (words[0] === 'checkout' && files.length > 0 && isOfFiles) return everything(files)
    if (words[0] === 'reset' && words.includes('--hard')) return 'all'
    if (words[0] === 'revert') return 'all'
  }
  return undefined
}

/** A file rather than a branch: it has an ending. */
function isPath(word: string): boolean {
  return /\.\w+$/.test(word)
}

function everything(files: readonly string[]): readonly string[] | 'all' {
  return files.length === 0 || files.includes('.') ? 'all' : files
}
