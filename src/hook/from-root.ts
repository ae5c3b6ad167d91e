import { relative, resolve } from 'node:path'
import type { HookContext } from './hook-context.ts'

/** Patterns speak of files as the repository names them. */
export function fromRoot(file: string, { call, workspace }: HookContext): string {
  const path = relative(workspace.root, resolve(call.cwd || workspace.root, file)).replaceAll('\\', '/')
  return path === '' || path.startsWith('../') ? file : path
}
