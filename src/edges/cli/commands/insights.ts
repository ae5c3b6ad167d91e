import { defineCommand } from '../command.ts'
import { insightsText } from '../output/insights-text.ts'

export const command = defineCommand({
  name: 'insights',
  summary: 'Tell how the roles judge, whether they agree, and what keeps coming back.',
  description: `Reads the newest 5,000 deliberations and verdicts. A role that passes less than half of the work over two runs or more is flagged. A
    challenger and its validator that agree in less than 70 % of ten sittings or more are misaligned, in more than 90 % strong; more than 85 % is a
    warning too. Every share says out of how many; where that is too few, it says so.
    Skills are those that outcomes name; --role and --phase do not narrow them.`,
  options: {
    trends: { kind: 'switch', summary: 'The last 14 days against the 14 before, too.' },
    skills: { kind: 'switch', summary: 'How the runs end that use each skill, too.' },
    role: { kind: 'text', value: 'ROLE', summary: 'Only this role, and the pairs it is in.' },
    phase: { kind: 'text', value: 'NAME', summary: 'Only this phase of the work.' },
  },
  examples: [
    'mettle insights',
    'mettle insights --trends --role judge',
    'mettle insights --phase review --json',
    'mettle insights --skills',
  ],
  run: async (context, { trends, skills, role, phase }) => {
    const mettle = await context.openMettle()
    const told = await mettle.insights({ trends, skills, role, phase })
    context.show(told, () =>
      insightsText(told, context.colour, context.isTerminal ? context.width : undefined),
    )
  },
})
