import { CATEGORIES } from '../../../domain/values/pattern.ts'
import { defineCommand } from '../command.ts'
import { parseLines } from '../input/parse-place.ts'

export const command = defineCommand({
  name: 'learning record',
  summary: 'Record something that was learned.',
  description: `The lesson is the sentence to remember, at least 20 characters. It waits until \`mettle learn\` makes a pattern of it or
    joins it to one. The same lesson of the same agent in the same run is recorded once.`,
  options: {
    lesson: { kind: 'text', short: 'l', value: 'TEXT', required: true, summary: 'The sentence to remember.' },
    agent: { kind: 'text', short: 'a', value: 'NAME', default: 'person', summary: 'Who learned it.' },
    role: { kind: 'text', value: 'ROLE', summary: 'The role it belongs to; else the agent.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run in which it was learned.' },
    happened: { kind: 'text', value: 'TEXT', summary: 'What happened.' },
    why: { kind: 'text', value: 'TEXT', summary: 'Why it happened.' },
    fix: { kind: 'text', value: 'TEXT', summary: 'What mended it.' },
    category: {
      kind: 'text',
      oneOf: CATEGORIES,
      summary: 'What it is about; else told from its wording.',
    },
    appliesTo: {
      kind: 'list',
      value: 'NAME',
      summary: 'An agent or role it is for; may be given many times. Else everyone.',
    },
    label: { kind: 'list', value: 'NAME', summary: 'A label of the work; may be given many times.' },
    file: { kind: 'list', value: 'PATH', summary: 'A file it is about; may be given many times.' },
    phase: { kind: 'text', value: 'NAME', summary: 'The phase of the work.' },
    repository: {
      kind: 'text',
      value: 'NAME',
      summary: 'The only repository it is for, where several share a journal; else every one.',
    },
    at: { kind: 'text', value: 'FILE:LINE[-LAST]', summary: 'The place in the code that shows it.' },
  },
  examples: [
    'mettle learning record --lesson "Always close the database before removing its folder, otherwise Windows keeps it locked"',
    'mettle learning record --agent builder --run run-7 --label auth --at src/token.ts:42 --fix "checked expiry" --lesson "Check token expiry before every API call"',
  ],
  run: async (context, input) => {
    const { lesson, agent, role, run, happened, why, fix, category, phase, repository } = input
    const mettle = await context.openMettle()
    const files = [...input.file]
    const work = {
      ...(input.label.length === 0 ? {} : { labels: [...input.label] }),
      ...(files.length === 0 ? {} : { files }),
      ...(phase === undefined ? {} : { phase }),
      ...(repository === undefined ? {} : { repository }),
    }
    const recorded = await mettle.recordLearning({
      lesson,
      agent,
      role,
      run,
      whatHappened: happened,
      why,
      fixApplied: fix,
      category,
      appliesTo: input.appliesTo.length === 0 ? undefined : [...input.appliesTo],
      context: Object.keys(work).length === 0 ? undefined : work,
      citation: input.at === undefined ? undefined : parseLines(input.at),
    })
    context.show(recorded, () =>
      recorded.duplicate
        ? `It was recorded before: ${recorded.learning}`
        : `Recorded ${recorded.learning}\nmettle learn makes a pattern of it.`,
    )
  },
})
