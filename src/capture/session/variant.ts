import { checkIn } from '../../engine/shell/check-command.ts'

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
