import { checkIn } from '../../engine/check-command.ts'

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
  return added.length > 0 && added.length <= 4 && !isNarrower && !/--no-verify|\|\||--force\b/.test(passed)
}

function quotedIn(command: string): string {
  return (command.match(/'[^']*'|"[^"]*"/g) ?? []).join('\n')
}

function wordsOf(command: string): string[] {
  return command.split(/\s+(?:&&\s+)?/).filter((word) => word !== '&&')
}
