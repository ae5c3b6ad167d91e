import { isWild, UNKNOWN } from './globs.ts'
import { codeIn, literalsIn } from './inline-code.ts'
import { isUnder, type PathSegments, type Place, segmentsOf, shownPath } from './path-segments.ts'
import { isTemporary } from './protected-paths.ts'
import { foundNames, type ShellStep } from './shell-steps.ts'
import { pathsOf } from './word-paths.ts'

/** Folders of caches, which programs fill again by themselves. */
const CACHES: readonly PathSegments[] = [
  ['~', '.cache'],
  ['~', '.npm'],
  ['~', '.gradle', 'caches'],
  ['~', '.cargo', 'registry'],
  ['~', '.pnpm-store'],
  ['~', 'Library', 'Caches'],
  ['~', 'Library', 'Developer', 'Xcode', 'DerivedData'],
  ['~', '.local', 'share', 'pnpm', 'store'],
  ['~', 'go', 'pkg', 'mod', 'cache'],
]

/** Folders that a step deletes with everything in them and should not without asking; shown as a person would write them. */
export function riskyDeletes(step: ShellStep, place: Place): string[] {
  const { program } = step
  const targets = targetsOf(step)
  const found = targets.flatMap((text) => pathsOf(text, { cwd: step.cwd, folders: [] }, place).slice(0, 1))
  const inCode = codeIn(step).flatMap((code) =>
    deletedByCode(code).map((text) => segmentsOf(text, step.cwd, place)),
  )
  const risky = [...found, ...inCode].filter((path) => isRisky(path, step, place))
  const isNothing = program === 'mv' && step.args.at(-1) === '/dev/null'
  return isNothing ? ['/dev/null'] : risky.map(shownPath)
}

/** Whether nobody should delete this folder by the way. Unknown names pass: they are in daily use. */
function isRisky(path: PathSegments, step: ShellStep, place: Place): boolean {
  const root = segmentsOf(place.root ?? place.cwd ?? UNKNOWN, [UNKNOWN], place)
  // `rm -rf dir/*` empties dir, and `$DIR/*` is `/*` where DIR is not set.
  const isEmptied = /^(?:\*|\.\*|\{\*,\.\*\})$/.test(path.at(-1)!)
  const folder = isEmptied ? path.slice(0, -1) : path
  if (folder[0] === UNKNOWN)
    return isEmptied && folder.length === 1 && step.program === 'rm' && step.args.some(isBareVariable)
  if (step.isRemote)
    return folder.length === 1 || (folder[0] === '/' && folder.length === 2 && SYSTEM.test(folder[1]!))
  if (isUnder(root, folder)) return true
  if (isUnder(folder, root)) return folder.length === root.length + 1 && folder.at(-1) === '.git'
  if (isTemporary(folder) && !(isEmptied && folder.length <= 2)) return false
  if (CACHES.some((cache) => isUnder(folder, cache) && path.length > cache.length)) return false
  return true
}

const SYSTEM = /^(?:etc|usr|bin|sbin|lib|boot|home|root|var|opt|srv|data)$/

function isBareVariable(arg: string): boolean {
  return /^\uFFFC\/\*$/.test(arg)
}

const DELETES = /^(?:rm|grm|remove-item|ri|rd|rmdir|del|erase|trash|rimraf|srm)$/

/** What a step deletes with everything in it. */
function targetsOf(step: ShellStep): string[] {
  const { program, args } = step
  const operands = args.filter((arg) => !arg.startsWith('-') && !/^\/[a-z]$/i.test(arg))
  if (DELETES.test(program)) return isRecursive(step) ? operands : []
  if (program === 'find') return deletedByFind(step)
  if (program === 'rsync' && args.some((arg) => /^--(?:delete|remove-source)/.test(arg))) {
    const target = operands.at(-1)
    return target === undefined || operands.length < 2
      ? []
      : [/^[\w.-]+@?[\w.-]*:/.test(target) ? '/…' : target]
  }
  return []
}

function isRecursive({ program, args }: ShellStep): boolean {
  if (program === 'rimraf' || program === 'trash') return true
  if (/^(?:rd|rmdir|del|erase)$/.test(program))
    return args.some((arg) => /^\/s$/i.test(arg) || /^-\w*r/i.test(arg))
  return args.some((arg) => /^-[a-zA-Z]*[rR]|^--recursive|^-recurse/i.test(arg))
}

/** `find A -delete`, `find A -exec rm -r {} +`: with a name that says which, what is in the project is not the project. */
function deletedByFind({ args, cwd }: ShellStep): string[] {
  const runsRemove = args.some(
    (arg, at) =>
      /^-(?:exec|execdir|ok)$/.test(arg) && /^(?:\S*\/)?(?:rm|shred|unlink)$/.test(args[at + 1] ?? ''),
  )
  if (!args.includes('-delete') && !runsRemove) return []
  const isNarrow = args.some((arg) =>
    /^-i?(?:name|path|wholename|regex|newer\w*|mtime|mmin|atime|empty|size)$/.test(arg),
  )
  const names = foundNames({ args })
  void cwd
  return isNarrow ? names : names.map((name) => name.replace(`/${UNKNOWN}`, ''))
}

/** Folders that code deletes: `shutil.rmtree('/x')`, `fs.rmSync('/x', {recursive: true})`. */
function deletedByCode(code: string): string[] {
  return [
    ...code.matchAll(
      /(?:rmtree|rmSync|rmdirSync|rm_rf|rm_r|remove_dir_all|removeSync|rimraf|remove_tree|\brm)\s*\(?([^)]{0,300})/g,
    ),
  ].flatMap(([whole, inner]) => {
    if (/^(?:rmSync|rm)\b/.test(whole) && !/recursive/.test(inner!)) return []
    const [first] = literalsIn(inner!)
    if (first !== undefined)
      return isWild(first)
        ? []
        : [/homedir|HOME|expanduser/.test(inner!) && first.startsWith('/') ? `~${first}` : first]
    return /homedir|Path\.home|\bHOME\b/.test(inner!) ? ['~'] : []
  })
}
