import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { once } from '../../domain/once.ts'
import { orElse } from '../../domain/sets.ts'
import { readRegularText } from '../files/regular-file.ts'
import type { Workspace } from '../files/workspace.ts'
import { acceptedIn, type Brought, type TrustPlace } from '../gate/trust-file.ts'
import { gitNow, nulSeparated } from '../git/git.ts'

const LIMITS = { mostBytes: 1_048_576, noFollow: true }
/** The files that are read from any `.learnings` folder in the repository. */
const READ = /(?:^|\/)\.learnings\/(?:pending\/[^/]+\.json|goal\.yaml|retention\.yaml|build-result\.json)$/

/** Which files of `.learnings` came with the repository, and not from an agent on this machine. */
export interface BroughtFiles {
  /** Whether a file with this content came with the repository, and nobody here accepted it. */
  isHeld(path: string, content: string): boolean
  /** All such files, by path from their worktree's root. */
  held(): readonly Brought[]
}

/** Files that git tracks came with the repository. Without git, files whose change time is older than the journal did: nobody can set the change time. */
export function broughtFiles(
  workspace: Workspace,
  { trust, otherRoots = [] }: { readonly trust: TrustPlace; readonly otherRoots?: readonly string[] },
): BroughtFiles {
  const roots = [workspace.root, ...otherRoots]
  const isAccepted = acceptedIn(trust)
  const known = once(() => new Map(roots.map((root) => [root, broughtIn(workspace, root)])))
  const rootOf = (path: string) =>
    roots.filter((root) => path.startsWith(`${root}${sep}`)).sort((a, b) => b.length - a.length)[0]
  const isHeld = (path: string, content: string) => {
    const root = rootOf(path)
    if (root === undefined) return true
    const [names, name] = [known().get(root)!, nameOf(root, path)]
    const isBrought = names === 'all' || names.has(spelling(name)) || isInAnother(root, path)
    return isBrought && !isAccepted(fileBrought(name, content))
  }
  return {
    isHeld,
    held: () =>
      [...known()].flatMap(([root, names]) =>
        (names === 'all' ? learningsIn(root) : [...names.values()]).flatMap((name) => {
          const content = orElse(() => readRegularText(join(root, name), LIMITS), undefined)
          return content !== undefined && isHeld(join(root, name), content) ? [fileBrought(name, content)] : []
        }),
      ),
  }
}

export function fileBrought(name: string, content: string): Brought {
  return { item: `file ${name}`, content }
}

/** By normalised name; `all` if git cannot say. */
type Names = ReadonlyMap<string, string> | 'all'

function broughtIn(workspace: Workspace, root: string): Names {
  if (workspace.gitDirectory === undefined) return byName(olderThanJournal(workspace))
  const inner = learningsIn(root).filter((name) => isInAnother(root, join(root, name)))
  return orElse(() => {
    const tracked = nulSeparated(gitNow(root, ['ls-files', '-z'])).filter((path) => READ.test(path))
    return byName([...tracked, ...inner])
  }, 'all')
}

/** Whether a file is in a nested repository, such as a submodule, whose files git does not list. */
function isInAnother(root: string, path: string): boolean {
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return true
  return false
}

function olderThanJournal({ root, home }: Workspace): string[] {
  const begun = lstatSync(join(home, 'project.json'), { throwIfNoEntry: false })?.birthtimeMs ?? 0
  return learningsIn(root).filter((name) => lstatSync(join(root, name)).ctimeMs < begun)
}

function learningsIn(root: string): string[] {
  const folders = ['.learnings', '.learnings/pending']
  return folders
    .flatMap((folder) => {
      return orElse(() => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`), [])
    })
    .filter((name) => READ.test(name))
}

/** Maps names by a normalised form: some systems use another case or Unicode form than git. */
function byName(names: readonly string[]): Names {
  return new Map(names.map((name) => [spelling(name), name]))
}

function spelling(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function nameOf(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}
