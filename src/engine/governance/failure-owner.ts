/** The diagnosis of an adapter's failed call: what failed, the type of failure, and the words that show it. */
export interface ToolFailure {
  /** `tool`: the tool or its service failed. `machine`: this computer failed. `work`: the tool worked and rejected the work. */
  readonly of: 'tool' | 'machine' | 'work'
  readonly type: string
  readonly because: string
}

/** The first match decides. The words are the tools' own; each expression is linear in the line. */
const FAILURES = [
  [
    'machine',
    'offline',
    /could not resolve (?:host|hostname)|\bENOTFOUND\b|\bEAI_AGAIN\b|network is unreachable|no such host|temporary failure in name resolution/i,
  ],
  ['machine', 'not-installed', /command not found|not recognized as an internal|executable file not found/i],
  ['machine', 'disk-full', /no space left on device|\bENOSPC\b/i],
  [
    'tool',
    'rate-limit',
    /rate limit|\bHTTP[ /]?(?:[\d.]+ )?429\b|too ?many ?requests|\bThrottling(?:Exception)?\b|quota exceeded/i,
  ],
  [
    'tool',
    'auth',
    /\bHTTP[ /]?(?:[\d.]+ )?401\b|\b401 unauthorized|bad credentials|authentication (?:failed|required)|could not read username|permission denied \(publickey|\b(?:E401|ENEEDAUTH|ExpiredToken|InvalidClientTokenId)\b|unable to locate credentials|(?:not|must be) logged in|gh auth login|token (?:has )?expired|invalid (?:api key|access token|credentials)|no basic auth credentials/i,
  ],
  [
    'tool',
    'permission',
    /\bHTTP[ /]?(?:[\d.]+ )?403\b|\b403 forbidden|\b(?:E403|AccessDenied(?:Exception)?)\b|resource not accessible|requested access to the resource is denied|permission to \S{1,200} denied|is forbidden: user/i,
  ],
  [
    'tool',
    'timeout',
    /\bETIMEDOUT\b|(?:connection|operation|request|handshake|i\/o) time(?:d out|out)|deadline exceeded|\bHTTP[ /]?(?:[\d.]+ )?504\b/i,
  ],
  [
    'tool',
    'service',
    /\bHTTP[ /]?(?:[\d.]+ )?5\d\d\b|internal server error|bad gateway|service unavailable|remote end hung up|\bInternalFailure\b|\bE50[0234]\b/i,
  ],
  [
    'tool',
    'connection',
    /\bECONNREFUSED\b|\bECONNRESET\b|connection (?:refused|reset)|cannot connect to the docker daemon|unable to connect to the server|connection to the server \S{1,200} was refused|kex_exchange_identification/i,
  ],
  ['tool', 'crash', /segmentation fault|\bSIG(?:SEGV|ABRT|BUS)\b|panic: runtime error/i],
] as const

/** Commands that run another program. The tool did not print that program's output, so only an exit code of the tool's own, or words that nothing else prints, count. */
const CARRIERS =
  /^(?:(?:docker|podman)(?:-compose| compose)? (?:run|exec|build|buildx|up)|kubectl (?:exec|run|logs|attach)|ssh|heroku run|fly ssh|gh run|aws ssm)\b/
const OWN_CODES: Readonly<Record<string, number>> = { docker: 125, podman: 125, ssh: 255 }
const OWN_WORDS =
  /cannot connect to the docker daemon[^\n]{0,80}|toomanyrequests|requested access to the resource is denied|permission denied \(publickey|unable to connect to the server/i

const LONGEST = 4_000

/**
 * The cause of an adapter's failed call.
 *
 * `gh pr create`, which prints `HTTP 401: Bad credentials`: the tool, `auth`. `git push` that is rejected because the branch is behind, a `docker build`
 * whose tests fail, and any failure without known words: the work. Only the tool's own failures are evidence against an adapter.
 */
export function toolFailure(call: {
  readonly step: string
  readonly exitCode?: number | undefined
  readonly output?: string | undefined
}): ToolFailure {
  const { step, exitCode, output = '' } = call
  const code = exitCode === undefined ? '' : `exit code ${exitCode}`
  const carries = CARRIERS.test(step)
  const [program = ''] = step.split(' ')
  const isOwnCode = carries && exitCode !== undefined && OWN_CODES[program] === exitCode
  const text = carries && !isOwnCode ? (OWN_WORDS.exec(output)?.[0] ?? '') : output.slice(-LONGEST)
  if (exitCode === 127 && !carries)
    return { of: 'machine', type: 'not-installed', because: `${program} is not installed` }
  for (const [of, type, line] of FAILURES) {
    const found = line.exec(text)?.[0]
    if (found !== undefined) return { of, type, because: found.replace(/\s+/g, ' ').slice(0, 80) }
  }
  if (isOwnCode) return { of: 'tool', type: 'failed', because: code }
  return { of: 'work', type: 'other', because: code === '' ? 'it gave no known reason' : code }
}
