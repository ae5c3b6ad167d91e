import { inputError } from '../../../domain/user-error.ts'
import { RISK_LEVELS } from '../../../domain/values/gate.ts'
import type { CommandContext } from '../context.ts'
import { choice } from './options.ts'
import { readTextFile } from './read-file.ts'

/** Votes as a file has them: a list, or an object with the risk level beside it. What `--risk` says wins. */
export async function readVotes(
  context: CommandContext,
  file: string,
  risk: string | undefined,
): Promise<unknown> {
  const text = await readTextFile(context, file, 'The votes')
  try {
    const value: unknown = JSON.parse(text)
    const given = Array.isArray(value) ? { votes: value } : (value as object)
    return risk === undefined ? given : { ...given, riskLevel: risk }
  } catch (cause) {
    throw inputError(`${file} is not JSON: ${(cause as Error).message}`, 'mettle consensus --help', { cause })
  }
}

export const riskOption = choice(RISK_LEVELS, 'How much is at stake; else as the file says.')
