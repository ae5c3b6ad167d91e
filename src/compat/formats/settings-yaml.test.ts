import { describe, expect, it } from 'vitest'
import { goalsOf } from '../../capture/goal-file.ts'
import { BUILT_IN_GOALS, USUAL_PRIORITY } from '../../engine/governance/goal.ts'
import { RETENTION } from '../../engine/laws/retention.ts'
import { readGoal, readRetention, writeGoal, writeRetention } from './settings-yaml.ts'
import { readSmallYaml } from './small-yaml.ts'

const settings = (readings: ReturnType<typeof readGoal>) =>
  readings.map((reading) =>
    reading.kind === 'record' && reading.record.kind === 'setting'
      ? [reading.record.key, reading.record.value]
      : reading,
  )

describe('settings of others', () => {
  it('are read as they are written', () => {
    expect(settings(readRetention(writeRetention()))).toEqual(
      Object.entries(RETENTION).map(([name, value]) => [`retention.${name}`, value]),
    )
    expect(settings(readGoal(writeGoal()))).toContainEqual(['goal.reduce-failures.target', 3])
    expect(settings(readGoal(writeGoal(BUILT_IN_GOALS, 'swe-bench')))[0]).toEqual(['goal.active', 'swe-bench'])
  })

  it('give the same goals again, whatever their words', () => {
    const goal = {
      name: 'fast: # "it"',
      kind: 'custom' as const,
      description: 'It says "done" \\ and # stops',
      priority: USUAL_PRIORITY,
      target: 2.5,
      command: ['npm', 'run', 'a b', "it's", 'say "x"'],
    }
    const read = goalsOf(readSmallYaml(writeGoal([goal], goal.name)))
    expect(read).toMatchObject({ suggested: goal.name, warnings: [] })
    expect(read.goals.at(-1)).toEqual(goal)
  })

  it('are refused by field or by line when they are wrong', () => {
    expect(readRetention('max_runs: many')).toMatchObject([
      { kind: 'refused', reason: expect.stringContaining('max_runs') },
    ])
    expect(readRetention('max_rums: 3')).toMatchObject([{ kind: 'refused' }])
    expect(readGoal('active_goal: a\ngoals:\n  a: {description: short}')).toMatchObject([
      { kind: 'refused', reason: 'goals.a.description: must have at least 10 characters' },
    ])
    expect(readGoal('active_goal: &a x')).toMatchObject([{ kind: 'refused', line: 1, reason: 'anchors are not read' }])
  })

  it('may hold a command, which is a text like any other', () => {
    const text =
      'active_goal: t\ngoals:\n  t: {description: "run the tests", success_criteria: {type: binary, test_command: "rm -rf / ; $(x)"}}'
    expect(settings(readGoal(text))).toContainEqual(['goal.t.testCommand', 'rm -rf / ; $(x)'])
  })
})
