import { CATEGORIES, STRENGTHS } from '../../../domain/values/pattern.ts'
import type { PatternEdited } from '../../../loop/patterns/edit-pattern.ts'
import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { listed } from '../input/split-list.ts'
import { usageError } from '../input/usage.ts'

export const command = defineCommand({
  name: 'pattern edit',
  summary: 'Reword or reclassify a pattern.',
  description:
    'The old wording is kept as an alias, so whoever repeats it is still heard. The evidence stays.',
  arguments: [{ name: 'id', required: true, summary: 'The pattern.' }],
  options: {
    text: { kind: 'text', short: 't', value: 'TEXT', summary: 'The new wording.' },
    category: {
      kind: 'text',
      oneOf: CATEGORIES,
      summary: 'What it is about.',
    },
    strength: { kind: 'text', oneOf: STRENGTHS, summary: 'How it is worded.' },
    appliesTo: { kind: 'list', value: 'A,B', summary: 'Agents or roles it is for; * is everyone.' },
    repository: {
      kind: 'text',
      value: 'NAME',
      summary: 'The only repository it is for; * is every one.',
    },
    reason: { kind: 'text', value: 'TEXT', required: true, summary: 'Why; it is kept and shown.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who edits; else the user of this machine.' },
  },
  examples: [
    'mettle pattern edit p-4254f02efa558f50 --text "Run the migrations before the tests" --reason "shorter"',
  ],
  needs: { person: 'always' },
  run: async (context, { id, text, category, strength, appliesTo, repository, reason, by }) => {
    const change = {
      ...(text === undefined ? {} : { text }),
      ...(category === undefined ? {} : { category }),
      ...(strength === undefined ? {} : { strength }),
      ...(appliesTo.length === 0 ? {} : { appliesTo: listed(appliesTo) }),
      ...(repository === undefined ? {} : { context: { repository } }),
    }
    if (Object.keys(change).length === 0)
      throw usageError('Nothing to edit was given.', 'mettle pattern edit --help')
    const mettle = await context.openMettle()
    const edited = await mettle.editPattern({ pattern: id, reason, by: decider(by), ...change })
    context.show(edited, () => editedText(edited))
  },
})

function editedText({ pattern, changed, before, after }: PatternEdited): string {
  if (changed.length === 0) return `${pattern} is like that already.`
  const was = before as unknown as Readonly<Record<string, unknown>>
  const is = after as unknown as Readonly<Record<string, unknown>>
  const lines = changed.map(
    (field) => `\n  ${field}\n    before: ${said(was[field])}\n    after:  ${said(is[field])}`,
  )
  return `Edited ${pattern}${lines.join('')}`
}

function said(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text === '' ? 'none' : text
}
