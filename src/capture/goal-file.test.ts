import { describe, expect, it } from 'vitest'
import { BUILT_IN_GOALS } from '../engine/governance/goal.ts'
import { goalsOf, wordsOf } from './goal-file.ts'

const named = (data: unknown, name: string) => goalsOf(data).goals.find((goal) => goal.name === name)

describe('a file of goals', () => {
  it('changes what it names, adds what is new, and only suggests what it calls active', () => {
    const file = {
      active_goal: 'ship',
      goals: {
        'reduce-failures': { description: 'Few rounds, please', success_criteria: { target: 2 } },
        ship: {
          description: 'The release script is happy',
          pattern_priority: ['insight', 'mistake'],
          success_criteria: { type: 'binary', test_command: 'node "my check.js" --all' },
        },
      },
    }
    expect(goalsOf(file)).toMatchObject({ suggested: 'ship', warnings: [] })
    expect(named(file, 'reduce-failures')).toMatchObject({ target: 2, kind: 'reduce-failures' })
    expect(named(file, 'ship')).toMatchObject({
      kind: 'custom',
      priority: ['insight', 'mistake'],
      command: ['node', 'my check.js', '--all'],
    })
  })

  it.each([
    ['goal.yaml is not a table', 7],
    ['there is no goal fly', { active_goal: 'fly' }],
    ['it is not a table', { goals: { x: 'y' } }],
    ['description needs 10', { goals: { x: { description: 'short' } } }],
    ['not a list of categories', { goals: { x: { pattern_priority: ['money'] } } }],
    ['target is not', { goals: { x: { success_criteria: { target: -1 } } } }],
  ])('keeps the defaults and says: %s', (warning, data) => {
    const { goals, warnings } = goalsOf(data)
    expect(warnings.join()).toContain(warning)
    expect(goals).toEqual(expect.arrayContaining([...BUILT_IN_GOALS]))
  })
})

it('cuts a command at blanks and quotes, and gives nothing else a meaning', () => {
  expect(wordsOf(`a 'b c' $(rm) | d; "e"`)).toEqual(['a', 'b c', '$(rm)', '|', 'd;', 'e'])
})
