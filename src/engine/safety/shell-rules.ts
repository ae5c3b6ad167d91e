import { type SimpleCommand, simpleCommands } from '../shell/command-line.ts'
import { credentialsRead } from './credential-reads.ts'
import { riskyDeletes } from './deletes.ts'
import { guardedWrites } from './file-writes.ts'
import { gitRules } from './git-rules.ts'
import { isWild } from './globs.ts'
import { loadedCode } from './injected-code.ts'
import { codeIn, commandsInCode, literalsIn } from './inline-code.ts'
import { isForkBomb, machineRules } from './machine-rules.ts'
import { deletesElsewhere, runsFetched, runsFetchedInPowerShell } from './network-code.ts'
import type { Place } from './path-segments.ts'
import { LOADS_CODE, type ShellStep, shellSteps } from './shell-steps.ts'
import { destroysRows, isDestructiveSql } from './sql-text.ts'
import { asksForHelp, fitsVerbs, verbPattern } from './verb-patterns.ts'
import { verbRules } from './verb-rules.ts'
import { mayReadCredentials } from './word-paths.ts'

/** A rule that a step matches, and the part of the step that matches. */
export interface Match {
  readonly rule: string
  readonly detail?: string
}

/** The rules that a command matches. `text` is the whole of it. */
export function shellMatches(commands: readonly SimpleCommand[], text: string, place: Place): Match[] {
  const { steps, isWhole } = shellSteps(commands, place)
  const found: Match[] = isWhole ? [] : [{ rule: 'unreadable-command' }]
  // A glob is compared with all protected paths, any other word with those of its name.
  let words = 0
  let globs = 0
  const code = { left: MOST_CODE }
  for (const step of steps) {
    words += (step.args.length + signsIn(step.args)) * (1 + step.folders.length)
    globs += step.args.filter(isWild).length
    if (words > MOST_WORDS || globs > MOST_GLOBS) {
      found.push({ rule: 'unreadable-command' })
      break
    }
    found.push(...stepMatches(step, place, code))
  }
  if (code.left < 0) found.push({ rule: 'unreadable-command' })
  if (FETCHERS.test(text) || steps.some(({ program }) => FETCHERS.test(program))) {
    if (runsFetched(steps) || runsFetchedInPowerShell(text)) found.push({ rule: 'network-to-shell' })
    if (steps.some(deletesElsewhere)) found.push({ rule: 'infrastructure-destroy' })
  }
  if (isForkBomb(text)) found.push({ rule: 'power-off' })
  const git = steps.filter(isGit)
  if (git.some(({ args }) => args.includes('clean')) && git.some((step) => gitRules(step).resets))
    found.push({ rule: 'discard-changes' })
  return found
}

function mayLoadCode({ program, args }: ShellStep): boolean {
  return (
    (program === 'export' && LOADS_CODE.test(args[0] ?? '')) ||
    args.some((arg) => /script-shell|include(?:if)?\.|templatedir|hookspath|attributesfile/i.test(arg))
  )
}

function isGit({ program }: ShellStep): boolean {
  return /^(?:git|hub|git-push)$/.test(program)
}

/** Most steps neither download nor use a database; those rules are loaded only for a step that may. */
const FETCHERS =
  /dev\/tcp|urlopen|LWP|requests|URI|curl|wget|http|xh|fetch|aria2c|lynx|nc|iwr|irm|invoke|iex|download|gh|scp/i
const DATABASES =
  /sql|maria|lite|click|duck|roach|pgcli|mycli|bq|snow|mongo|-cli|wrangler|turso|heroku|supa|trino|presto|bee|hive|influx|neo4j|cypher|cql/

const MOST_WORDS = 20_000
const MOST_GLOBS = 500
const MOST_CODE = 500_000

/** Characters after which a word may contain another path. */
function signsIn(args: readonly string[]): number {
  return args.reduce((sum, arg) => sum + (arg.match(/[=@:,]/g)?.length ?? 0), 0)
}

/** How much more code may be searched for commands. */
interface CodeLeft {
  left: number
}

/** Programs without a table of verbs; for all others the table is loaded. */
const HAS_NO_VERBS =
  /^(?:|cd|ls|cat|echo|printf|pwd|test|\[|\[\[|true|false|grep|rg|egrep|find|fd|sed|awk|sort|uniq|head|tail|wc|cut|tr|tee|xargs|diff|mkdir|touch|cp|mv|rm|ln|chmod|export|for|read|set|sleep|which|date|jq|basename|dirname|node|tsx|tsc|vitest|jest|eslint|prettier|biome|pytest|env|sh|bash|ps|kill|curl|wget|tar|less|stat|du|file)$/

const WRITERS =
  /^(?:chmod|tee|sponge|[gl]?cp|g?mv|rm|unlink|rmdir|shred|truncate|touch|patch|ed|ex|vim?|nvim|nano|emacs|code|trash|del|erase|install|ln|rsync|scp|copy|move|xcopy|g?sed|perl|ruby|yq|g?awk|dd|git|curl|wget|tar|unzip|jq|openssl|crontab|python[\d.]*|node|deno|bun|php|ri|sc|ac|iwr|\w+-\w+)$/

function stepMatches(step: ShellStep, place: Place, left: CodeLeft): Match[] {
  const named = (rules: readonly string[]) => rules.map((rule) => ({ rule }))
  const { program } = step
  return [
    ...(HAS_NO_VERBS.test(program) ? [] : named(verbRules(step))),
    ...(isGit(step) ? named(gitRules(step).rules) : []),
    ...named(machineRules(step, place)),
    ...(mayLoadCode(step) ? named(loadedCode(step, place)) : []),
    ...riskyDeletes(step, place).map((detail) => ({ rule: 'recursive-delete', detail })),
    ...(WRITERS.test(step.program) || step.redirects.some(({ writes }) => writes) ? guardedWrites(step, place) : []),
    ...(mayReadCredentials(step) ? credentialsRead(step, place) : []),
    ...(DATABASES.test(program) && destroysRows(step) ? [{ rule: 'sql-destroy' }] : []),
    ...(isPersonsVerb(step) ? [{ rule: 'own-verbs' }] : []),
    ...codeIn(step).flatMap((code) => codeMatches(code, step, place, left)),
  ]
}

/** Rules that code matches by the commands it starts: `python -c "os.system('rm -rf ~')"`. */
function codeMatches(code: string, step: ShellStep, place: Place, left: CodeLeft): Match[] {
  left.left -= code.length
  if (left.left < 0) return []
  const isSql = /execute|query|sql/i.test(code) && !code.includes(':memory:') && literalsIn(code).some(isDestructiveSql)
  const ownMatches = isSql ? [{ rule: 'sql-destroy' }] : []
  const inner = commandsInCode(code).flatMap((text) => {
    const { steps, isWhole } = shellSteps(simpleCommands(text), place)
    if (!isWhole) left.left = -1
    return steps
      .filter(({ program }) => program !== step.program)
      .flatMap((inner) => stepMatches({ ...inner, cwd: step.cwd }, place, left))
  })
  return [...ownMatches, ...inner]
}

/** Commands of Mettle that a person types in their own terminal; with the last four, an agent could speak for a client, for CI or for a reviewer. */
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
