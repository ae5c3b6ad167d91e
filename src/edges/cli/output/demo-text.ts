import type { LoopReport } from '../../../report/loop-report.ts'
import type { WhyPattern } from '../../../report/why/why-pattern.ts'
import type { CommandContext } from '../context.ts'
import { reportText } from './report-text.ts'
import { whyText } from './why-text.ts'

export interface DemoEnd {
  readonly folder: string
  readonly block: string
  readonly why: WhyPattern | undefined
  readonly report: LoopReport
  readonly now: number
}

/** What the demonstration ends with: the next block, one explanation, the report, and what to type. */
export function demoText({ folder, block, why, report, now }: DemoEnd, context: CommandContext): string {
  const { colour, isTerminal, width } = context
  const heading = (text: string) => colour.cyan(`\n── ${text} ──`)
  return [
    heading('What the next agent gets before it adds an index'),
    block,
    ...(why === undefined
      ? []
      : [heading('Why the first line is there'), whyText(why, { ...context, now: () => now })]),
    heading('How the project is doing'),
    reportText(report, colour, isTerminal ? width : undefined),
    heading('What to type next'),
    'npm link  puts mettle on your path; then:',
    `mettle pattern list --cwd ${folder}`,
    `mettle doctor --cwd ${folder}`,
    'mettle init  in a repository of your own',
  ].join('\n')
}
