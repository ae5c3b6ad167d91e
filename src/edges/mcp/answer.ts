import type { CallToolResult } from '@modelcontextprotocol/server'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Call, Tool } from './tool.ts'

/** Calls a tool. Whatever goes wrong is an answer in words that the model can act on; it is never an end of the server. */
export async function answer(tool: Tool, call: Call, given: unknown): Promise<CallToolResult> {
  try {
    const told = await tool.run(call, checked(tool, given) as never)
    return { content: [{ type: 'text', text: JSON.stringify(told) }], structuredContent: { ...told } }
  } catch (error) {
    return { content: [{ type: 'text', text: inWords(error, tool.name, call) }], isError: true }
  }
}

function checked({ name, input }: Tool, given: unknown): unknown {
  const told = given ?? {}
  const result = input.safeParse(told)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => schemaProblem(issue, told))
  throw new UserError('input', problems.join('\n'), `Mend what is named and call ${name} again.`)
}

/** The reader can mend a `UserError`; anything else is ours. Its stack goes to the person without its message, which may hold what was told. */
function inWords(error: unknown, tool: string, { host }: Call): string {
  if (error instanceof UserError) return error.hint === '' ? error.message : `${error.message}\n${error.hint}`
  const [kind, frames] = error instanceof Error ? [error.name, framesOf(error)] : ['a thrown value', '']
  host.log(`${tool} failed (${kind})${frames}`)
  return 'This is a fault of mettle, not yours: go on without it. What it knows of it is on its standard error.'
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `\n${line}`)
    .join('')
}
