import type { Environment } from './hook-context.ts'

/** Writes down what failed, where the journal's own failure cannot reach it; a folder without a journal has nothing that could. */
export async function countFailure(error: unknown, environment: Environment, cwd = process.cwd()) {
  try {
    const [{ existsSync }, { join }, { randomUUID }] = [
      await import('node:fs'),
      await import('node:path'),
      await import('node:crypto'),
    ]
    const { openFailureLog } = await import('../../machine/failure-log.ts')
    const { stateFolder } = await import('../../machine/files/user-folders.ts')
    const { findWorkspace } = await import('../../machine/files/workspace.ts')
    const { home } = findWorkspace(cwd)
    if (!existsSync(join(home, 'project.json'))) return
    const failure = {
      id: randomUUID(),
      at: Date.now(),
      part: 'hook' as const,
      code: codeOf(error),
      message: String(error),
    }
    openFailureLog(stateFolder(environment), home).add(failure)
  } catch {
    // What cannot even be counted must still let the agent go on.
  }
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && code !== '' ? code.slice(0, 200) : 'hook'
}
