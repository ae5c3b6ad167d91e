import { expect, it } from 'vitest'
import { fixSuggestionFor } from './failures.ts'

it('points to the token when GitHub fails', () => {
  expect(fixSuggestionFor('github')).toContain('token')
})

it('points to the command when the terminal fails', () => {
  expect(fixSuggestionFor('terminal')).toContain('command')
})

it.each(['unknown', 'constructor', ''])('has one general text for any other adapter, such as "%s"', (id) => {
  expect(fixSuggestionFor(id)).toBe(fixSuggestionFor('jira'))
  expect(fixSuggestionFor(id)).not.toBe(fixSuggestionFor('github'))
})
