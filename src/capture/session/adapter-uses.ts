import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { adapterOf } from '../../engine/governance/adapter-of.ts'
import { toolFailure } from '../../engine/governance/failure-owner.ts'
import { TOOL_TABLE, type ToolRule } from '../../engine/governance/tool-table.ts'
import { checkIn } from '../../engine/shell/check-command.ts'
import type { Step, Tool } from './session.ts'

/** The results of an adapter in a session, from the commands that reached it. */
export type AdapterUse = PayloadOf<'adapter-observed'> & { readonly at: number }

const MOST_FAILURES = 10
const OWN_SERVER = 'mettle'
const SAYS_NOTHING = /^\S+\s+(?:--version|-v|--help|-h|help|version|completion)\b/

/** The adapters that a session reached, and how their calls ended. Calls that a person refused, calls with an unknown result, and failed command lines that reach several adapters are no evidence about an adapter. */
export function adapterUses(steps: readonly Step[], rules: readonly ToolRule[] = []): AdapterUse[] {
  const uses = new Map<string, { step: Tool; head: string }[]>()
  for (const step of steps) {
    if (step.is !== 'tool') continue
    const found = adapterOf(step, [...rules, ...TOOL_TABLE], { reads: true }).adapters
    const reached = found.filter((use) => use.adapter !== OWN_SERVER && !SAYS_NOTHING.test(use.step))
    if (step.ended === 'failed' && reached.length > 1) continue
    for (const { adapter, step: text } of reached)
      uses.set(adapter, [...(uses.get(adapter) ?? []), { step, head: headOf(text) }])
  }
  return [...uses]
    .map(([adapter, calls]) => useOf(adapter, calls))
    .filter(({ calls, refused, failures }) => calls + refused + failures.length > 0)
}

/** The program and its subcommands, without options and arguments: `gh pr create`. */
function headOf(text: string): string {
  return (/^\S+(?: [a-z][a-z-]{0,30}(?= |$)){0,2}/.exec(text)?.[0] ?? text).slice(0, 80)
}

function useOf(adapter: string, all: readonly { step: Tool; head: string }[]): AdapterUse {
  const held = new Map<string, boolean>()
  const failures: AdapterUse['failures'] = []
  let retries = 0
  for (const { step, head } of all) {
    const { ended, event, exitCode, output, command = '' } = step
    if (ended !== 'passed' && ended !== 'failed') continue
    const { of, type, because } = toolFailure({ step: head, exitCode, output })
    const counts = of === 'tool' && checkIn(command) === undefined
    if (ended === 'failed' && failures.length < MOST_FAILURES)
      failures.push({
        ...{ step: event, command: head, type, counts },
        because: counts ? because : notCounted(adapter, of, because),
      })
    if (ended === 'failed' && !counts) continue
    if (held.get(head) === false) retries += 1
    held.set(head, ended === 'passed')
  }
  const refused = all.filter(({ step }) => step.ended === 'denied').length
  const failed = [...held.values()].filter((passed) => !passed).length
  return { adapter, at: all.at(-1)!.step.at, calls: held.size, failed, retries, refused, failures }
}

function notCounted(adapter: string, of: string, because: string): string {
  if (of === 'tool') return `it ran a check in the same command: ${because}`
  if (of === 'machine') return `this computer failed, not ${adapter}: ${because}`
  return `${adapter} itself worked: ${because}`
}
