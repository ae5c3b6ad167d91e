import { resolve } from 'node:path'
import { inputError } from '../../../domain/user-error.ts'
import { readRegularText, whyUnreadable } from '../../../machine/files/regular-file.ts'
import { computeLaw, findLaw, hasOwnNow, timeOf } from '../../compute/run.ts'
import { defineCommand, flag, text } from '../command.ts'
import { computeBatch } from '../compute/batch.ts'
import { listLaws } from '../compute/list.ts'
import { type CommandContext, jsonText } from '../context.ts'
import { usageError } from '../input/tokens.ts'

const HINT = 'mettle compute --help'

export const computeCommand = defineCommand({
  name: 'compute',
  summary: 'Apply one formula to numbers of your own.',
  description: `Reads one JSON object and prints the verdict with its evidence as JSON. Nothing but --now depends on the clock, and
    no journal is read.

    With --batch, each line of the input is {"id", "law", "input", "now"?} and gives one line, in order: {"id", "output"} or
    {"id", "error"}. A bad line does not stop the rest, and the command then ends with 1; empty lines are skipped.`,
  arguments: [{ name: 'law', summary: 'The name of the law; --list shows them.' }],
  options: {
    input: text('Read from this file, not from standard input.', 'FILE', { short: 'i' }),
    now: text('The time to compute at, ISO or epoch milliseconds; else the clock.', 'TIME'),
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
  if (!batch && !list && law === undefined)
    throw usageError('<law> is missing: which one?', 'mettle compute --list')
}

async function computeOne(
  context: CommandContext,
  name: string,
  file: string | undefined,
  time: number | undefined,
): Promise<void> {
  const law = findLaw(name)
  const text = file === undefined ? await context.stdin.text(`The input of ${name}`) : readFile(context, file)
  const given = parseObject(text)
  if (hasOwnNow(law) || !Object.hasOwn(given, 'now'))
    print(context, computeLaw(name, given, time ?? context.now()))
  else {
    const { now, ...input } = given
    print(context, computeLaw(name, input, time ?? timeOf(now)))
  }
}

function print({ stdout }: CommandContext, output: object): void {
  stdout.write(jsonText(output, stdout.isTerminal))
}

function readFile(context: CommandContext, file: string): string {
  try {
    return readRegularText(resolve(context.cwd, file))
  } catch (cause) {
    throw inputError(`${file} ${whyUnreadable(cause)}.`, 'Check the path given with --input.', { cause })
  }
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw inputError(`input: is not JSON: ${(cause as Error).message}`, HINT, { cause })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw inputError('input: must be one JSON object.', HINT)
}
