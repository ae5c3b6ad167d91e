import { isShortFor } from './findings.ts'
import { fitsEverything, globsMeet, isWild, UNKNOWN } from './globs.ts'
import { codeIn, literalsIn } from './inline-code.ts'
import { isUnder, type PathSegments, type Place, segmentsOf, shownPath } from './path-segments.ts'
import { foundNames } from './piped-names.ts'
import { isTemporary } from './protected-paths.ts'
import type { ShellStep } from './shell-steps.ts'
import { pathsOf } from './word-paths.ts'

/** Cache folders, which programs fill again themselves. */
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

/** Folders that a step deletes with everything in them, and should not without asking; written as a person would. */
export function riskyDeletes(step: ShellStep, place: Place): string[] {
  const { program } = step
  const inCode = codeIn(step).flatMap(deletedByCode)
  const risky = [...targetsOf(step), ...inCode].flatMap((text) => {
    const emptied = emptiedFolder(text)
    const { cwd, aliases = [] } = step
    const [folder, ...others] = pathsOf(emptied ?? text, { cwd, folders: [], aliases }, place)
    if (folder === undefined) return []
    if (isRisky(folder, emptied !== undefined, step, place)) return [folder]
    // Anything that the command moved or mounted there is lost as well.
    const within = aliases.filter(({ at }) => isUnder(at, folder)).map(({ is }) => is)
    const here = { ...step, isRemote: false }
    return [...others, ...within].filter((path) => isRisky(path, false, here, place)).slice(0, 1)
  })
  const isNothing = program === 'mv' && step.args.at(-1) === '/dev/null'
  return isNothing ? ['/dev/null'] : risky.map(shownPath)
}

/** `rm -rf dir/*` empties dir, and `$DIR/*` is `/*` if DIR is not set. Undefined for a word that names something. */
function emptiedFolder(text: string): string | undefined {
  const parts = text
    .replace(/(?<=.)\/+$/, '')
    .replace(/\/(?:\.?\/)+/g, '/')
    .split('/')
  let end = parts.length
  while (end > 0 && (fitsEverything(parts[end - 1]!) || parts[end - 1] === '{*,.*}')) end -= 1
  if (end === parts.length) return undefined
  return parts.slice(0, end).join('/') || (text.startsWith('/') ? '/' : '.')
}

/** Whether a person must be asked before this folder or its contents are deleted. Unknown names pass, because they are in daily use. */
function isRisky(folder: PathSegments, isEmptied: boolean, step: ShellStep, place: Place): boolean {
  const root = segmentsOf(place.root ?? place.cwd ?? UNKNOWN, [UNKNOWN], place)
  if (folder[0] === UNKNOWN)
    return (
      isEmptied && folder.length === 1 && step.program === 'rm' && step.args.some((arg) => /^\uFFFC\/\*$/.test(arg))
    )
  if (step.isRemote) return folder.length === 1 || (folder[0] === '/' && folder.length === 2 && SYSTEM.test(folder[1]!))
  if (isUnder(root, folder)) return true
  if (isUnder(folder, root)) return isHistory(folder.slice(root.length))
  if (isTemporary(folder) && !(isEmptied && folder.length <= 2)) return false
  if (CACHES.some((cache) => isUnder(folder, cache) && (isEmptied || folder.length > cache.length))) return false
  return true
}

/** The project's `.git`, or its parts that hold the commits and branches; branches of a remote can be fetched again. */
function isHistory([first = '', second, third]: readonly string[]): boolean {
  if (first.includes(UNKNOWN) || !globsMeet(first, '.git')) return false
  if (second === undefined) return true
  return globsMeet(second, 'objects') || (globsMeet(second, 'refs') && third !== 'remotes')
}

const SYSTEM = /^(?:etc|usr|bin|sbin|lib|boot|home|root|var|opt|srv|data)$/

const DELETES = /^(?:rm|grm|remove-item|ri|rd|rmdir|del|erase|rimraf|srm|rmtrash|rip|(?:del|trash)(?:-cli|-put)?)$/

/** The folders that a step deletes with everything in them. */
function targetsOf(step: ShellStep): string[] {
  const { program, args } = step
  const operands = args.filter((arg) => !arg.startsWith('-') && !/^\/[a-z]$/i.test(arg))
  // A `**` in a name reaches as far as a recursive delete.
  if (DELETES.test(program) || /^(?:unlink|truncate)$/.test(program))
    return isRecursive(step) ? operands : operands.filter((arg) => /(?:^|\/)\*\*(?:\/|$)/.test(arg))
  if (program === 'gio' && operands[0] === 'trash') return operands.slice(1)
  if (program === 'find') return deletedByFind(step)
  if (
    program === 'rsync' &&
    !args.some((arg) => /^-\w*n|^--dry-run$/.test(arg)) &&
    args.some((arg) => /^--(?:del$|delete|remove-source)/.test(arg))
  ) {
    const target = operands.at(-1)
    return target === undefined || operands.length < 2 ? [] : [/^[\w.-]+@?[\w.-]*:/.test(target) ? '/…' : target]
  }
  return []
}

function isRecursive({ program, args }: ShellStep): boolean {
  if (/^(?:rimraf|rmtrash|rip|trash|(?:del|trash)-\w+)$/.test(program)) return true
  if (/^(?:rd|rmdir|del|erase)$/.test(program)) return args.some((arg) => /^\/s$/i.test(arg) || /^-\w*r/i.test(arg))
  if (program === 'truncate') return false
  return args.some((arg) => /^-[a-zA-Z]*[rR]|^-recurse/i.test(arg) || isShortFor(arg, '--r', '--recursive'))
}

/** `find A -delete`, `find A -exec rm -r {} +`: a search by name inside the project does not delete the project. */
function deletedByFind(step: ShellStep): string[] {
  const { args } = step
  const runsRemove = args.some(
    (arg, at) => /^-(?:exec|execdir|ok)$/.test(arg) && /^(?:\S*\/)?(?:rm|shred|unlink)$/.test(args[at + 1] ?? ''),
  )
  return args.includes('-delete') || runsRemove ? foundNames(step) : []
}

/** Folders that code deletes: `shutil.rmtree('/x')`, `fs.rmSync('/x', {recursive: true})`. */
function deletedByCode(code: string): string[] {
  return [
    ...code.matchAll(
      /(?:rmtree|rmSync|rmdirSync|rm_rf|rm_r|remove_dir_all|removeSync|rimraf|remove_tree|delete-directory|Directory\.Delete|Deno\.remove|unlink\s*\(?\s*glob|\brm)\s*\(?([^)]{0,300})/g,
    ),
  ].flatMap(([whole, inner]) => {
    if (/^(?:rmSync|rm|Deno\.remove)\b/.test(whole) && !/recursive/.test(inner!)) return []
    const [first] = literalsIn(inner!)
    if (first !== undefined)
      return isWild(first) && !whole.startsWith('unlink')
        ? []
        : [/homedir|HOME|expanduser/.test(inner!) && first.startsWith('/') ? `~${first}` : first]
    return /homedir|Path\.home|\bHOME\b/.test(inner!) ? ['~'] : []
  })
}
