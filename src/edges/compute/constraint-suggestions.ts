import * as z from 'zod'
import { constraintSuggestions } from '../../engine/governance/constraint-suggestions.ts'
import { defineLaw } from './law.ts'
import { effectOf, outcomeFields, toldOutcome } from './run-outcome.ts'

export const constraintSuggestionsLaw = defineLaw({
  name: 'constraint-suggestions',
  summary: 'Which rules a person might tighten or watch after a run.',
  input: z.strictObject({ outcome: toldOutcome(outcomeFields) }),
  run: ({ outcome }) => ({ suggestions: constraintSuggestions(effectOf(outcome)) }),
  example: {
    input: {
      outcome: { result: 'failure', rollbackOccurred: true, issues: ['unsafe command in the build script'] },
    },
    output: {
      suggestions: [
        { constraint: 'mutation-scope', action: 'tighten', confidence: 0.87 },
        { constraint: 'shell-pattern-blocklist', action: 'tighten', confidence: 0.92 },
      ],
    },
  },
})
