import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { fileLines } from '../input/read-lines.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'outcome import',
  summary: 'Record a log of finished runs, one JSON object a line.',
  description: `Each line is an outcome in either documented shape, as for outcome record --from. A line that is refused, or that contradicts what was
    recorded for its run, is kept aside with the reason (mettle outcome list --refused), and the next line has its turn; the exit code is
    then 1. Importing the same log again changes nothing.`,
  arguments: [{ name: 'file', required: true, summary: 'The log; - is standard input.' }],
  examples: ['mettle outcome import outcomes.jsonl', 'cat outcomes.jsonl | mettle outcome import -'],
  run: async (context, { file }) => {
    const mettle = await context.openMettle()
    const progress = context.progress('Importing')
    const imported = await mettle.importOutcomes(linesOf(context, file), {
      source: file === '-' ? undefined : file,
      onProgress: (lines) => progress.at(lines),
    })
    progress.end()
    context.show(imported, () =>
      [
        `Read ${quantity(imported.lines, 'line')}: ${imported.recorded} recorded, ${imported.duplicates} known before, ${imported.refused} refused.`,
        ...imported.problems.map(({ line, problem }) => `  line ${line}: ${problem}`),
        ...(imported.refused === 0 ? [] : ['What was refused is kept aside: mettle outcome list --refused']),
      ].join('\n'),
    )
    return imported.refused === 0 ? 0 : 1
  },
})

function linesOf(context: CommandContext, file: string): AsyncIterable<string> {
  if (file === '-') return context.stdin.lines('A log of outcomes')
  return fileLines(context, file, 'Check the path; - reads standard input.')
}
