import { withoutUndefined } from '../../domain/sets.ts'
import { checkIn } from '../../engine/shell/check-command.ts'
import { shownCommand } from '../../engine/shell/shown-command.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import {
  brokenRules,
  type FailureKind,
  type FailureSignature,
  failureSignature,
  sayFailure,
} from '../../engine/trust/describe-failure.ts'
import type { Hypothesis } from './hypotheses.ts'
import { inQuotes } from './lesson-check.ts'
import type { Step, Tool } from './session.ts'
import { changesCode, changesGround, fixesFailure, prepares, readsOnly } from './steps.ts'

/** A command that failed, what was done then, and the command that passed. */
interface Pair {
  /** What was done before it failed. */
  readonly before: readonly Tool[]
  readonly failed: Tool
  readonly shown: string
  readonly signature: FailureSignature
  readonly between: readonly Tool[]
  readonly passed: Tool
}

/** What fixes these is a specific command; the others may also pass because of a changed file. */
const CURED_BY_ONE_ACTION: ReadonlySet<FailureKind> = new Set([
  'schema',
  'connection',
  'port',
  'lock',
  'version',
  'permission',
  'environment',
])

const MOST_COMPLAINT = 140

/** What fixes these is in the code of the day and says nothing about the next time. */
const OF_THE_DAY: ReadonlySet<FailureKind> = new Set(['assertion', 'types', 'form'])

/**
 * A command that failed in a way that can be named and passed later, and the one thing that was done in between: another command that
 * prepares the ground, or another form of the command itself.
 *
 * Where code was changed in between, the failure was of the day and teaches nothing, unless what was run is known to cure just that. What the
 * agent had done before it failed was not what was missing.
 */
export function findCures(steps: readonly Step[]): Hypothesis[] {
  return pairsIn(steps.filter((step): step is Tool => step.is === 'tool')).flatMap(
    (pair) => byVariant(pair) ?? byPreparing(pair) ?? [],
  )
}

/** The rules of a linter that the code of a session broke. One that comes back in another session is what this kind of work repeats. */
export function findBrokenRules(steps: readonly Step[]): Hypothesis[] {
  const found = new Map<string, Tool>()
  for (const step of steps) {
    if (step.is !== 'tool' || (step.ended !== 'failed' && step.ended !== 'passed')) continue
    if (checkIn(step.command ?? '') === undefined) continue
    for (const rule of brokenRules(step.output ?? '')) if (!found.has(rule)) found.set(rule, step)
  }
  return [...found].map(([rule, { event, command }]) => ({
    as: 'recurring-failure',
    lesson: lintLesson(rule),
    whatHappened: `A linter found code that breaks ${rule}.`,
    facts: [event],
    ...withoutUndefined({ command }),
    category: 'mistake',
    strength: 'observation',
  }))
}

/** The failures of a session that could be named and were cured, the newest last: the command, the failure in our words, and what a lesson about it may name. */
export function curedFailures(steps: readonly Step[]) {
  const pairs = pairsIn(steps.filter((step): step is Tool => step.is === 'tool'))
  return pairs.flatMap(({ shown, signature: { kind, says: failure }, between, passed }) => {
    if (failure === undefined || OF_THE_DAY.has(kind) || isVariant(shown, shownOf(passed)!)) return []
    const named = [shown, failure, ...between.map((step) => shownOf(step) ?? '')].join(' ')
    return [{ command: shown, failure, named }]
  })
}

/** What passes after so many other steps passes for another reason. */
const MOST_BETWEEN = 200

function pairsIn(tools: readonly Tool[]): Pair[] {
  return tools.flatMap((failed, at) => {
    const shown = shownOf(failed)
    if (failed.ended !== 'failed' || shown === undefined) return []
    const signature = failureSignature(failed.output ?? '') ?? unnamedFailure(failed.output ?? '')
    if (signature === undefined || (readsOnly(shown) && signature.kind !== 'script')) return []
    const rest = tools.slice(at + 1, at + 1 + MOST_BETWEEN)
    const next = rest.findIndex((step) => isAgain(step, shown))
    const passed = rest[next]
    if (passed?.ended !== 'passed') return []
    const before = tools.slice(Math.max(0, at - MOST_BEFORE), at)
    return [{ before, failed, shown, signature, between: rest.slice(0, next), passed }]
  })
}

/** How a failure is named in a lesson: by our own words for it, else by its exit code. */
function howItFails({ says }: FailureSignature, { exitCode }: Pick<Tool, 'exitCode'>): string {
  if (says !== undefined) return ` with ${inQuotes(says)}`
  return exitCode === undefined ? '' : ` (exit code ${exitCode})`
}

/** A failure of no known kind, by the first line that complains. */
const COMPLAINS =
  /\b(?:errors?|failed|fatal|cannot|can['’]t|not found|missing|no such|no matching|does(?: not|n['’]t)|unable|could(?: not|n['’]t)|mismatch|declined|invalid)\b/i

function unnamedFailure(output: string): FailureSignature | undefined {
  const line = output
    .split('\n')
    .map(oneLine)
    .find((text) => COMPLAINS.test(text) && text.length <= MOST_COMPLAINT)
  if (line === undefined) return undefined
  const says = sayFailure(line, 'other')
  return { kind: 'other', line, id: '', says }
}

/** What was done longer ago than this does not count as done. */
const MOST_BEFORE = 1_000

/** The command of a step as it is shown, worked out once for each. */
const SHOWN = new WeakMap<Tool, { readonly command: string | undefined }>()

function shownOf(step: Tool): string | undefined {
  const known = SHOWN.get(step) ?? { command: step.command === undefined ? undefined : shownCommand(step.command) }
  SHOWN.set(step, known)
  return known.command
}

/** The next try at the same thing, in the same words or in others. */
function isAgain(step: Tool, shown: string): boolean {
  const next = step.ended === 'denied' ? undefined : shownOf(step)
  if (next === undefined) return false
  return next === shown || next.split(/\s*&&\s*/).includes(shown) || (step.ended === 'passed' && isVariant(shown, next))
}

/** These may pass on a second try. */
const MAY_PASS_BY_ITSELF: ReadonlySet<FailureKind> = new Set(['connection', 'port', 'lock', 'memory'])

function byPreparing({ before, failed, shown, signature, between, passed }: Pair): Hypothesis | undefined {
  const again = shownOf(passed)!
  const inline = again
    .split(/\s*&&\s*/)
    .filter((part) => part !== shown && !part.startsWith('cd ') && !isVariant(shown, part))
  const isSame = inline.length < again.split(/\s*&&\s*/).length || again.startsWith(`${shown} -`)
  const passedBetween = between.filter(({ ended }) => ended === 'passed')
  const prepared = passedBetween.flatMap((step) => preparing(step))
  const isBySomethingElse =
    prepared.length === 0 &&
    !/^git\b/.test(shown) &&
    !OF_THE_DAY.has(signature.kind) &&
    !MAY_PASS_BY_ITSELF.has(signature.kind)
  const ran = isBySomethingElse ? passedBetween.flatMap(changing) : prepared
  const candidates = isSame
    ? [...ran, ...inline.filter(prepares).map((command) => ({ command, event: passed.event }))]
    : []
  const isCodeChanged = between.some((step) => step.kind === 'edit' && changesCode(step))
  const known = candidates.filter(({ command }) => fixesFailure(signature.kind, command))
  const isTold = !isCodeChanged || CURED_BY_ONE_ACTION.has(signature.kind)
  const [fix, ...others] = known.length > 0 ? known.slice(-1) : isCodeChanged ? [] : candidates
  if (fix === undefined || others.length > 0 || !isTold || (isCodeChanged && known.length !== 1)) return undefined
  if (before.some((step) => step.ended === 'passed' && ranIn(step, fix.command))) return undefined
  return {
    as: 'error-fix',
    lesson: `Run \`${fix.command}\` before \`${shown}\`, which otherwise fails${howItFails(signature, failed)}.`,
    whatHappened: `${shown} failed, ${fix.command} was run, and then it passed.`,
    facts: [failed.event, fix.event, passed.event],
    command: fix.command,
    category: 'mistake',
    strength: 'causal',
  }
}

function ranIn(step: Tool, wanted: string): boolean {
  return (
    shownOf(step)
      ?.split(/\s*&&\s*/)
      .includes(wanted) === true
  )
}

function preparing(step: Tool): { command: string; event: string }[] {
  const { event } = step
  const shown = step.kind === 'shell' ? shownOf(step) : undefined
  return shown !== undefined && prepares(shown) ? [{ command: shown, event }] : []
}

/** Any single action that neither looks around nor checks. */
function changing(step: Tool): { command: string; event: string }[] {
  const { event } = step
  const shown = step.kind === 'shell' ? shownOf(step) : undefined
  return shown !== undefined && changesGround(shown) && checkIn(shown) === undefined ? [{ command: shown, event }] : []
}

function byVariant({ failed, shown, signature, between, passed }: Pair): Hypothesis | undefined {
  const instead = shownOf(passed)!
  if (!isVariant(shown, instead) || OF_THE_DAY.has(signature.kind)) return undefined
  if (between.some((step) => changesCode(step) || preparing(step).length > 0)) return undefined
  const [better, worse] = [instead, shown].map((command) => withoutTargets(command, [instead, shown]))
  return {
    as: 'error-fix',
    lesson: `Use \`${better}\`, not \`${worse}\`, which fails here${howItFails(signature, failed)}.`,
    whatHappened: `${shown} failed; ${instead} passed.`,
    facts: [failed.event, passed.event],
    command: instead,
    category: 'mistake',
    strength: 'causal',
  }
}

/** What both commands were about that day, as an argument of its own: the number of a ticket or a pull request, a commit, an address. */
const TARGET = /^(?:#?\d{2,}|[0-9a-f]{7,40}|[A-Z]{2,6}-\d+|https?:\S+)$/

function withoutTargets(command: string, both: readonly string[]): string {
  const words = command.split(' ')
  const isTarget = (word: string, at: number) =>
    at > 1 && TARGET.test(word) && !words[at - 1]!.startsWith('-') && both.every((one) => one.split(' ').includes(word))
  return words.filter((word, at) => !isTarget(word, at)).join(' ')
}

/** Words of which the presence alone says little. */
const FILLERS = /^(?:run|exec|x|-m|--|sudo|env|npx|bunx|dlx)$/

/**
 * Whether one command is another form of the other: the same action by another runner, with another flag, or with something set before it.
 * `pytest` and `uv run pytest`, `npm test` and `pnpm test`, `node a.js` and `NODE_OPTIONS=… node a.js`. A run that is only narrower, `npm test`
 * and `npm test -- a.test.ts`, is none: it may pass for having left out what fails. Nor is one whose quoted words differ: a question put otherwise.
 */
function isVariant(failed: string, passed: string): boolean {
  if (failed === passed || quotedWords(failed) !== quotedWords(passed)) return false
  const before = wordsOf(failed)
  const after = wordsOf(passed)
  const shared = before.filter((word) => after.includes(word))
  const core = shared.filter((word) => !word.startsWith('-') && !FILLERS.test(word))
  const action = before.findLast((word) => !word.startsWith('-') && !FILLERS.test(word))
  if (action === undefined || !core.includes(action) || shared.length * 2 < before.length) return false
  if (checkIn(failed)?.kind !== checkIn(passed)?.kind) return false
  const added = after.filter((word) => !before.includes(word))
  const isNarrower =
    added.some((word) => /[\\/].*\.\w+$|\.(?:test|spec)\.|::/.test(word)) ||
    /\s(?:-t|-k|--grep|--filter|-run)\s/.test(passed)
  if (added.length === 0 || added.length > 4 || isNarrower || isTypingSlip(before, added)) return false
  return !/\|\|/.test(passed) && !added.some((word) => EVADES.test(word))
}

/** It passes because less is asked. */
const EVADES = /^--?(?:no-verify|force|ignore|skip|exclude|allow)/

/** `--cov-reprot` and then `--cov-report`: what changed is a word spelt right. */
function isTypingSlip(before: readonly string[], added: readonly string[]): boolean {
  return added.every((word) => before.some((other) => isSpeltAlike(other, word)))
}

const MOST_LETTERS_OFF = 2

function isSpeltAlike(a: string, b: string): boolean {
  if (a.length < 3 || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const off = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return off.every((part) => part.length <= MOST_LETTERS_OFF && /^[a-z]*$/i.test(part))
}

function quotedWords(command: string): string {
  return (command.match(/'[^']*'|"[^"]*"/g) ?? []).join('\n')
}

function wordsOf(command: string): string[] {
  return command.split(/\s+(?:&&\s+)?/).filter((word) => word !== '&&')
}

/** What well-known lint rules ask for, in our own words: what a linter prints was written by others, and is never shown. */
const ASKS = `
errcheck=check every returned error|wrapcheck=wrap errors of other packages|nilerr=return the error that was found, not nil
errorlint=compare errors by errors.Is and errors.As|err113=return named errors|goconst=use a constant for a repeated string
dupl=share what two blocks repeat|exhaustive=name every case in a switch over an enum|noctx=call the form that takes a context
contextcheck=pass the context on|usetesting=use t.Context, t.Setenv, t.TempDir and t.Chdir|thelper=call t.Helper first in test helpers
paralleltest=call t.Parallel in tests|ireturn=return concrete types|bodyclose=close response bodies|nolintlint=give a reason with every nolint
mnd=name magic numbers|godot=end comments with a full stop|gofmt=run the formatter|goimports=run the formatter|gofumpt=run the formatter
exhaustruct=set every field of a struct|prealloc=give slices their capacity|nestif=return early|no-unused-vars=leave no unused variables
no-explicit-any=give a type instead of any|no-console=use the logger|prefer-const=use const|eqeqeq=compare by three equals signs|no-shadow=give inner variables other names
no-floating-promises=handle every promise|exhaustive-deps=list every dependency of a hook|no-param-reassign=do not assign to parameters
no-non-null-assertion=check for null instead of !|order=keep imports in order|F401=leave no unused imports|F841=leave no unused variables
E501=keep lines short|E402=put imports first|I001=sort imports|B006=no mutable defaults|B904=raise from the cause|S101=no assert outside tests
PLR2004=name magic numbers|ANN001=annotate parameters|ANN201=annotate return types|D103=write docstrings|T201=use the logger, not print
line-too-long=keep lines short|unused-import=leave no unused imports|missing-function-docstring=write docstrings|broad-except=catch specific exceptions
unwrap_used=handle the error instead of unwrap|expect_used=handle the error instead of expect|needless_return=leave out the last return
too_many_arguments=group parameters in a struct|redundant_clone=do not clone what can be moved|FrozenStringLiteralComment=begin files with the frozen string comment
LineLength=keep lines short|MethodLength=keep methods short`

const BY_RULE = new Map(
  ASKS.trim()
    .split(/[|\n]/)
    .map((entry) => entry.split('=') as [string, string]),
)

/** The lesson about a lint rule that is broken again and again. `@typescript-eslint/no-explicit-any` is known by its last part. */
export function lintLesson(rule: string): string {
  const asks = BY_RULE.get(rule) ?? BY_RULE.get(rule.split('/').at(-1)!) ?? 'follow it as you write'
  return `\`${rule}\` is a lint rule that code here often breaks: ${asks}.`
}
