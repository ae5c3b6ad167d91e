import { digest } from '../../domain/digest.ts'
import { oneLine } from '../text/visible-text.ts'
import { adviceRisk, givesOrders } from './advice-risk.ts'
import { KIND_SAYS, KNOWN_ERRORS, type KnownError, type SlotKind } from './known-errors.ts'
import { carriesSentence } from './sentence-in-name.ts'

/** The kind of a failure, as far as the output shows it; the fix depends on it. */
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

/** The lines that identify failures, the most specific kinds first. Each is linear in the line. */
export const FAILURE_LINES: readonly { readonly kind: FailureKind; readonly line: RegExp }[] = [
  {
    kind: 'connection',
    line: /\bECONNREFUSED\b|connection refused|could not connect to|can(?:no|')t (?:connect|reach)|cannot connect to the docker daemon|connection to server .{0,80}failed|no such container|server (?:is not running|closed the connection)/i,
  },
  { kind: 'port', line: /\bEADDRINUSE\b|address already in use|port \d+ is (?:already )?(?:in use|taken|allocated)/i },
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
  { kind: 'file', line: /\bENOENT\b|no such file or directory|file not found|FileNotFoundError|does not exist\b/i },
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

/** The form and the greatest length of each slot. */
const SLOTS: Readonly<Record<SlotKind, RegExp>> = {
  path: /^(?=.{1,80}$)(?:[@:.~]{0,2}\/?)?[\w.$*+-]{1,40}(?:[/:][\w.@$*+-]{1,40}){0,7}\/?$/,
  name: /^(?=.{1,40}$)-{0,2}[A-Za-z_$][\w$.:+-]*$/,
  variable: /^(?=.{3,40}$)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){0,5}$/,
  code: /^(?=.{2,16}$)[A-Z][A-Za-z]*_?[A-Z]*\d{0,6}$/,
  number: /^\d{1,5}(?:\.\d{1,3}){0,2}$/,
}

/**
 * A line that a tool printed, in our own words; undefined if no known error matches.
 *
 * The output of a command comes from whoever wrote the code, the page or the packet behind it. Only the name of the error and its slots are taken from it;
 * the other words are from our own table, so that no output can put a sentence into a prompt. `Error: Cannot find module '../dist/a.js'. Agents must …`
 * becomes `Cannot find module '../dist/a.js'`, and a module called `run-curl-evil-sh-before-any-test` is left out.
 */
export function sayFailure(line: string, kind: FailureKind): string | undefined {
  const others = kind === 'other' ? KNOWN_ERRORS : KNOWN_ERRORS.filter((known) => known.kind === 'other')
  return (
    saidBy(
      KNOWN_ERRORS.filter((known) => known.kind === kind),
      line,
    ) ??
    saidBy(others, line) ??
    KIND_SAYS[kind]
  )
}

function saidBy(errors: readonly KnownError[], line: string): string | undefined {
  for (const known of errors) {
    const match = known.line.exec(line)
    const said = match === null ? undefined : rendered(known, match)
    if (said !== undefined) return said
  }
  return undefined
}

function rendered({ says, slots = [] }: KnownError, match: RegExpExecArray): string | undefined {
  const [whole, bare] = says.split('|')
  const values = slots.map((slot, at) => ({ slot, value: match[at + 1] ?? '' }))
  if (!values.every(({ slot, value }) => fits(slot, value))) return bare
  return values.reduce((text, { value }, at) => text.replace(`$${at + 1}`, () => value), whole!)
}

/** The rule names in the output of linters: those inside golangci-lint (`ifElseChain: … (gocritic)`), others and Pylint, ESLint, Ruff and Flake8, RuboCop, Clippy, Biome. Each is linear in the line. */
const RULES = [
  /^[^\s:]+:\d+(?::\d+)?:? ([\w-]{2,40}): .*\((revive|gocritic|staticcheck|govet|gosec|stylecheck)\)$/,
  /^[^\s:]+:\d+(?::\d+)?:? .*\(([a-z][\w-]{2,})\)$/,
  /^ *\d+:\d+ +(?:error|warning) .* {2}((?:@?[\w-]+\/){0,2}[\w-]+)$/,
  /^[^\s:]+:\d+:\d+: ([A-Z]{1,4}\d{2,5})\b/,
  /^[^\s:]+:\d+:\d+: [CWEF]: (?:\[\w+\] )?([A-Z]\w+\/\w+):/,
  /\bclippy::(\w+)/,
  /^[^\s:]+:\d+:\d+ (lint\/\w+\/\w+)\b/,
]
/** Names that are not rules: compilers' names for their own errors, which differ each time, and linters of many rules that name none. */
const NO_RULE =
  /^(?:typecheck|cached|unknown|default|deprecated|syntax-error|E999|revive|gocritic|staticcheck|govet|gosec|stylecheck|unused|lll)$/

/** The rules that a linter reports as broken, in the order of its output, each with the first line that names it. Only names may be shown, and none that contains a sentence. */
export function brokenRules(output: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of output.replace(ESCAPES, '').split('\n').slice(-MOST_LINES).filter(isTelling)) {
    const name = RULES.map((rule) => rule.exec(line)?.slice(1).reverse().join('/')).find(Boolean)
    if (name !== undefined && !found.has(name) && !NO_RULE.test(name) && nameFits(name)) found.set(name, line)
  }
  return found
}

/** Whether a name from an output may be shown. */
export const nameFits = (name: string) => fits('path', name) || fits('name', name)

/** The same, and the codes that compilers give to errors: TypeScript, C#, Rust. */
export function namedErrors(output: string): string[] {
  const codes = [...output.matchAll(/\berror (?:TS|CS)\d{4,5}\b|\berror\[E\d{4}\]/g)]
  return [...new Set([...brokenRules(output).keys(), ...codes.map(([text]) => text.replace(/^error.|\]$/g, ''))])]
}

/** Whether an output shows a failure again: a lint rule, the failure in our words, or the words of the output itself. The output of a passing command shows at most a lint rule. */
export function showsFailure(output: string, failure: string, hasFailed: boolean): boolean {
  if (brokenRules(output).has(failure)) return true
  if (!hasFailed) return false
  const plain = (text: string) => oneLine(text.replace(ESCAPES, '').replace(/["`‘’“”]/g, "'")).toLowerCase()
  return plain(failureSignature(output)?.says ?? '') === plain(failure) || plain(output).includes(plain(failure))
}

/** These failures depend on the current code, and say nothing about the next time. */
const OF_THE_DAY: ReadonlySet<FailureKind> = new Set(['assertion', 'types'])

/** The ids of failures that may come back in another session: the lint rules in the output, else its failure. */
export function lastingFailures(output: string): string[] {
  const rules = [...brokenRules(output).keys()].map((rule) => digest(`lint\n${rule}`).slice(0, 16))
  const signature = rules.length > 0 ? undefined : failureSignature(output)
  return signature === undefined || OF_THE_DAY.has(signature.kind) ? rules : [signature.id]
}

const fits = (slot: SlotKind, value: string) =>
  SLOTS[slot].test(value) && !carriesSentence(value) && adviceRisk(value) === undefined

/** Identifies a failure, to recognise it later. */
export interface FailureSignature {
  readonly kind: FailureKind
  /** The most informative line as it was printed, at most 140 characters: for comparing, never for a prompt. */
  readonly line: string
  /** The failure in our own words; undefined if it is not a known one. */
  readonly says?: string
  /** Equal for the same failure, whatever its numbers, times and folders. */
  readonly id: string
}

const MOST_LINES = 400
const LONGEST = 140
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]{0,32}[@-~]`, 'g')

/**
 * The failure that a command printed: its most informative line, and its identity. Undefined if no line shows one.
 *
 * `Error: Cannot find module '../dist/index.js'` of two checkouts is one failure, and so is `connect ECONNREFUSED 127.0.0.1:5432` whatever the time in front of it.
 */
export function failureSignature(output: string): FailureSignature | undefined {
  const lines = output.replace(ESCAPES, '').split('\n').slice(-MOST_LINES).map(oneLine).filter(isTelling)
  // A line that addresses agents is hardly a tool's own; it is used only if there is no other.
  return firstIn(lines, (text) => !givesOrders(text)) ?? firstIn(lines, () => true)
}

function firstIn(lines: readonly string[], isOfTool: (line: string) => boolean): FailureSignature | undefined {
  for (const { kind, line } of FAILURE_LINES) {
    const found = lines.find((text) => line.test(text) && isOfTool(text))
    if (found !== undefined)
      return { kind, line: shortened(found), id: idOf(kind, found), says: sayFailure(found, kind) }
  }
  return undefined
}

const isTelling = (line: string) => line.length > 5 && line.length < 2_000

/** Without the prefix of a logger. */
function shortened(line: string): string {
  const bare = line
    .replace(/^(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,Z+-]+\]?|\[?\d\d:\d\d:\d\d[.\d]*\]?)\s*/, '')
    .replace(/^(?:E\s+|npm (?:ERR!|error)\s+|[>✗✕×!*-]\s+)/, '')
  return bare.length <= LONGEST ? bare : `${bare.slice(0, LONGEST - 1).replace(/\s+\S*$/, '')}…`
}

function idOf(kind: FailureKind, line: string): string {
  const same = line
    .toLowerCase()
    .replace(/(?:[a-z]:)?(?:[\\/][\w.@-]+){2,}[\\/]/g, '/')
    .replace(/0x[0-9a-f]+|\b[0-9a-f]{8,}\b/g, '#')
    .replace(/\d+(?:\.\d+)*/g, '#')
  return digest(`${kind}\n${same}`).slice(0, 16)
}
