import type { FailureKind } from './describe-failure.ts'

/** The possible contents of a slot in a known error. None contains a blank, so none contains a sentence. */
export type SlotKind = 'path' | 'name' | 'variable' | 'code' | 'number'

/** A known error of a tool: how it is recognised, and our words for it. */
export interface KnownError {
  readonly kind: FailureKind
  readonly line: RegExp
  /** The slots are `$1`, `$2`; if they cannot be filled, the part after `|` is used. */
  readonly says: string
  readonly slots?: readonly SlotKind[]
}

const known = (kind: FailureKind, line: RegExp, ...slots: SlotKind[]) => ({
  says: ([says = '']: TemplateStringsArray): KnownError =>
    slots.length === 0 ? { kind, line, says } : { kind, line, says, slots },
})

/** The closed grammar of our words for failures, the most specific first. Data: add a line, and an example to its test. */
export const KNOWN_ERRORS: readonly KnownError[] = [
  known('connection', /cannot connect to the docker daemon/i).says`Cannot connect to the Docker daemon`,
  known('connection', /\bECONNREFUSED\b[^\n]{0,60}?:(\d{2,5})\b/i, 'number')
    .says`connect ECONNREFUSED :$1|connect ECONNREFUSED`,
  known(
    'connection',
    /(?:localhost|127\.0\.0\.1|::1|0\.0\.0\.0)[^\n]{0,40}?:(\d{2,5})\b[^\n]{0,80}?(?:connection refused|could not connect)/i,
    'number',
  ).says`connection refused on port $1`,
  known('connection', /connection refused/i).says`connection refused`,
  known('connection', /\b(ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)\b/, 'code').says`$1`,
  known('port', /\bEADDRINUSE\b[^\n]{0,60}?:(\d{2,5})\b/i, 'number')
    .says`EADDRINUSE: address already in use :$1|EADDRINUSE: address already in use`,
  known('port', /port (\d{2,5}) is (?:already )?(?:in use|taken|allocated)/i, 'number').says`port $1 is already in use`,
  known('port', /\bEADDRINUSE\b|address already in use/i).says`EADDRINUSE: address already in use`,
  known('lock', /database is locked/i).says`database is locked`,
  known(
    'lock',
    /timeout waiting (?:to|for) lock|could not (?:get|acquire|obtain) (?:the )?(?:\w+ )?lock|in use by another/i,
  ).says`another process holds the lock`,
  known('memory', /heap out of memory|heap limit allocation failed/i).says`JavaScript heap out of memory`,
  known('memory', /memory limit|out of memory|\bOOM\b|exit(?:ed with)? code 137\b/i).says`out of memory`,
  known('other', /no space left on device|\bENOSPC\b/i).says`no space left on device`,
  known('schema', /relation "(\w{1,60})" does not exist/i, 'name')
    .says`relation "$1" does not exist|a relation does not exist`,
  known('schema', /no such table: (\w{1,60})\b/i, 'name').says`no such table: $1|no such table`,
  known('schema', /database "(\w{1,60})" does not exist/i, 'name')
    .says`database "$1" does not exist|the database does not exist`,
  known('schema', /migrations? (?:are|is) (?:pending|not applied)|pending migrations?|PendingMigrationError/i)
    .says`migrations are pending`,
  known('schema', /schema is (?:not in sync|out of date)|target database is not up to date/i)
    .says`the database schema is out of date`,
  known('environment', /(?:environment|env) var(?:iable)?s?:? ['"`]?([A-Z][A-Z0-9_]{2,50})\b/i, 'variable')
    .says`environment variable $1 is not set|an environment variable is not set`,
  known(
    'environment',
    /\b([A-Z][A-Z0-9]{1,20}_[A-Z0-9_]{1,40}) (?:is |was |must be |environment variable )*(?:not )?(?:set|defined|required|provided|missing)\b/,
    'variable',
  ).says`environment variable $1 is not set|an environment variable is not set`,
  known('environment', /\bset ['"`]([A-Z][A-Z0-9]{1,20}_[A-Z0-9_]{1,40})['"`]/, 'variable')
    .says`environment variable $1 is not set|an environment variable is not set`,
  known('environment', /\bKeyError: ['"]([A-Z][A-Z0-9_]{2,50})['"]/, 'variable')
    .says`environment variable $1 is not set|an environment variable is not set`,
  known(
    'environment',
    /missing required environment variable|environment variables? [^\n]{0,40}(?:not set|missing|required)/i,
  ).says`an environment variable is not set`,
  known('environment', /no basic auth credentials|invalid (?:api key|credentials)/i).says`not logged in`,
  known(
    'stale',
    /(?:lock ?file|[\w@.:/\\+$~-]{1,120}\.lock)[^\n]{0,80}(?:needs? to be updated|not up[- ]to[- ]date|out of (?:date|sync)|outdated|does not match|changed significantly)|frozen[- ]lockfile|changed significantly since [\w.-]{1,40}lock/i,
  ).says`the lockfile is out of date`,
  known('stale', /not in sync with|out[- ]of[- ]sync/i).says`out of sync`,
  known('stale', /out[- ]of[- ]date|not up[- ]to[- ]date|\bis stale\b/i).says`out of date`,
  known('version', /unsupported class file major version (\d{2})\b/i, 'number')
    .says`unsupported class file major version $1`,
  known('version', /NODE_MODULE_VERSION (\d{1,4})\b/, 'number').says`NODE_MODULE_VERSION $1`,
  known('version', /node(?:\.js)? v?(\d{1,3}(?:\.\d{1,3}){0,2}) is (?:not supported|unsupported|too old)/i, 'number')
    .says`Node.js $1 is not supported`,
  known('version', /\b(EBADENGINE|ERESOLVE|EOVERRIDE)\b/, 'code').says`$1`,
  known('version', /digital envelope routines::unsupported/i)
    .says`error:0308010C:digital envelope routines::unsupported`,
  known('script', /missing script:? ["'`]?([\w:.-]{1,40})\b/i, 'name').says`missing script: $1|missing script`,
  known('script', /no rule to make target [`'"]([\w./-]{1,60})['"]/i, 'path')
    .says`no rule to make target "$1"|no rule to make target`,
  known('script', /unknown flag:? ['"`]?(--?[a-z][\w-]{0,30})\b/i, 'name').says`unknown flag: $1|unknown flag`,
  known(
    'script',
    /(?:unknown|unrecognized|invalid|no such) (?:option|argument|flag)s?:? ['"`]?(--?[a-z][\w-]{0,30})\b/i,
    'name',
  ).says`unknown option $1|unknown option`,
  known('script', /no tests? (?:found|ran|collected)|no test files? found|collected 0 items/i).says`no tests found`,
  known('command', /(?:^|: )([\w.+-]{1,40}): (?:command )?not found$/im, 'name')
    .says`$1: command not found|command not found`,
  known('command', /command not found: ([\w.+-]{1,40})\b/i, 'name').says`$1: command not found|command not found`,
  known('command', /^make: ([\w.+-]{1,40}): No such file or directory/m, 'name')
    .says`$1: command not found|command not found`,
  known('command', /['"`]?([\w.+-]{1,40})['"`]? (?:is not recognized as|executable not found|is not installed)/, 'name')
    .says`$1: command not found|command not found`,
  known('command', /executable (?:file )?(?:not found|doesn't exist)/i).says`an executable does not exist`,
  known(
    'module',
    /error (TS\d{3,5}): Cannot find (?:module|type definition file for) '([^'\n]{1,120})'/i,
    'code',
    'path',
  ).says`$1: Cannot find module '$2'|a module cannot be found`,
  known('module', /cannot find (?:module|package) ['"]([^'"\n]{1,120})['"]/i, 'path')
    .says`Cannot find module '$1'|a module cannot be found`,
  known('module', /failed to resolve (?:entry for package|import) ["']([^"'\n]{1,120})["']/i, 'path')
    .says`failed to resolve "$1"|a module cannot be resolved`,
  known('module', /no module named ['"]?([\w.]{1,80})['"]?/i, 'path').says`No module named '$1'|no such module`,
  known('module', /cannot import name ['"](\w{1,40})['"]/i, 'name')
    .says`cannot import name '$1'|a name cannot be imported`,
  known('module', /(?:can't resolve|could not resolve|module not found:[^\n]{0,40}) ['"]([^'"\n]{1,120})['"]/i, 'path')
    .says`cannot resolve '$1'|a module cannot be resolved`,
  known('module', /package ([\w@.:/\\+$~-]{1,120}) is not in/i, 'path')
    .says`package $1 is not in the standard library|a package cannot be found`,
  known('module', /could not find ([a-z][\w-]{1,40}-\d[\w.]{0,20}) in/i, 'name')
    .says`could not find $1|a package cannot be found`,
  known('module', /fatal error: ([\w./+-]{1,80}\.h(?:pp)?): No such file/i, 'path')
    .says`$1: No such file or directory|a header cannot be found`,
  known('module', /undefined: (\w{1,40})\b/i, 'name').says`undefined: $1|an undefined name`,
  known('module', /can't find crate for `(\w{1,40})`/i, 'name').says`can't find crate $1|a crate cannot be found`,
  known('module', /failed to run custom build command for `([\w-]{1,40}) v/i, 'name')
    .says`the build script of $1 failed|a build script failed`,
  known('module', /did not initialize yet/i).says`the generated client is missing`,
  known('permission', /\b(EACCES|EPERM)\b/i, 'code').says`$1`,
  known('permission', /permission denied/i).says`permission denied`,
  known('permission', /\b(?:HTTP[/ ]?[\d.]* ?|status(?: code)?:? ?|error:? )(4\d\d|5\d\d)\b/i, 'number').says`HTTP $1`,
  known('permission', /\b(?:401|unauthorized)\b/i).says`HTTP 401`,
  known('permission', /\b403\b|access denied/i).says`HTTP 403`,
  known('file', /\bENOENT\b[^\n]{0,60}?['"]([^'"\n]{1,120})['"]/i, 'path')
    .says`ENOENT: no such file or directory, '$1'|ENOENT: no such file or directory`,
  known('file', /[`'"]([^`'"\n]{1,120})[`'"]:? no such file or directory/i, 'path')
    .says`'$1': no such file or directory|no such file or directory`,
  known('file', /pattern ([\w./*-]{1,60}): no matching files found/i, 'path')
    .says`pattern $1: no matching files found|no matching files found`,
  known('file', /\bENOENT\b|no such file or directory|FileNotFoundError|file not found/i)
    .says`no such file or directory`,
  known('form', /would reformat|code style issues|not formatted|check formatting/i).says`files are not formatted`,
  known('types', /\berror (TS\d{3,5}):/, 'code').says`error $1`,
  known('types', /\berror\[(E\d{3,5})\]/, 'code').says`error[$1]`,
  known('types', /\berror ([A-Z]{2,8}\d{3,5}):/, 'code').says`error $1`,
  known('form', /(?:^|\s)([A-Z]{1,4}\d{3,4}) [`'[\w]/m, 'code').says`lint error $1`,
  known('form', /\s(@?[a-z][a-z-]{1,30}\/[a-z][a-z-]{1,40})\s*$/m, 'path').says`lint rule $1`,
  known('other', /npm (?:ERR!|error) code (E[A-Z0-9]{2,20})\b/, 'code').says`npm error $1`,
  known('other', /> Task (:[\w:-]{1,60}) FAILED/i, 'path').says`task $1 failed|a Gradle task failed`,
  known('other', /CMake Error at ([\w./-]{1,80}):\d+/, 'path').says`CMake error in $1|a CMake error`,
  known('other', /ReferenceError: (\w{1,40}) is not defined/, 'name').says`$1 is not defined|a name is not defined`,
  known('other', /\b((?:[A-Z][a-z]{1,14}){1,4}(?:Error|Exception))\b/, 'name').says`$1`,
  known('other', /\b(SIGSEGV|SIGABRT|SIGKILL|SIGTERM)\b/, 'code').says`$1`,
]

/** Our words for a failure of a known kind that no line of the grammar matches. */
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
