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

const PLACE = String.raw`[\w@.:/\\+$~-]{1,120}`
const at = (source: string, flags = 'i') => new RegExp(source.replaceAll('PLACE', `(${PLACE})`), flags)

/** The closed grammar of what may be said of a failure, the most telling first. Data: add a line, and an example to its test. */
export const KNOWN_ERRORS: readonly KnownError[] = [
  {
    kind: 'connection',
    line: /cannot connect to the docker daemon/i,
    says: 'Cannot connect to the Docker daemon',
  },
  {
    kind: 'connection',
    line: at(String.raw`\bECONNREFUSED\b[^\n]{0,60}?:(\d{2,5})\b`),
    says: 'connect ECONNREFUSED :$1|connect ECONNREFUSED',
    slots: ['number'],
  },
  {
    kind: 'connection',
    line: at(
      String.raw`(?:localhost|127\.0\.0\.1|::1|0\.0\.0\.0)[^\n]{0,40}?:(\d{2,5})\b[^\n]{0,80}?(?:connection refused|could not connect)`,
    ),
    says: 'connection refused on port $1',
    slots: ['number'],
  },
  { kind: 'connection', line: /connection refused/i, says: 'connection refused' },
  {
    kind: 'connection',
    line: /\b(ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)\b/,
    says: '$1',
    slots: ['code'],
  },
  {
    kind: 'port',
    line: at(String.raw`\bEADDRINUSE\b[^\n]{0,60}?:(\d{2,5})\b`),
    says: 'EADDRINUSE: address already in use :$1|EADDRINUSE: address already in use',
    slots: ['number'],
  },
  {
    kind: 'port',
    line: at(String.raw`port (\d{2,5}) is (?:already )?(?:in use|taken|allocated)`),
    says: 'port $1 is already in use',
    slots: ['number'],
  },
  {
    kind: 'port',
    line: /\bEADDRINUSE\b|address already in use/i,
    says: 'EADDRINUSE: address already in use',
  },
  { kind: 'lock', line: /database is locked/i, says: 'database is locked' },
  {
    kind: 'lock',
    line: /timeout waiting (?:to|for) lock|could not (?:get|acquire|obtain) (?:the )?(?:\w+ )?lock|in use by another/i,
    says: 'another process holds the lock',
  },
  {
    kind: 'memory',
    line: /heap out of memory|heap limit allocation failed/i,
    says: 'JavaScript heap out of memory',
  },
  {
    kind: 'memory',
    line: /memory limit|out of memory|\bOOM\b|exit(?:ed with)? code 137\b/i,
    says: 'out of memory',
  },
  { kind: 'other', line: /no space left on device|\bENOSPC\b/i, says: 'no space left on device' },
  {
    kind: 'schema',
    line: at(String.raw`relation "(\w{1,60})" does not exist`),
    says: 'relation "$1" does not exist|a relation does not exist',
    slots: ['name'],
  },
  {
    kind: 'schema',
    line: at(String.raw`no such table: (\w{1,60})\b`),
    says: 'no such table: $1|no such table',
    slots: ['name'],
  },
  {
    kind: 'schema',
    line: at(String.raw`database "(\w{1,60})" does not exist`),
    says: 'database "$1" does not exist|the database does not exist',
    slots: ['name'],
  },
  {
    kind: 'schema',
    line: /migrations? (?:are|is) (?:pending|not applied)|pending migrations?|PendingMigrationError/i,
    says: 'migrations are pending',
  },
  {
    kind: 'schema',
    line: /schema is (?:not in sync|out of date)|target database is not up to date/i,
    says: 'the database schema is out of date',
  },
  {
    kind: 'environment',
    line: at(String.raw`(?:environment|env) var(?:iable)?s?:? ['"\`]?([A-Z][A-Z0-9_]{2,50})\b`),
    says: 'environment variable $1 is not set|an environment variable is not set',
    slots: ['variable'],
  },
  {
    kind: 'environment',
    line: /\b([A-Z][A-Z0-9]{1,20}_[A-Z0-9_]{1,40}) (?:is |was |must be |environment variable )*(?:not )?(?:set|defined|required|provided|missing)\b/,
    says: 'environment variable $1 is not set|an environment variable is not set',
    slots: ['variable'],
  },
  {
    kind: 'environment',
    line: /\bset ['"`]([A-Z][A-Z0-9]{1,20}_[A-Z0-9_]{1,40})['"`]/,
    says: 'environment variable $1 is not set|an environment variable is not set',
    slots: ['variable'],
  },
  {
    kind: 'environment',
    line: /\bKeyError: ['"]([A-Z][A-Z0-9_]{2,50})['"]/,
    says: 'environment variable $1 is not set|an environment variable is not set',
    slots: ['variable'],
  },
  {
    kind: 'environment',
    line: /missing required environment variable|environment variables? [^\n]{0,40}(?:not set|missing|required)/i,
    says: 'an environment variable is not set',
  },
  {
    kind: 'environment',
    line: /no basic auth credentials|invalid (?:api key|credentials)/i,
    says: 'not logged in',
  },
  {
    kind: 'stale',
    line: at(
      String.raw`(?:lock ?file|${PLACE}\.lock)[^\n]{0,80}(?:needs? to be updated|not up[- ]to[- ]date|out of (?:date|sync)|outdated|does not match|changed significantly)|frozen[- ]lockfile|changed significantly since [\w.-]{1,40}lock`,
    ),
    says: 'the lockfile is out of date',
  },
  { kind: 'stale', line: /not in sync with|out[- ]of[- ]sync/i, says: 'out of sync' },
  { kind: 'stale', line: /out[- ]of[- ]date|not up[- ]to[- ]date|\bis stale\b/i, says: 'out of date' },
  {
    kind: 'version',
    line: /unsupported class file major version (\d{2})\b/i,
    says: 'unsupported class file major version $1',
    slots: ['number'],
  },
  {
    kind: 'version',
    line: /NODE_MODULE_VERSION (\d{1,4})\b/,
    says: 'NODE_MODULE_VERSION $1',
    slots: ['number'],
  },
  {
    kind: 'version',
    line: /node(?:\.js)? v?(\d{1,3}(?:\.\d{1,3}){0,2}) is (?:not supported|unsupported|too old)/i,
    says: 'Node.js $1 is not supported',
    slots: ['number'],
  },
  { kind: 'version', line: /\b(EBADENGINE|ERESOLVE|EOVERRIDE)\b/, says: '$1', slots: ['code'] },
  {
    kind: 'version',
    line: /digital envelope routines::unsupported/i,
    says: 'error:0308010C:digital envelope routines::unsupported',
  },
  {
    kind: 'script',
    line: at(String.raw`missing script:? ["'\`]?([\w:.-]{1,40})\b`),
    says: 'missing script: $1|missing script',
    slots: ['name'],
  },
  {
    kind: 'script',
    line: at(String.raw`no rule to make target [\`'"]([\w./-]{1,60})['"]`),
    says: 'no rule to make target "$1"|no rule to make target',
    slots: ['path'],
  },
  {
    kind: 'script',
    line: at(
      String.raw`(?:unknown|unrecognized|invalid|no such) (?:option|argument|flag)s?:? ['"\`]?(--?[a-z][\w-]{0,30})\b`,
    ),
    says: 'unknown option $1|unknown option',
    slots: ['name'],
  },
  {
    kind: 'script',
    line: /no tests? (?:found|ran|collected)|no test files? found|collected 0 items/i,
    says: 'no tests found',
  },
  {
    kind: 'command',
    line: at(String.raw`(?:^|: )([\w.+-]{1,40}): (?:command )?not found$`, 'im'),
    says: '$1: command not found|command not found',
    slots: ['name'],
  },
  {
    kind: 'command',
    line: at(String.raw`command not found: ([\w.+-]{1,40})\b`),
    says: '$1: command not found|command not found',
    slots: ['name'],
  },
  {
    kind: 'command',
    line: at(String.raw`^make: ([\w.+-]{1,40}): No such file or directory`, 'm'),
    says: '$1: command not found|command not found',
    slots: ['name'],
  },
  {
    kind: 'command',
    line: /['"`]?([\w.+-]{1,40})['"`]? (?:is not recognized as|executable not found|is not installed)/,
    says: '$1: command not found|command not found',
    slots: ['name'],
  },
  {
    kind: 'command',
    line: /executable (?:file )?(?:not found|doesn't exist)/i,
    says: 'an executable does not exist',
  },
  {
    kind: 'module',
    line: at(
      String.raw`error (TS\d{3,5}): Cannot find (?:module|type definition file for) '([^'\n]{1,120})'`,
    ),
    says: "$1: Cannot find module '$2'|a module cannot be found",
    slots: ['code', 'path'],
  },
  {
    kind: 'module',
    line: at(String.raw`cannot find (?:module|package) ['"]([^'"\n]{1,120})['"]`),
    says: "Cannot find module '$1'|a module cannot be found",
    slots: ['path'],
  },
  {
    kind: 'module',
    line: at(String.raw`failed to resolve (?:entry for package|import) ["']([^"'\n]{1,120})["']`),
    says: 'failed to resolve "$1"|a module cannot be resolved',
    slots: ['path'],
  },
  {
    kind: 'module',
    line: at(String.raw`no module named ['"]?([\w.]{1,80})['"]?`),
    says: "No module named '$1'|no such module",
    slots: ['path'],
  },
  {
    kind: 'module',
    line: at(String.raw`cannot import name ['"](\w{1,40})['"]`),
    says: "cannot import name '$1'|a name cannot be imported",
    slots: ['name'],
  },
  {
    kind: 'module',
    line: at(
      String.raw`(?:can't resolve|could not resolve|module not found:[^\n]{0,40}) ['"]([^'"\n]{1,120})['"]`,
    ),
    says: "cannot resolve '$1'|a module cannot be resolved",
    slots: ['path'],
  },
  {
    kind: 'module',
    line: at('package PLACE is not in'),
    says: 'package $1 is not in the standard library|a package cannot be found',
    slots: ['path'],
  },
  {
    kind: 'module',
    line: at(String.raw`could not find ([a-z][\w-]{1,40}-\d[\w.]{0,20}) in`),
    says: 'could not find $1|a package cannot be found',
    slots: ['name'],
  },
  {
    kind: 'module',
    line: at(String.raw`fatal error: ([\w./+-]{1,80}\.h(?:pp)?): No such file`),
    says: '$1: No such file or directory|a header cannot be found',
    slots: ['path'],
  },
  {
    kind: 'module',
    line: at(String.raw`undefined: (\w{1,40})\b`),
    says: 'undefined: $1|an undefined name',
    slots: ['name'],
  },
  {
    kind: 'module',
    line: at(String.raw`can't find crate for \`(\w{1,40})\``),
    says: "can't find crate $1|a crate cannot be found",
    slots: ['name'],
  },
  {
    kind: 'module',
    line: at(String.raw`failed to run custom build command for \`([\w-]{1,40}) v`),
    says: 'the build script of $1 failed|a build script failed',
    slots: ['name'],
  },
  { kind: 'module', line: /did not initialize yet/i, says: 'the generated client is missing' },
  { kind: 'permission', line: at(String.raw`\b(EACCES|EPERM)\b`), says: '$1', slots: ['code'] },
  { kind: 'permission', line: /permission denied/i, says: 'permission denied' },
  {
    kind: 'permission',
    line: /\b(?:HTTP[/ ]?[\d.]* ?|status(?: code)?:? ?|error:? )(4\d\d|5\d\d)\b/i,
    says: 'HTTP $1',
    slots: ['number'],
  },
  { kind: 'permission', line: /\b(?:401|unauthorized)\b/i, says: 'HTTP 401' },
  { kind: 'permission', line: /\b403\b|access denied/i, says: 'HTTP 403' },
  {
    kind: 'file',
    line: at(String.raw`\bENOENT\b[^\n]{0,60}?['"]([^'"\n]{1,120})['"]`),
    says: "ENOENT: no such file or directory, '$1'|ENOENT: no such file or directory",
    slots: ['path'],
  },
  {
    kind: 'file',
    line: at(String.raw`[\`'"]([^\`'"\n]{1,120})[\`'"]:? no such file or directory`),
    says: "'$1': no such file or directory|no such file or directory",
    slots: ['path'],
  },
  {
    kind: 'file',
    line: at(String.raw`pattern ([\w./*-]{1,60}): no matching files found`),
    says: 'pattern $1: no matching files found|no matching files found',
    slots: ['path'],
  },
  {
    kind: 'file',
    line: /\bENOENT\b|no such file or directory|FileNotFoundError|file not found/i,
    says: 'no such file or directory',
  },
  {
    kind: 'form',
    line: /would reformat|code style issues|not formatted|check formatting/i,
    says: 'files are not formatted',
  },
  { kind: 'types', line: /\berror (TS\d{3,5}):/, says: 'error $1', slots: ['code'] },
  { kind: 'types', line: /\berror\[(E\d{3,5})\]/, says: 'error[$1]', slots: ['code'] },
  { kind: 'types', line: /\berror ([A-Z]{2,8}\d{3,5}):/, says: 'error $1', slots: ['code'] },
  { kind: 'form', line: /(?:^|\s)([A-Z]{1,4}\d{3,4}) [`'[\w]/m, says: 'lint error $1', slots: ['code'] },
  {
    kind: 'form',
    line: /\s(@?[a-z][a-z-]{1,30}\/[a-z][a-z-]{1,40})\s*$/m,
    says: 'lint rule $1',
    slots: ['path'],
  },
  {
    kind: 'other',
    line: /npm (?:ERR!|error) code (E[A-Z0-9]{2,20})\b/,
    says: 'npm error $1',
    slots: ['code'],
  },
  {
    kind: 'other',
    line: at(String.raw`> Task (:[\w:-]{1,60}) FAILED`),
    says: 'task $1 failed|a Gradle task failed',
    slots: ['path'],
  },
  {
    kind: 'other',
    line: /CMake Error at ([\w./-]{1,80}):\d+/,
    says: 'CMake error in $1|a CMake error',
    slots: ['path'],
  },
  {
    kind: 'other',
    line: /ReferenceError: (\w{1,40}) is not defined/,
    says: '$1 is not defined|a name is not defined',
    slots: ['name'],
  },
  { kind: 'other', line: /\b((?:[A-Z][a-z]{1,14}){1,4}(?:Error|Exception))\b/, says: '$1', slots: ['name'] },
  { kind: 'other', line: /\b(SIGSEGV|SIGABRT|SIGKILL|SIGTERM)\b/, says: '$1', slots: ['code'] },
]

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
