import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { tokenSet } from '../../engine/search/words.ts'
import { checkIn } from '../../engine/shell/check-command.ts'
import type { Tool } from './session.ts'
import { filesPutBack, readsOnly } from './steps.ts'

type Captured = PayloadOf<'learning-captured'>

export type MinedAs = NonNullable<Captured['mined']>['as']

/** A lesson that was read from what happened, with the facts that show it. */
export interface Mined {
  readonly as: MinedAs
  readonly lesson: string
  /** What was seen, for explanations. */
  readonly whatHappened: string
  readonly facts: readonly string[]
  readonly command?: string
  readonly files?: readonly string[]
  readonly category: NonNullable<Captured['category']>
  readonly strength: NonNullable<Captured['strength']>
}

/** What is known of a way to fail, or of a command, from all sessions of the project. */
export interface Seen {
  readonly sessions: number
  readonly times: number
}

/** What other sessions say about the steps of this one. */
export interface KnownBefore {
  /** By the step that failed. */
  readonly snags: ReadonlyMap<string, Seen>
  /** By the step that was a check: how often it passed, and in how many sessions. */
  readonly checks: ReadonlyMap<string, Seen>
}

/** A sentence as one reads it: a capital at the beginning, one full stop at the end. */
export function asSentence(text: string): string {
  const bare = text.trim().replace(/[\s.!;,:…]+$/, '')
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}.`
}

/** Words of which the presence alone says little. */
const FILLERS = /^(?:run|exec|x|-m|--|sudo|env|npx|bunx|dlx)$/

/**
 * Whether one command is another form of the other: the same deed by another runner, with another flag, or with something set before it.
 * `pytest` and `uv run pytest`, `npm test` and `pnpm test`, `node a.js` and `NODE_OPTIONS=… node a.js`. A run that is only narrower, `npm test`
 * and `npm test -- a.test.ts`, is none: it may pass for having left out what fails. Nor is one whose quoted words differ: a question put otherwise.
 */
export function isVariant(failed: string, passed: string): boolean {
  if (failed === passed || quotedIn(failed) !== quotedIn(passed)) return false
  const before = wordsOf(failed)
  const after = wordsOf(passed)
  const shared = before.filter((word) => after.includes(word))
  const core = shared.filter((word) => !word.startsWith('-') && !FILLERS.test(word))
  const deed = before.findLast((word) => !word.startsWith('-') && !FILLERS.test(word))
  if (deed === undefined || !core.includes(deed) || shared.length * 2 < before.length) return false
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

function quotedIn(command: string): string {
  return (command.match(/'[^']*'|"[^"]*"/g) ?? []).join('\n')
}

function wordsOf(command: string): string[] {
  return command.split(/\s+(?:&&\s+)?/).filter((word) => word !== '&&')
}

/**
 * Whether the agent followed what a person said: it went back to what it had just done, or did something in the words of the person. A rule that changed nothing may
 * have been a joke, a quotation or a thought.
 */
export function isTakenUp(told: string, done: readonly Tool[], next: readonly Tool[]): boolean {
  const words = tokenSet(told)
  const files = new Set(done.flatMap(({ kind, files: names = [] }) => (kind === 'edit' ? names : [])))
  return next.filter(changesSomething).some((step) => goesBack(step, files) || speaksOf(step, words))
}

function changesSomething({ kind, command, ended }: Tool): boolean {
  if (ended === 'denied') return false
  return (
    kind === 'edit' ||
    (kind === 'shell' && command !== undefined && !command.split(/\s*&&\s*/).every(readsOnly))
  )
}

function goesBack({ files = [], command }: Tool, before: ReadonlySet<string>): boolean {
  if (files.some((file) => before.has(file))) return true
  return before.size > 0 && command !== undefined && filesPutBack(command) !== undefined
}

function speaksOf({ files = [], command = '', added = '' }: Tool, words: ReadonlySet<string>): boolean {
  for (const word of tokenSet([...files, command, added].join(' '))) if (words.has(word)) return true
  return false
}
