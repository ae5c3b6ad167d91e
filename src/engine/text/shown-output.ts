import { codeBlocks } from './code-blocks.ts'

/** Lines that are typical of a command's output. Each pattern is anchored, so prose about a run does not match. */
export const EXECUTION_SIGNALS: readonly { readonly kind: string; readonly line: RegExp }[] = [
  {
    kind: 'exit code',
    line: /^\W{0,10}(?:(?:error|the|process|command|program|script|job|task|step|finished|failed|completed|terminated|with) ){0,5}exit(?:ed with)? (?:code|status)\W{0,3}-?\d+/i,
  },
  {
    kind: 'test summary',
    line: /^\W{0,10}(?:tests?|test files|test suites|suites|snapshots|specs|examples)\W{1,20}\d+ (?:passed|failed|skipped|passing|failing|total)\b/i,
  },
  { kind: 'test summary', line: /^\W{0,90}\d+ (?:passed|failed|passing|failing)(?=[\s=]*$|,|\s{0,3}\(|\s+in\s)/i },
  {
    kind: 'test summary',
    line: /^\W{0,10}(?:all )?\d+ (?:tests?|specs?|examples?|assertions?),? (?:passed|failed|\d+ failures?)\b/i,
  },
  { kind: 'test summary', line: /^\W{0,10}(?:(?:INFO|ERROR)\W{1,3})?Tests run: \d+, Failures: \d+/ },
  { kind: 'test summary', line: /^Ran \d+ tests? in \d/ },
  { kind: 'test summary', line: /^\s{0,20}test result: (?:ok|FAILED)\b/ },
  { kind: 'test summary', line: /^\s{0,20}--- (?:PASS|FAIL|SKIP): \S/ },
  { kind: 'test summary', line: /^\s{0,20}(?:ok|FAIL)\s+\S+\s+(?:\d+\.\d+s|\(cached\))/ },
  { kind: 'test summary', line: /^\s{0,20}(?:not )?ok \d+\b/ },
  { kind: 'test summary', line: /^\s{0,20}(?:PASS|FAIL)\s+\S+\.\w+/ },
  { kind: 'test summary', line: /^\s{0,20}[✓✔✗✘×]\s+\S/u },
  { kind: 'build result', line: /^\W{0,10}(?:INFO\W{1,3})?BUILD (?:SUCCESS|SUCCESSFUL|FAILURE|FAILED)\b/ },
  { kind: 'stack trace', line: /^\s{0,20}at (?:async )?(?:\S+ )?\(?\S+:\d+(?::\d+)?\)?\s*$/ },
  { kind: 'stack trace', line: /^\s{0,20}Traceback \(most recent call last\)/ },
  { kind: 'stack trace', line: /^\s{0,20}File "[^"]+", line \d+/ },
  {
    kind: 'stack trace',
    line: /^\s{0,20}(?:thread '[^']+' panicked at|goroutine \d+ \[|panic: \S|Exception in thread ")/,
  },
  { kind: 'stack trace', line: /^\s{0,20}(?:Uncaught )?[A-Z]\w*(?:Error|Exception): \S/ },
  { kind: 'diagnostic', line: /^\s{0,20}\S+\(\d+,\d+\): (?:error|warning) / },
  { kind: 'diagnostic', line: /^\s{0,20}\S+:\d+:\d+:? (?:- )?(?:error|warning)\b/i },
  { kind: 'diagnostic', line: /^\s{0,20}(?:error\[E\d+\]: |npm (?:ERR!|error) |error TS\d+: )/ },
  { kind: 'diagnostic', line: /^\s{0,20}(?:ba|z)?sh: .{1,200}(?:command not found|No such file or directory)/ },
]

/** Fences that hold what a terminal printed; a fence of a programming language holds code. */
export const OUTPUT_LANGUAGES: ReadonlySet<string> = new Set([
  '',
  ...`ansi bash cmd console log logs none output plain plaintext powershell pytb sh sh-session shell
   shell-session shellsession stacktrace stderr stdout tap term terminal text traceback txt zsh`.split(/\s+/),
])

/** A block of a text that looks like the output of a command. */
export interface ShownOutput {
  readonly kind: string
  readonly text: string
  /** The commands after a prompt sign. */
  readonly commands: readonly string[]
  /** The lines that make it output: results, traces, diagnostics, answers. */
  readonly telling: readonly string[]
}

const LONGEST_LINE = 500
const PROMPT = /^\s*\$ (?=\S)/

/** Every block of a Markdown text that shows output, in order. A fence of a programming language holds code. */
export function shownOutputs(text: string): ShownOutput[] {
  return codeBlocks(text)
    .filter(({ language }) => OUTPUT_LANGUAGES.has(language))
    .flatMap((block) => outputOf(block.text) ?? [])
}

function outputOf(text: string): ShownOutput | undefined {
  const lines = text.split('\n').map((line) => line.slice(0, LONGEST_LINE))
  const commands = lines.filter((line) => PROMPT.test(line)).map((line) => line.replace(PROMPT, '').trim())
  const signals = lines.flatMap((line) => {
    const signal = EXECUTION_SIGNALS.find((candidate) => candidate.line.test(line))
    return signal === undefined ? [] : [{ kind: signal.kind, line }]
  })
  if (signals[0] !== undefined)
    return { kind: signals[0].kind, text, commands, telling: signals.map(({ line }) => line) }
  const answers = lines.filter((line, index) => PROMPT.test(line) && isAnswer(lines[index + 1]))
  if (answers.length === 0) return undefined
  const telling = lines.filter(isAnswer)
  return { kind: 'a command and its answer', text, commands, telling }
}

function isAnswer(line: string | undefined): line is string {
  return line !== undefined && line.trim() !== '' && !PROMPT.test(line)
}

const UNIT = '(?:tests? |specs? |scenarios? |examples? )?'
const PASSED = [
  new RegExp(`(?<![\\w.])(\\d{1,9}) ${UNIT}(?:passed|passing|passes|pass$|succeeded|successful)(?![\\w-])`, 'gm'),
  /^\W{0,6}(?:pass|ok):?[^\S\n]{1,40}(\d{1,9})\s*$/gim,
  /\b(?:passed:?|succeeded:?|PASS)[^\S\n]{1,20}(\d{1,9})\b/gi,
  /^OK \((\d{1,9}) tests?/gm,
]
const FAILED = [
  new RegExp(`(?<![\\w.])(\\d{1,9}) ${UNIT}(?:failed|failing|failures?|fails|fail$|errors?)(?![\\w-])`, 'gim'),
  /^\W{0,6}fail:?[^\S\n]{1,40}(\d{1,9})\s*$/gim,
  /\b(?:(?:failed|failures|errors|failing)[:=]|failed|FAIL)[^\S\n]{0,20}(\d{1,9})\b(?!\/)/gi,
  /^# FAIL:[^\S\n]{1,20}(\d{1,9})/gm,
]
/** The number of tests that ran, from a runner that also reports how many failed. */
const TOTAL = [
  /(?<![\w.])(\d{1,9}) (?:tests?|specs?|examples?|runs)\b/g,
  /\b(?:Tests run:|Executed) (\d{1,9})\b/g,
  /\btotal:? (\d{1,9})\b/gi,
]
/** A line about one test that passed; its name may speak of failures. */
const ONE_PASSED = /^[^\S\n]{0,40}(?:[✓✔√]|ok \d+\b|--- PASS)(?![^\n]*\d tests? failed)[^\n]*$/gm
const COVERAGE = [
  /^TOTAL\b[^\n%]{0,200}?(\d{1,3}(?:\.\d{1,9})?)%/m,
  /^All files\s{0,40}\|\s{0,40}(\d{1,3}(?:\.\d{1,9})?)/m,
  /\bcoverage\b[^\n\d]{0,40}(\d{1,3}(?:\.\d{1,9})?) ?%/i,
]

/** The output of a runner, without the lines about single tests that passed. */
export function withoutPassedTests(text: string): string {
  return text.replace(ONE_PASSED, '')
}

/** Reads the summaries of common runners. The largest count is used, because runners repeat themselves by file. */
export function readTestOutput(text: string): { passed?: number; failed?: number; coveragePercent?: number } {
  const failed = largest(withoutPassedTests(text), FAILED)
  const passed = largest(text, PASSED) ?? (failed === 0 ? largest(text, TOTAL) : undefined)
  return {
    ...numberField('passed', passed),
    ...numberField('failed', failed),
    ...numberField('coveragePercent', coverageOf(text)),
  }
}

function largest(text: string, patterns: readonly RegExp[]): number | undefined {
  let most: number | undefined
  for (const pattern of patterns)
    for (const found of text.matchAll(pattern)) most = Math.max(most ?? 0, Number(found[1]))
  return most
}

function coverageOf(text: string): number | undefined {
  for (const pattern of COVERAGE) {
    const found = pattern.exec(text)
    if (found !== null && Number(found[1]) <= 100) return Number(found[1])
  }
  return undefined
}

function numberField<K extends string>(name: K, value: number | undefined): { [P in K]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]?: number })
}
