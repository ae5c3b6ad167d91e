import { drawDot, drawMermaid } from '../../../report/draw-graph.ts'
import { defineCommand } from '../command.ts'

const DRAWN_RUNS = 30

export const command = defineCommand({
  name: 'export graph',
  summary: 'Print what runs led to, as lines or as a picture.',
  description: `As jsonl, one {"timestamp", "runId", "type", "data"} a line, oldest first: outcomes, and what moved because of them: the reliability of agents, skills, thresholds, overlays and
    suggestions. mermaid and dot draw the newest ${DRAWN_RUNS} runs, or as many as --runs says.`,
  options: {
    format: {
      kind: 'text',
      oneOf: ['jsonl', 'mermaid', 'dot'],
      default: 'jsonl',
      summary: 'How to print it.',
    },
    runs: { kind: 'number', least: 1, most: 1_000_000, whole: true, summary: 'How many of the newest runs.' },
  },
  examples: ['mettle export graph > graph-events.jsonl', 'mettle export graph --format mermaid --runs 10'],
  run: async (context, { format, runs }) => {
    const mettle = await context.openMettle()
    const most = runs ?? (format === 'jsonl' ? undefined : DRAWN_RUNS)
    const events = await mettle.graph(most === undefined ? {} : { runs: most })
    if (events.length === 0)
      context.note('No run is graded for its adapters yet. mettle outcome record --adapter tells of one.')
    context.show(events, () => {
      if (format === 'mermaid') return drawMermaid(events)
      if (format === 'dot') return drawDot(events)
      return events.map((event) => `${JSON.stringify(event)}\n`).join('')
    })
  },
})
