import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { digest } from '../../domain/digest.ts'
import { orElse } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { readRegularText } from '../files/regular-file.ts'
import { stateFolder } from '../files/user-folders.ts'
import type { Workspace } from '../files/workspace.ts'

/** Where a person's acceptance of repository content is recorded: outside every repository, keyed by the repository's folder. */
export interface TrustPlace {
  readonly file: string
  readonly folder: string
}

export function trustPlace({ home }: Workspace, environment: Readonly<Record<string, string | undefined>>): TrustPlace {
  return { file: join(stateFolder(environment), 'trust.json'), folder: dirname(home) }
}

/** Content of a repository: a stable name, and the content itself. */
export interface Brought {
  /** `setting share.trusted`, or `file .learnings/pending/builder-a1.json`. */
  readonly item: string
  readonly content: string
}

/** An accepted item. Other content under the same name needs to be accepted again. */
export interface Accepted {
  readonly item: string
  readonly hash: string
  readonly by: string
  readonly at: number
}

interface TrustFile {
  readonly v: 1
  readonly folders: { readonly [folder: string]: readonly Accepted[] }
}

const NOTHING: TrustFile = { v: 1, folders: {} }

/** A test whether content was accepted in a folder; false while the file cannot be read. */
export function acceptedIn({ file, folder }: TrustPlace): (brought: Brought) => boolean {
  const accepted = orElse(() => read(file).folders[realFolder(folder)] ?? [], [])
  const known = new Set(accepted.map(({ item, hash }) => `${item}\n${hash}`))
  return ({ item, content }) => known.has(`${item}\n${digest(content)}`)
}

/** What was accepted in one folder, the latest first. */
export function listAccepted({ file, folder }: TrustPlace): readonly Accepted[] {
  return [...(read(file).folders[realFolder(folder)] ?? [])].sort((a, b) => b.at - a.at)
}

export function accept(
  { file, ...place }: TrustPlace,
  brought: readonly Brought[],
  word: { readonly by: string; readonly at: number },
): void {
  const before = read(file)
  const folder = realFolder(place.folder)
  const fresh = brought.map(({ item, content }) => ({ item, hash: digest(content), ...word }))
  const others = (before.folders[folder] ?? []).filter(({ item }) => !fresh.some((one) => one.item === item))
  write(file, { ...before, folders: { ...before.folders, [folder]: [...others, ...fresh] } })
}

/** Revokes acceptance of all or the named items, and returns them. */
export function revoke({ file, ...place }: TrustPlace, items: readonly string[]): readonly Accepted[] {
  const before = read(file)
  const folder = realFolder(place.folder)
  const isMeant = ({ item }: Accepted) => items.length === 0 || items.includes(item)
  const known = before.folders[folder] ?? []
  const { [folder]: _, ...rest } = before.folders
  const left = known.filter((one) => !isMeant(one))
  write(file, { ...before, folders: left.length === 0 ? rest : { ...rest, [folder]: left } })
  return known.filter(isMeant)
}

function read(file: string): TrustFile {
  try {
    const value = JSON.parse(readRegularText(file)) as Partial<TrustFile>
    if (value.v === 1 && isFolders(value.folders)) return value as TrustFile
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING
  }
  throw new UserError(
    'trust',
    `${file} cannot be read, so nothing counts as accepted.`,
    `Remove it, and accept again: rm ${file} && mettle trust`,
  )
}

function isFolders(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (list) =>
        Array.isArray(list) && list.every((one) => typeof one?.item === 'string' && typeof one.hash === 'string'),
    )
  )
}

function write(file: string, content: TrustFile): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileAtomically(file, `${JSON.stringify(content, null, 2)}\n`, 0o600)
}

/** The folder's path with links resolved. */
function realFolder(folder: string): string {
  return orElse(() => realpathSync(folder), folder)
}
