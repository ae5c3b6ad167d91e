/** Turns off repository settings that would start programs while we read it. */
const QUIET = '-c core.fsmonitor=false -c core.quotePath=false -c diff.external= -c log.showSignature=false'.split(' ')
const MOST_BYTES = 64 * 1_048_576
const PATIENCE_MS = 30_000
/** Timeout of the synchronous call, which blocks everything else. */
const PATIENCE_NOW_MS = 5_000

/** The environment without a git hook's variables, which point to another repository. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE, GIT_COMMON_DIR, GIT_INDEX_FILE, GIT_OBJECT_DIRECTORY, ...rest } = process.env
  return { ...rest, GIT_OPTIONAL_LOCKS: '0', GIT_LITERAL_PATHSPECS: '1', LC_ALL: 'C' }
}

/** Runs git without a shell, and without anything that a repository's settings would start. */
export async function git(cwd: string, args: readonly string[]): Promise<string> {
  // Loaded on use, because most commands start no other program.
  const { execFile } = await import('node:child_process')
  return new Promise((resolve, reject) => {
    const setting = { cwd, encoding: 'utf8', maxBuffer: MOST_BYTES, timeout: PATIENCE_MS } as const
    const child = execFile('git', [...QUIET, ...args], { ...setting, env: ownEnvironment() }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    )
    child.stdin?.end()
  })
}

/** The same for synchronous callers; blocks everything else. */
export function gitNow(cwd: string, args: readonly string[]): string {
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  return execFileSync('git', [...QUIET, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: MOST_BYTES,
    timeout: PATIENCE_NOW_MS,
    env: ownEnvironment(),
  })
}

export function nulSeparated(output: string): string[] {
  return output.split('\0').filter((part) => part !== '')
}
