import type { Environment } from './hook-context.ts'

/** Records a failure outside the journal, which may itself have failed; does nothing in a folder without one. */
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
    // Even an uncounted failure must not stop the agent.
  }
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && code !== '' ? code.slice(0, 200) : 'hook'
}
