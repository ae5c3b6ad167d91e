import { UserError } from '../../domain/user-error.ts'
import type { RunningServer } from '../../machine/server-file.ts'

const PATIENCE_MS = 3_000

/** A link that logs one browser in, once, within two minutes. The code is behind the `#`, which browsers send to nobody; the token stays here. */
export async function loginLink(server: Pick<RunningServer, 'url' | 'token'>): Promise<string> {
  const answer = await ask(server, 'POST', '/v1/login/codes')
  if (!answer.ok)
    throw new UserError(
      'server',
      `The server at ${server.url} gave no link (${answer.status}).`,
      'Start it again: mettle serve',
    )
  const { code } = (await answer.json()) as { code: string }
  return `${server.url}/login#code=${code}`
}

/** Whether the server recorded in a file is still running and is the same one. */
export async function isRunning(server: RunningServer): Promise<boolean> {
  try {
    return (await ask(server, 'GET', '/v1/login')).ok
  } catch {
    return false
  }
}

function ask({ url, token }: Pick<RunningServer, 'url' | 'token'>, method: string, path: string) {
  return fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}
