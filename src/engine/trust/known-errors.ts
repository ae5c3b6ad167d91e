import type { FailureKind } from './describe-failure.ts'

/** What may stand in a slot of a known error. None of them holds a blank, so none holds a sentence. */
export type SlotKind = 'path' | 'name' | 'variable' | 'code' | 'number'

/** An error that a tool is known to print: how it is recognised, and how we say it. */
export interface KnownError {
  readonly kind: FailureKind
  readonly line: RegExp
  /** The slots are `$1`, `$2`; without them, the part from `|` on is what is said. */
  readonly says: string
  readonly slots?: readonly SlotKind[]
}

/** The closed grammar of what may be said of a failure, the most telling first. Data: add a line, and an example to its test. */
const ROWS: readonly (readonly [FailureKind, RegExp, string, ...SlotKind[]])[] = [
  ['connection', /cannot connect to the docker daemon/i, 'Cannot connect to the Docker daemon'],
  [
    'connection',
    /\bECONNREFUSED\b[^\n]{0,60}?:(\d{2,5})\b/i,
    'connect ECONNREFUSED :$1|connect ECONNREFUSED',
    'number',
  ],
  [
    'connection',
    /(?:localhost|127\.0\.0\.1|::1|0\.0\.0\.0)[^\n]{0,40}?:(\d{2,5})\b[^\n]{0,80}?(?:connection refused|could not connect)/i,
    'connection refused on port $1',
    'number',
  ],
  ['connection', /connection refused/i, 'connection refused'],
  ['connection', /\b(ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)\b/, '$1', 'code'],
  [
    'port',
    /\bEADDRINUSE\b[^\n]{0,60}?:(\d{2,5})\b/i,
    'EADDRINUSE: address already in use :$1|EADDRINUSE: address already in use',
    'number',
  ],
  [
    'port',
    /port (\d{2,5}) is (?:already )?(?:in use|taken|allocated)/i,
    'port $1 is already in use',
    'number',
  ],
  ['port', /\bEADDRINUSE\b|address already in use/i, 'EADDRINUSE: address already in use'],
  ['lock', /database is locked/i, 'database is locked'],
  [
    'lock',
    /timeout waiting (?:to|for) lock|could not (?:get|acquire|obtain) (?:the )?(?:\w+ )?lock|in use by another/i,
    'another process holds the lock',
  ],
  ['memory', /heap out of memory|heap limit allocation failed/i, 'JavaScript heap out of memory'],
  ['memory', /memory limit|out of memory|\bOOM\b|exit(?:ed with)? code 137\b/i, 'out of memory'],
  ['other', /no space left on device|\bENOSPC\b/i, 'no space left on device'],
  [
    'schema',
    /relation "(\w{1,60})" does not exist/i,
    'relation "$1" does not exist|a relation does not exist',
    'name',
  ],
  ['schema', /no such table: (\w{1,60})\b/i, 'no such table: $1|no such table', 'name'],
  [
    'schema',
    /database "(\w{1,60})" does not exist/i,
    'database "$1" does not exist|the database does not exist',
    'name',
  ],
  [
    'schema',
    /migrations? (?:are|is) (?:pending|not applied)|pending migrations?|PendingMigrationError/i,
    'migrations are pending',
  ],
  [
    'schema',
    /schema is (?:not in sync|out of date)|target database is not up to date/i,
    'the database schema is out of date',
  ],
  [
    'environment',
    /(?:environment|env) var(?:iable)?s?:? ['"`]?([A-Z][A-Z0-9_]{2,50})\b/i,
    'environment variable $1 is not set|an environment variable is not set',
    'variable',
  ],
  [
    'environment',
    /\b([A-Z][A-Z0-9]{1,20}_[A-Z0-9_]{1,40}) (?:is |was |must be |environment variable )*(?:not )?(?:set|defined|required|provided|missing)\b/,
    'environment variable $1 is not set|an environment variable is not set',
    'variable',
  ],
  [
    'environment',
    /\bset ['"`]([A-Z][A-Z0-9]{1,20}_[A-Z0-9_]{1,40})['"`]/,
    'environment variable $1 is not set|an environment variable is not set',
    'variable',
  ],
  [
    'environment',
    /\bKeyError: ['"]([A-Z][A-Z0-9_]{2,50})['"]/,
    'environment variable $1 is not set|an environment variable is not set',
    'variable',
  ],
  [
    'environment',
    /missing required environment variable|environment variables? [^\n]{0,40}(?:not set|missing|required)/i,
    'an environment variable is not set',
  ],
  ['environment', /no basic auth credentials|invalid (?:api key|credentials)/i, 'not logged in'],
  [
    'stale',
    /(?:lock ?file|[\w@.:/\\+$~-]{1,120}\.lock)[^\n]{0,80}(?:needs? to be updated|not up[- ]to[- ]date|out of (?:date|sync)|outdated|does not match|changed significantly)|frozen[- ]lockfile|changed significantly since [\w.-]{1,40}lock/i,
    'the lockfile is out of date',
  ],
  ['stale', /not in sync with|out[- ]of[- ]sync/i, 'out of sync'],
  ['stale', /out[- ]of[- ]date|not up[- ]to[- ]date|\bis stale\b/i, 'out of date'],
  [
    'version',
    /unsupported class file major version (\d{2})\b/i,
    'unsupported class file major version $1',
    'number',
  ],
  ['version', /NODE_MODULE_VERSION (\d{1,4})\b/, 'NODE_MODULE_VERSION $1', 'number'],
  [
    'version',
    /node(?:\.js)? v?(\d{1,3}(?:\.\d{1,3}){0,2}) is (?:not supported|unsupported|too old)/i,
    'Node.js $1 is not supported',
    'number',
  ],
  ['version', /\b(EBADENGINE|ERESOLVE|EOVERRIDE)\b/, '$1', 'code'],
  [
    'version',
    /digital envelope routines::unsupported/i,
    'error:0308010C:digital envelope routines::unsupported',
  ],
  ['script', /missing script:? ["'`]?([\w:.-]{1,40})\b/i, 'missing script: $1|missing script', 'name'],
  [
    'script',
    /no rule to make target [`'"]([\w./-]{1,60})['"]/i,
    'no rule to make target "$1"|no rule to make target',
    'path',
  ],
  [
    'script',
    /(?:unknown|unrecognized|invalid|no such) (?:option|argument|flag)s?:? ['"`]?(--?[a-z][\w-]{0,30})\b/i,
    'unknown option $1|unknown option',
    'name',
  ],
  ['script', /no tests? (?:found|ran|collected)|no test files? found|collected 0 items/i, 'no tests found'],
  [
    'command',
    /(?:^|: )([\w.+-]{1,40}): (?:command )?not found$/im,
    '$1: command not found|command not found',
    'name',
  ],
  ['command', /command not found: ([\w.+-]{1,40})\b/i, '$1: command not found|command not found', 'name'],
  [
    'command',
    /^make: ([\w.+-]{1,40}): No such file or directory/m,
    '$1: command not found|command not found',
    'name',
  ],
  [
    'command',
    /['"`]?([\w.+-]{1,40})['"`]? (?:is not recognized as|executable not found|is not installed)/,
    '$1: command not found|command not found',
    'name',
  ],
  ['command', /executable (?:file )?(?:not found|doesn't exist)/i, 'an executable does not exist'],
  [
    'module',
    /error (TS\d{3,5}): Cannot find (?:module|type definition file for) '([^'\n]{1,120})'/i,
    "$1: Cannot find module '$2'|a module cannot be found",
    'code',
    'path',
  ],
  [
    'module',
    /cannot find (?:module|package) ['"]([^'"\n]{1,120})['"]/i,
    "Cannot find module '$1'|a module cannot be found",
    'path',
  ],
  [
    'module',
    /failed to resolve (?:entry for package|import) ["']([^"'\n]{1,120})["']/i,
    'failed to resolve "$1"|a module cannot be resolved',
    'path',
  ],
  ['module', /no module named ['"]?([\w.]{1,80})['"]?/i, "No module named '$1'|no such module", 'path'],
  [
    'module',
    /cannot import name ['"](\w{1,40})['"]/i,
    "cannot import name '$1'|a name cannot be imported",
    'name',
  ],
  [
    'module',
    /(?:can't resolve|could not resolve|module not found:[^\n]{0,40}) ['"]([^'"\n]{1,120})['"]/i,
    "cannot resolve '$1'|a module cannot be resolved",
    'path',
  ],
  [
    'module',
    /package ([\w@.:/\\+$~-]{1,120}) is not in/i,
    'package $1 is not in the standard library|a package cannot be found',
    'path',
  ],
  [
    'module',
    /could not find ([a-z][\w-]{1,40}-\d[\w.]{0,20}) in/i,
    'could not find $1|a package cannot be found',
    'name',
  ],
  [
    'module',
    /fatal error: ([\w./+-]{1,80}\.h(?:pp)?): No such file/i,
    '$1: No such file or directory|a header cannot be found',
    'path',
  ],
  ['module', /undefined: (\w{1,40})\b/i, 'undefined: $1|an undefined name', 'name'],
  ['module', /can't find crate for `(\w{1,40})`/i, "can't find crate $1|a crate cannot be found", 'name'],
  [
    'module',
    /failed to run custom build command for `([\w-]{1,40}) v/i,
    'the build script of $1 failed|a build script failed',
    'name',
  ],
  ['module', /did not initialize yet/i, 'the generated client is missing'],
  ['permission', /\b(EACCES|EPERM)\b/i, '$1', 'code'],
  ['permission', /permission denied/i, 'permission denied'],
  [
    'permission',
    /\b(?:HTTP[/ ]?[\d.]* ?|status(?: code)?:? ?|error:? )(4\d\d|5\d\d)\b/i,
    'HTTP $1',
    'number',
  ],
  ['permission', /\b(?:401|unauthorized)\b/i, 'HTTP 401'],
  ['permission', /\b403\b|access denied/i, 'HTTP 403'],
  [
    'file',
    /\bENOENT\b[^\n]{0,60}?['"]([^'"\n]{1,120})['"]/i,
    "ENOENT: no such file or directory, '$1'|ENOENT: no such file or directory",
    'path',
  ],
  [
    'file',
    /[`'"]([^`'"\n]{1,120})[`'"]:? no such file or directory/i,
    "'$1': no such file or directory|no such file or directory",
    'path',
  ],
  [
    'file',
    /pattern ([\w./*-]{1,60}): no matching files found/i,
    'pattern $1: no matching files found|no matching files found',
    'path',
  ],
  [
    'file',
    /\bENOENT\b|no such file or directory|FileNotFoundError|file not found/i,
    'no such file or directory',
  ],
  ['form', /would reformat|code style issues|not formatted|check formatting/i, 'files are not formatted'],
  ['types', /\berror (TS\d{3,5}):/, 'error $1', 'code'],
  ['types', /\berror\[(E\d{3,5})\]/, 'error[$1]', 'code'],
  ['types', /\berror ([A-Z]{2,8}\d{3,5}):/, 'error $1', 'code'],
  ['form', /(?:^|\s)([A-Z]{1,4}\d{3,4}) [`'[\w]/m, 'lint error $1', 'code'],
  ['form', /\s(@?[a-z][a-z-]{1,30}\/[a-z][a-z-]{1,40})\s*$/m, 'lint rule $1', 'path'],
  ['other', /npm (?:ERR!|error) code (E[A-Z0-9]{2,20})\b/, 'npm error $1', 'code'],
  ['other', /> Task (:[\w:-]{1,60}) FAILED/i, 'task $1 failed|a Gradle task failed', 'path'],
  ['other', /CMake Error at ([\w./-]{1,80}):\d+/, 'CMake error in $1|a CMake error', 'path'],
  ['other', /ReferenceError: (\w{1,40}) is not defined/, '$1 is not defined|a name is not defined', 'name'],
  ['other', /\b((?:[A-Z][a-z]{1,14}){1,4}(?:Error|Exception))\b/, '$1', 'name'],
  ['other', /\b(SIGSEGV|SIGABRT|SIGKILL|SIGTERM)\b/, '$1', 'code'],
]

export const KNOWN_ERRORS: readonly KnownError[] = ROWS.map(([kind, line, says, ...slots]) => ({
  kind,
  line,
  says,
  ...(slots.length > 0 && { slots }),
}))

/** What is said of a failure of a known kind that no line of the grammar fits. */
export const KIND_SAYS: { readonly [K in FailureKind]?: string } = {
  connection: 'a service cannot be reached',
  port: 'a port is in use',
  lock: 'another process holds the lock',
  memory: 'out of memory',
  schema: 'the database schema is not ready',
  environment: 'the environment is not set up',
  stale: 'something generated is out of date',
  version: 'the wrong version of a tool',
  script: 'an unknown script or option',
  command: 'command not found',
  module: 'a module cannot be found',
  permission: 'permission denied',
  file: 'no such file',
}
