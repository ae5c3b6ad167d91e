import { shellWord, UserError } from '../../../domain/user-error.ts'
import { type Asked, type CliEnvironment, fail } from '../cli-environment.ts'
import type { Command, Input } from '../command.ts'
import { createContext, jsonText } from '../context.ts'
import { readInput } from '../input/read-input.ts'
import { GLOBAL_OPTIONS, type Globals } from '../input/tokens.ts'
import { locate, type Request } from '../locate.ts'
import { isColoured, paletteFor } from '../output/display-width.ts'
import { listOf } from '../output/json-document.ts'
import { pagedOutput } from '../output/pager.ts'
import { CATALOGUE, type Catalogue } from './catalogue.ts'
import { commandHelp, groupHelp, overviewHelp, wholeHelp } from './help.ts'

/** Runs one command line and returns its exit code. Everything it reads and writes is in `surroundings`. */
export async function main(
  argv: readonly string[],
  surroundings: CliEnvironment,
  catalogue: Catalogue = CATALOGUE,
): Promise<number> {
  try {
    const request = await runOrGroup(locate(argv, catalogue))
    if (request.kind === 'run') return await run(request, surroundings, catalogue)
    const { stdout, end } = pagedOutput(surroundings, { name: 'help show', json: has(argv, '--json') })
    stdout.write(await describe(request, surroundings, argv, catalogue))
    await end()
    return 0
  } catch (error) {
    return fail(error, surroundings, { json: has(argv, '--json'), noColor: has(argv, '--no-color') })
  }
}

/** A bare name that is also the prefix of other commands runs by itself only if it needs no further input. */
async function runOrGroup(request: Request): Promise<Request> {
  if (request.kind !== 'run' || request.group === undefined) return request
  const { arguments: words, options } = (await request.entry.load()).command
  const isMoreNeeded = [...words, ...Object.values(options)].some((part) => 'required' in part && part.required)
  return isMoreNeeded ? request.group : request
}

/** Commands that a pipeline calls between its agents' steps: without a journal the pipeline continues, and the failure is counted. */
const STAGES = {
  inject: /^(?:inject|plan-prompt|error context|strike prompt|compat query-patterns)$/,
  judge: /^(?:(?:outcome|build|score|feedback) record|compat (?:outcome|outcome-score|ck-outcome|ck-outcome-file))$/,
  correct: /^(?:correct|compat (?:increment-ignore|reinforce-patterns))$/,
  learn: /^(?:learn|compat (?:process-learnings|decay))$/,
  capture:
    / record$|^(?:learning acknowledge|iteration start|session settle|error resolve|strike clear)$|^compat (?:store-pattern|insert|tool)$/,
}

async function run(
  { entry, args, isOldName }: Extract<Request, { kind: 'run' }>,
  surroundings: CliEnvironment,
  catalogue: Catalogue,
): Promise<number> {
  const { command } = await entry.load()
  const input = readInput(command, GLOBAL_OPTIONS, args)
  if (isOldName && !(input.quiet || input.json))
    surroundings.stderr.write(`Note: this command is now called mettle ${entry.name}.\n`)
  if (needsPerson(command, input)) await surroundings.person.confirm(askedOf(command, args, surroundings))
  const { name } = command
  const paged = pagedOutput(surroundings, { name, json: input.json === true })
  const { context, close } = createContext({ ...surroundings, stdout: paged.stdout }, input as unknown as Globals, {
    name,
    commands: catalogue,
  })
  try {
    return (await command.run(context, input as never)) ?? 0
  } catch (error) {
    const part = (Object.keys(STAGES) as (keyof typeof STAGES)[]).find((each) => STAGES[each].test(name))
    // A missing or replaced journal is a loss that must be noticed.
    const isStore = error instanceof UserError && /^store-(?!gone|replaced)/.test(error.code)
    if (part === undefined || !(isStore || part === 'inject')) throw error
    const { failOpen } = await import('../gate-safely.ts')
    failOpen(context, part, error)
    return 0
  } finally {
    await close()
    await paged.end()
  }
}

function needsPerson({ needs }: Command, input: Input): boolean {
  if (needs === undefined) return false
  return needs.person === 'always' || needs.person.when(input as never)
}

function askedOf({ name }: Command, args: readonly string[], { cwd }: CliEnvironment): Asked {
  const words = ['mettle', ...name.split(' '), ...args].map(shellWord)
  return { command: name, line: `cd ${shellWord(cwd)} && ${words.join(' ')}` }
}

async function describe(
  request: Exclude<Request, { kind: 'run' }>,
  { stdout, environment, version }: CliEnvironment,
  argv: readonly string[],
  catalogue: Catalogue,
): Promise<string> {
  const isJson = has(argv, '--json')
  const paint = paletteFor(isColoured(stdout.isTerminal, environment, has(argv, '--no-color')))
  const listed = (entries: Catalogue) =>
    jsonText(listOf(entries.map(({ name, summary }) => ({ name, summary }))), stdout.isTerminal)
  switch (request.kind) {
    case 'version':
      return isJson ? jsonText({ version }, stdout.isTerminal) : `${version}\n`
    case 'overview':
      return isJson ? listed(catalogue) : (request.isWhole ? wholeHelp : overviewHelp)(catalogue, paint)
    case 'group':
      return isJson ? listed(request.entries) : groupHelp(request.name, request.entries, paint)
    case 'help': {
      const { run: _, ...command } = (await request.entry.load()).command
      return isJson ? jsonText(command, stdout.isTerminal) : commandHelp(command, paint)
    }
  }
}

/** Whether a switch occurs before `--`; also works on a line that cannot be parsed. */
function has(argv: readonly string[], flag: string): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end === -1 ? undefined : end).includes(flag)
}
