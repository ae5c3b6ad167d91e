import { defineCommand } from '../command.ts'
import { governedText } from '../governed-outcome.ts'
import { listed } from '../input/split-list.ts'

export const command = defineCommand({
  name: 'outcome',
  summary: 'Record the outcome of a run by its flags.',
  description:
    'What outcome record does, under the flags of another system; outcome list, import, export and merge stand beside it.',
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', required: true, summary: 'The run.' },
    success: { kind: 'text', required: true, oneOf: ['true', 'false'], summary: 'Whether it succeeded.' },
    retries: { kind: 'number', required: true, least: 0, whole: true, summary: 'How often it tried again.' },
    timeMs: { kind: 'number', required: true, least: 0, summary: 'How long it took.' },
    quality: {
      kind: 'number',
      required: true,
      least: 0,
      most: 1,
      summary: 'How good the work is, from 0 to 1.',
    },
    adapters: { kind: 'list', value: 'A,B', summary: 'The adapters it used.' },
    failure: { kind: 'text', value: 'TYPE', summary: 'What it failed of.' },
    rating: { kind: 'number', least: 1, most: 5, whole: true, summary: "A person's rating, from 1 to 5." },
    feedback: { kind: 'text', value: 'TEXT', summary: 'What a person said about it.' },
  },
  examples: [
    'mettle outcome --run run-9 --success false --retries 2 --time-ms 81000 --quality 0.2 --adapters github --failure auth',
  ],
  run: async (context, { run, success, retries, timeMs, quality, adapters, failure, rating, feedback }) => {
    const mettle = await context.openMettle()
    const recorded = await mettle.recordRunOutcome({
      runId: run,
      success: success === 'true',
      retryCount: retries,
      timeTakenMs: timeMs,
      qualityScore: quality,
      adaptersUsed: listed(adapters),
      dominantFailureType: failure,
      userRating: rating,
      userFeedback: feedback,
    })
    context.show(recorded, () => governedText(recorded))
  },
})
