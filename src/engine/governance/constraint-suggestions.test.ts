import { describe, expect, it } from 'vitest'
import { constraintSuggestions } from './constraint-suggestions.ts'

const told = (run: Parameters<typeof constraintSuggestions>[0]) =>
  constraintSuggestions(run).map((s) => [s.constraint, s.action, s.confidence])

describe('constraint suggestions', () => {
  it('tighten the mutation scope after a rollback', () => {
    expect(told({ result: 'success', rollback: true })).toEqual([['mutation-scope', 'tighten', 0.87]])
  })

  it('watch the approval pauses after an override', () => {
    expect(told({ result: 'success', humanOverride: true })).toEqual([['approval-pauses', 'monitor', 0.74]])
  })

  it.each(['Unsafe rm', 'a SHELL escaped', 'command not found'])('tighten the shell blocklist after "%s"', (issue) => {
    const run = { result: 'failure', issues: ['slow', issue] } as const
    expect(told(run)).toEqual([['shell-pattern-blocklist', 'tighten', 0.92]])
    expect(constraintSuggestions(run)[0]?.reason).toContain(issue)
  })

  it('read the failure type like an issue', () => {
    expect(told({ result: 'failure', failureType: 'unsafe-command' })).toHaveLength(1)
  })

  it('leave the blocklist alone when the run did not fail, or failed of something else', () => {
    expect(told({ result: 'partial', issues: ['unsafe command'] })).toEqual([])
    expect(told({ result: 'failure', issues: ['timeout'] })).toEqual([])
    expect(told({ result: 'failure' })).toEqual([])
  })

  it('come all at once when all apply', () => {
    const run = { result: 'failure', rollback: true, humanOverride: true, issues: ['shell'] } as const
    expect(told(run).map(([constraint]) => constraint)).toEqual([
      'mutation-scope',
      'approval-pauses',
      'shell-pattern-blocklist',
    ])
  })
})
