import { inputError, UserError } from '../../../domain/user-error.ts'
import { computeLaw, timeOf } from '../../compute/run.ts'
import type { CommandContext } from '../context.ts'
import { fileLines } from '../input/read-file.ts'
import { visibleJson } from '../output/display-width.ts'

/** Answers line by line as they come, in order; a bad line gets its error and the next line its turn. 1 if there was a bad one. */
export async function computeBatch(
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
    const request = requestOf(line)
    id = request.id ?? null
    return { id, output: outputOf(request, now) }
  } catch (error) {
    const { message } = error as Error
    return { id, error: { code: error instanceof UserError ? error.code : 'internal', message } }
  }
}

type BatchRequest = Readonly<Record<'id' | 'law' | 'input' | 'now', unknown>>

function requestOf(line: string): BatchRequest {
  const value = parse(line)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as BatchRequest
  throw inputError('line: must be one JSON object with id, law and input', '')
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw inputError(`line: is not JSON: ${(cause as Error).message}`, '', { cause })
  }
}

function outputOf({ law, input, now: own }: BatchRequest, now: number): object {
  if (typeof law !== 'string') throw inputError('law: is missing', '')
  return computeLaw(law, input, own === undefined ? now : timeOf(own))
}
