import { inputError, UserError } from '../../../domain/user-error.ts'
import { computeLaw, findLaw, hasOwnNow, timeOf } from '../../compute/run.ts'
import { defineCommand, flag, text } from '../command.ts'
import { listLaws } from '../compute/list.ts'
import { type CommandContext, jsonText } from '../context.ts'
import { fileLines, parseJsonObject, readTextFile } from '../input/read-file.ts'
import { usageError } from '../input/tokens.ts'
import { visibleJson } from '../output/display-width.ts'

const HINT = 'mettle compute --help'

export const computeCommand = defineCommand({
  name: 'compute',
  summary: 'Apply one formula to numbers of your own.',
  description: `Reads one JSON object and prints the verdict with its evidence as JSON. Only --now depends on the clock, and
    the command reads no journal.

    With --batch, each line of the input is {"id", "law", "input", "now"?} and gives one line, in order: {"id", "output"} or
    {"id", "error"}. A bad line does not stop the rest, and the command then ends with 1; empty lines are skipped.`,
  arguments: [{ name: 'law', summary: 'The name of the law; --list shows them.' }],
  options: {
    input: text('Read from this file, not from standard input.', 'FILE', { short: 'i' }),
    now: text('The time to compute at, ISO or epoch milliseconds. Default: the clock.', 'TIME'),
    batch: flag('Compute one line after the other.'),
    list: flag('Show every law and what it takes; with --json the full schemas.'),
  },
  examples: [
    `echo '{"at":"2026-01-01"}' | mettle compute decay --now 2026-04-01`,
    `echo '{"id":1,"law":"penalty","input":{"role":"judge"}}' | mettle compute --batch`,
    'mettle compute --list',
  ],
  run: async (context, { law, input, now, batch, list }) => {
    refuseMixtures(law, batch, list)
    if (list) return listLaws(context)
    const time = now === undefined ? undefined : timeOf(now)
    if (batch) return computeBatch(context, input, time)
    await computeOne(context, law!, input, time)
  },
})

function refuseMixtures(law: string | undefined, batch: boolean, list: boolean): void {
  if (batch && list) throw usageError('--batch and --list do not go together.', HINT)
  if (batch && law !== undefined)
    throw usageError(`With --batch each line names its law, so '${law}' is one word too many.`, HINT)
  if (!batch && !list && law === undefined) throw usageError('<law> is missing: which one?', 'mettle compute --list')
}

async function computeOne(
  context: CommandContext,
  name: string,
  file: string | undefined,
  time: number | undefined,
): Promise<void> {
  const law = findLaw(name)
  const text = await readTextFile(context, file ?? '-', `The input of ${name}`)
  const given = parseJsonObject(text, 'input:', HINT)
  if (hasOwnNow(law) || !Object.hasOwn(given, 'now')) print(context, computeLaw(name, given, time ?? context.now()))
  else {
    const { now, ...input } = given
    print(context, computeLaw(name, input, time ?? timeOf(now)))
  }
}

function print({ stdout }: CommandContext, output: object): void {
  stdout.write(jsonText(output, stdout.isTerminal))
}

/** Answers each line as it arrives, in order; a bad line gets its error, and the next is still computed. Returns 1 if any line was bad. */
async function computeBatch(
  context: CommandContext,
  file: string | undefined,
  time: number | undefined,
): Promise<0 | 1> {
  let exitCode: 0 | 1 = 0
  for await (const line of linesOf(context, file)) {
    if (line.trim() === '') continue
    const told = answer(line, time ?? context.now())
    if ('error' in told) exitCode = 1
    context.stdout.write(`${visibleJson(told)}\n`)
    await context.stdout.drained()
  }
  return exitCode
}

function linesOf(context: CommandContext, file: string | undefined): AsyncIterable<string> {
  if (file === undefined) return context.stdin.lines('A batch')
  return fileLines(context, file, 'Check the path given with --input.')
}

function answer(line: string, now: number): object {
  let id: unknown = null
  try {
    const request = parseJsonObject(line, 'line:', '', 'one JSON object with id, law and input')
    id = request.id ?? null
    return { id, output: outputOf(request, now) }
  } catch (error) {
    const { message } = error as Error
    return { id, error: { code: error instanceof UserError ? error.code : 'internal', message } }
  }
}

function outputOf({ law, input, now: own }: Readonly<Record<string, unknown>>, now: number): object {
  if (typeof law !== 'string') throw inputError('law: is missing', '')
  return computeLaw(law, input, own === undefined ? now : timeOf(own))
}
