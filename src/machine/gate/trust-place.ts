import { dirname, join } from 'node:path'
import { stateFolder } from '../user-folders.ts'
import type { Workspace } from '../workspace.ts'

/** Where it is remembered what a person accepted of a repository: outside of every repository, by the folder in which that one lies. */
export interface TrustPlace {
  readonly file: string
  readonly folder: string
}

export function trustPlace(
  { home }: Workspace,
  environment: Readonly<Record<string, string | undefined>>,
): TrustPlace {
  return { file: join(stateFolder(environment), 'trust.json'), folder: dirname(home) }
}
