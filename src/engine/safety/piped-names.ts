import { fitsEverything, UNKNOWN } from './globs.ts'

/** A program whose output another one reads. */
export interface Feeder {
  readonly program: string
  readonly args: readonly string[]
  readonly feeder?: Feeder | undefined
  readonly input?: string
}

const PASSES_ON = /^(?:cat|sort|uniq|tr|tee|sed|awk|jq|git)$/
const PICKS = /^(?:rg|grep|egrep|head|tail)$/

/** The file names that a program may print for the next one in a pipe to open. A final `**` means everything in a folder, UNKNOWN means part of it. */
export function pipedNames(feeder: Feeder | undefined): readonly string[] {
  if (feeder === undefined) return [UNKNOWN]
  const { program, args } = feeder
  if (program === 'find' || program === 'fd') return foundNames(feeder)
  const operands = args.filter((arg) => !arg.startsWith('-'))
  if (program === 'echo' || program === 'printf') return operands.flatMap((arg) => arg.split(/\s+/))
  if (program === 'ls') return listedNames(operands)
  if (/^(?:[pm]?locate|mdfind)$/.test(program)) return operands.map((arg) => `/**/*${arg.replace(/^.*\//, '')}*`)
  if (program === 'git' && operands[0] === 'ls-files')
    return operands.length === 1 && !args.some((arg) => /^-(?:[a-z]*[domiu]|-[domiu])/.test(arg)) ? ['./**'] : [UNKNOWN]
  // Every branch or tag, unless only some are asked for.
  if (program === 'git' && /^(?:branch|tag|for-each-ref)$/.test(operands[0] ?? ''))
    return args.some((arg) => /^--(?:merged|contains|points-at|show-current)/.test(arg)) ? [UNKNOWN] : ['**']
  if (feeder.feeder === undefined) return [UNKNOWN]
  if (PASSES_ON.test(program)) return pipedNames(feeder.feeder)
  if (!PICKS.test(program)) return [UNKNOWN]
  const isMost = args.some((arg) => /^(?:-[a-zA-Z]*v|--invert)/.test(arg))
  return pipedNames(feeder.feeder).map((name) => (isMost ? name : name.replace(/(^|\/)\*{1,2}$/, `$1${UNKNOWN}`)))
}

/** `ls` prints the name of a file, but the content of a folder; the text does not show which of the two an argument is. */
function listedNames(operands: readonly string[]): readonly string[] {
  if (operands.length === 0) return ['./*']
  return operands.flatMap((arg) => (/[*?[]/.test(arg) ? [arg] : [arg, `${arg.replace(/\/+$/, '')}/${UNKNOWN}`]))
}

const FD_VALUED = /^(?:-[tedEScj]|--(?:type|extension|max-depth|exclude|size|threads))$/

/** `find A -name B`: `A`, any folders, `B`. Without a test that excludes most files, everything in A. */
export function foundNames({ program, args }: Feeder): string[] {
  const at = args.findIndex((arg) => (program === 'fd' ? /^(?:-[xX]|--exec)/ : /^[-!(]/).test(arg))
  const before = args.slice(0, at === -1 ? args.length : at)
  // `fd PATTERN FOLDER…`, with options anywhere.
  const [pattern = '', ...folders] = before.filter(
    (arg, index) => !arg.startsWith('-') && !FD_VALUED.test(before[index - 1] ?? ''),
  )
  const isAll = program === 'fd' && /^[.*]*$/.test(pattern)
  const starts = program === 'fd' ? folders : before
  const tests = testsOf(args)
  const { isNarrow } = tests
  // A pattern of fd matches a part of a name.
  const names =
    program === 'fd' && /^\^?[\w.-]+\$?$/.test(pattern) ? [`*${pattern}*`.replace(/\*\^|\$\*/g, '')] : tests.names
  const ends =
    isNarrow || (program === 'fd' && !isAll) ? names.map((name) => `**/${name.replace(/^[./*]*\//, '')}`) : ['**']
  return (starts.length === 0 ? ['.'] : starts).flatMap((start) =>
    (ends.length === 0 ? [UNKNOWN] : ends).map((end) => `${start.replace(/(?<=.)\/+$/, '')}/${end}`),
  )
}

const NAMES = /^-i?(?:name|path|wholename|regex)$/
const PICKS_SOME = /^-(?:newer\w*|mtime|mmin|atime|amin|ctime|cmin|empty|size|user|group|perm|samefile|inum)$/
const ACTS = /^-(?:delete|exec|execdir|ok|okdir|print|print0|printf|fprint|ls|fls)$/

/** Whether each branch of the tests of `find` that has an action excludes most files, and the names that are tested for. */
function testsOf(args: readonly string[]): { readonly isNarrow: boolean; readonly names: readonly string[] } {
  const names: string[] = []
  // A branch is the part between two `-o` outside of brackets.
  const ways = [{ isNarrow: false, acts: false }]
  const brackets: boolean[] = []
  let isNot = false
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    const way = ways.at(-1)!
    const isInverted = isNot !== (brackets.at(-1) ?? false)
    if (arg === '!' || arg === '-not') {
      isNot = !isNot
      continue
    }
    isNot = false
    if (arg === '(') brackets.push(isInverted)
    else if (arg === ')') brackets.pop()
    else if (/^(?:-o|-or|,)$/.test(arg) && brackets.length === 0) ways.push({ isNarrow: false, acts: false })
    else if (ACTS.test(arg)) way.acts = true
    else if (NAMES.test(arg)) {
      at += 1
      const name = args[at] ?? '*'
      if (isInverted || fitsEverything(name)) continue
      way.isNarrow = true
      names.push(name)
    } else if (PICKS_SOME.test(arg) && !isInverted) way.isNarrow = true
  }
  const acting = ways.filter(({ acts }) => acts)
  return { isNarrow: (acting.length === 0 ? ways : acting).every(({ isNarrow }) => isNarrow), names }
}
