import { simpleCommands } from './command-line.ts'
import { startedBy } from './started-programs.ts'

/** Programs that print what others wrote: pages, issues, comments. */
const FETCHERS: ReadonlySet<string> = new Set(
  `curl wget http https xh lynx w3m links elinks aria2c gh glab`.split(' '),
)

/** Tools of clients that read the web: `WebFetch`, `google_web_search`, `fetch_webpage`. */
const WEB_TOOL = /web|fetch|browser|url/i

/** Whether what a step printed was written by others: the web, a server of the Model Context Protocol, or a program that fetches. */
export function bringsOutside(step: {
  readonly tool: string
  readonly kind: string
  readonly command?: string | undefined
}): boolean {
  if (step.kind === 'mcp') return true
  if (step.kind === 'other') return WEB_TOOL.test(step.tool)
  if (step.kind !== 'shell' || step.command === undefined) return false
  return startedBy(simpleCommands(step.command)).some(({ program = '' }) => FETCHERS.has(program))
}
