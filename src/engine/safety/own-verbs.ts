import type { ShellStep } from './shell-steps.ts'
import { asksForHelp, fitsVerbs, verbPattern } from './verb-patterns.ts'

/** Commands of Mettle that a person types in their own terminal; the last four would put words into the mouth of a client, of CI or of a reviewer. */
const PERSON_VERBS =
  `undo,trust,accept,release,promote,restore,rebuild,forget,serve,config set|unset,policy loosen|acknowledge|accept|off
approval answer,pattern promote|release|reset,rule add|remove,token create|revoke,init --remove,goal use
import --trust|--trusted|--trust-level,pull|pull-learnings --accept,hook,outcome ci|merge|review,build record`
    .split(/,|\n/)
    .map((words) => verbPattern(`mettle|bin.js ${words}`))

/** `node …/dist/cli/bin.js undo` and `yarn mettle undo` are the same program. */
export function isPersonsVerb({ program, args, written }: ShellStep): boolean {
  if (program === 'bin.js' && !/cli[\\/]bin\.js|mettle/.test(written)) return false
  const at = /^(?:pnpm|yarn|bun|npm)$/.test(program) ? args.indexOf('mettle') : -1
  const [name, words] = at === -1 ? [program, args] : ['mettle', args.slice(at + 1)]
  if (asksForHelp(words)) return false
  const own = words.filter((word) => word !== 'compat')
  return PERSON_VERBS.some((pattern) => fitsVerbs(pattern, name, own))
}
