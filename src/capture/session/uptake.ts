import { tokenSet } from '../../engine/search/text-tokens.ts'
import { filesPutBack } from './changes-files.ts'
import { readsOnly } from './command-roles.ts'
import type { Tool } from './session.ts'

/**
 * Whether the agent took up what it was told: it went back to what it had just done, or did something in the words of what was said. A rule that changed
 * nothing may have been a joke, a quotation or a thought.
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
