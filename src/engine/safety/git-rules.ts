import { isShortFor } from './findings.ts'
import { fitsEverything } from './globs.ts'
import type { ShellStep } from './shell-steps.ts'

const SHARED_BRANCH =
  /^(?:\+?(?:[^:]*:)?)(?:refs\/heads\/)?(?:main|master|trunk|develop|production|prod|staging|release(?:[/-].*)?)$/

const VALUED =
  /^(?:-C|-c|--git-dir|--work-tree|--namespace|--config-env|-o|--push-option|--repo|--receive-pack|--exec)$/

/** The rules that stop a call of Git, and whether it resets: a reset together with a clean is worse than either. */
export function gitRules({ program, args }: Pick<ShellStep, 'program' | 'args'>): {
  readonly rules: readonly string[]
  readonly resets?: true
} {
  if (program === 'git-push') return { rules: pushRules(args) }
  if (program !== 'git' && program !== 'hub') return { rules: [] }
  let at = 0
  while (at < args.length && args[at]!.startsWith('-')) at += VALUED.test(args[at]!) ? 2 : 1
  const [verb, ...rest] = args.slice(at)
  const options = rest.slice(0, indexOrEnd(rest, '--')).filter((arg) => arg.startsWith('-'))
  const operands = rest.filter((arg) => !arg.startsWith('-'))
  if (verb === 'push') return { rules: pushRules(rest) }
  if (verb === 'clean') return { rules: cleans(options, operands) ? ['untracked-files'] : [] }
  if (verb === 'rm') return { rules: removesAll(options, operands) ? ['recursive-delete'] : [] }
  if (verb === 'reset')
    return options.some((arg) => isShortFor(arg, '--ha', '--hard')) ? { rules: [], resets: true } : { rules: [] }
  if (verb === 'branch' || verb === 'tag')
    return {
      rules:
        options.some((arg) => /^-\w*[dD]|^--delete/.test(arg)) &&
        (verb === 'tag' || isForced(options)) &&
        operands.some(fitsEverything)
          ? ['history-rewrite']
          : [],
    }
  if (verb === 'stash') return { rules: operands[0] === 'clear' ? ['discard-changes'] : [] }
  if (verb === 'checkout' || verb === 'restore' || verb === 'switch')
    return { rules: discards(verb, options, operands) ? ['discard-changes'] : [] }
  // The command of an alias is read elsewhere; here it gets the words after it.
  const renamed = args.slice(0, at).find((arg) => /^(?:-c)?alias\./.test(arg))
  if (renamed === undefined) return { rules: [] }
  const words = renamed.replace(/^[^=]*=!?(?:git )?/, '').split(' ')
  return gitRules({ program, args: [...words, ...rest] })
}

function indexOrEnd(words: readonly string[], word: string): number {
  const at = words.indexOf(word)
  return at === -1 ? words.length : at
}

function isForced(options: readonly string[]): boolean {
  return options.some((arg) => /^(?:--force|-[a-zA-Z]*[fD][a-zA-Z]*)$/.test(arg))
}

function pushRules(args: readonly string[]): string[] {
  const options = args.filter((arg) => arg.startsWith('-'))
  const refs = args.filter((arg, at) => !arg.startsWith('-') && !VALUED.test(args[at - 1] ?? '')).slice(1)
  if (options.some((arg) => arg === '-n' || isShortFor(arg, '--dr', '--dry-run'))) return []
  const forced = isForced(options)
  const isDeleted = options.some(
    (arg) =>
      /^-[a-zA-Z]*d[a-zA-Z]*$/.test(arg) ||
      isShortFor(arg, '--de', '--delete') ||
      isShortFor(arg, '--m', '--mirror') ||
      isShortFor(arg, '--pru', '--prune'),
  )
  const isInRef = refs.some((ref) => /^(?:\+|:.)/.test(ref))
  const isLeased =
    options.some((arg) => arg.startsWith('--force-with-lease')) && refs.some((ref) => SHARED_BRANCH.test(ref))
  return forced || isDeleted || isInRef || isLeased ? ['force-push'] : []
}

function cleans(options: readonly string[], operands: readonly string[]): boolean {
  const has = (letter: string, least: string, long: string) =>
    options.some((arg) => isShortFor(arg, least, long) || new RegExp(`^-[a-zA-Z]*${letter}`).test(arg))
  if (has('n', '--d', '--dry-run') || !has('f', '--f', '--force')) return false
  const isElsewhere = operands.some((path) => /^(?:~|\.\.(?:\/|$)|\/(?!tmp\/))/.test(path))
  return has('[dxX]', '-d', '-d') && (isElsewhere || operands.every(isWholeTree))
}

/** `git rm -r .`; with `--cached` the files stay. In Git, `*` also matches across folders. */
function removesAll(options: readonly string[], operands: readonly string[]): boolean {
  if (options.some((arg) => arg === '-n' || isShortFor(arg, '--d', '--dry-run'))) return false
  if (options.some((arg) => isShortFor(arg, '--c', '--cached'))) return false
  const isRecursive = options.some((arg) => /^-[a-zA-Z]*r/.test(arg))
  return operands.some((path) => (isRecursive && isWholeTree(path)) || fitsEverything(path))
}

function isWholeTree(path: string): boolean {
  return /^(?:\.\/?|:\/|:\(top\))$/.test(path) || fitsEverything(path)
}

/** Whether everything uncommitted is discarded; one file is not everything. */
function discards(verb: string, options: readonly string[], operands: readonly string[]): boolean {
  if (
    verb === 'restore' &&
    options.some((arg) => /^(?:--staged|-S)$/.test(arg)) &&
    !options.some((arg) => /^(?:--worktree|-W)$/.test(arg))
  )
    return false
  if (operands.some((path) => /^(?:\.|\.\/|\*|:\/|:\(top\))$/.test(path))) return true
  return options.some((arg) => /^(?:--force|-f|--discard-changes)$/.test(arg))
}
