/** What went wrong, as far as what was printed tells; what mends it differs by that. */
export type FailureKind =
  | 'module'
  | 'command'
  | 'script'
  | 'file'
  | 'connection'
  | 'port'
  | 'lock'
  | 'memory'
  | 'schema'
  | 'environment'
  | 'stale'
  | 'version'
  | 'permission'
  | 'form'
  | 'types'
  | 'assertion'
  | 'other'

/** The lines by which failures are known, the most telling kinds first. Each is linear in the line. */
export const FAILURE_LINES: readonly { readonly kind: FailureKind; readonly line: RegExp }[] = [
  {
    kind: 'connection',
    line: /\bECONNREFUSED\b|connection refused|could not connect to|can(?:no|')t (?:connect|reach)|cannot connect to the docker daemon|connection to server .{0,80}failed|no such container|server (?:is not running|closed the connection)/i,
  },
  {
    kind: 'port',
    line: /\bEADDRINUSE\b|address already in use|port \d+ is (?:already )?(?:in use|taken|allocated)/i,
  },
  {
    kind: 'lock',
    line: /timeout waiting (?:to|for) lock|could not (?:get|acquire|obtain) (?:the )?(?:\w+ )?lock|database is locked|in use by another|another \w+ (?:process|instance) (?:is|seems)|\.lock['"]?: file exists/i,
  },
  { kind: 'memory', line: /heap out of memory|out of memory|\bOOM\b|exit(?:ed with)? code 137\b/i },
  {
    kind: 'schema',
    line: /relation "[^"]{1,200}" does not exist|no such table|unknown column|column .{1,100} does not exist|pending migrations?|database "?[^"]{1,100}"? does not exist|table .{1,100} doesn't exist|migrations? (?:are|is) (?:not applied|pending)|schema is (?:not in sync|out of date)/i,
  },
  {
    kind: 'environment',
    line: /\b(?:missing|required|undefined|unset) (?:required )?(?:environment|env) var|\b[A-Z][A-Z0-9_]{3,} (?:is|was|must be|not) (?:not )?(?:set|defined|required|provided|missing)|environment variables? .{0,60}(?:not|missing|required)|\bKeyError: '[A-Z][A-Z0-9_]{3,}'|(?:invalid|no) (?:api key|credentials)/i,
  },
  {
    kind: 'stale',
    line: /out[- ]of[- ](?:date|sync)|frozen[- ]lockfile|lock ?file .{0,60}(?:not up to date|outdated|needs|does not match)|\bis stale\b|not up[- ]to[- ]date|(?:re-?)?run .{1,60} to (?:update|regenerate|generate|fix)|(?:please|did you forget to|you (?:need|have) to|must) (?:first )?(?:re-?)?(?:run|build|generate)/i,
  },
  {
    kind: 'version',
    line: /\bEBADENGINE\b|unsupported engine|requires (?:node|python|go|java|ruby|rust)\b|(?:node|python|java|go|ruby) version .{0,60}(?:required|not supported|incompatible|unsupported)|unsupported class file|requires a different python|NODE_MODULE_VERSION|(?:node(?:\.js)?|python|java|go|ruby) v?\d[\d.]* is (?:not supported|unsupported|too old)|upgrade (?:node|python|java|ruby)\b|ERESOLVE|peer dep(?:endency)? (?:conflict|missing)/i,
  },
  {
    kind: 'script',
    line: /missing script|unknown (?:option|argument|command|flag)|no such option|unrecognized (?:arguments?|option)|invalid option|no rule to make target|no test files? found|no tests? (?:found|ran|collected)|collected 0 items/i,
  },
  {
    kind: 'command',
    line: /command not found|not recognized as|: not found$|no such (?:command|program)|executable (?:file )?(?:not found|doesn't exist)|is not installed/i,
  },
  {
    kind: 'module',
    line: /cannot find (?:module|package|type definition)|no module named|could not (?:resolve|find (?:module|package|library))|module not found|can't resolve|unresolved import|package .{1,100} is not in|failed to resolve (?:import|entry)|cannot find symbol|undefined: \w|has no exported member|can't find crate|did not initialize|has not been (?:generated|built)/i,
  },
  {
    kind: 'permission',
    line: /permission denied|\bEACCES\b|\bEPERM\b|operation not permitted|access denied|unauthorized|\b40[13]\b/i,
  },
  {
    kind: 'file',
    line: /\bENOENT\b|no such file or directory|file not found|FileNotFoundError|does not exist\b/i,
  },
  {
    kind: 'form',
    line: /would reformat|code style issues|formatting (?:issues|errors|differs)|not formatted|check formatting|import .{0,40}not sorted/i,
  },
  { kind: 'types', line: /\berror TS\d+:|: error: .{1,200}\[[\w-]+\]$|\berror\[E\d+\]/ },
  {
    kind: 'assertion',
    line: /AssertionError|assert(?:ion)? ?failed|^\s*assert\b|expected .{1,200}(?:to (?:be|equal|have|contain|match|throw)|but|received|got)|^\s*E\s+assert|^\s*(?:FAIL|✗|✕|×)\s|\d+ (?:failed|failing)\b|--- FAIL/i,
  },
  {
    kind: 'other',
    line: /\b[A-Z]\w*(?:Error|Exception)\b: \S|^\W{0,20}(?:error|fatal|panic)(?:\[\w+\])?: \S|npm (?:ERR!|error) (?!code|errno|syscall|path|A complete log|This is probably)\S/i,
  },
]
