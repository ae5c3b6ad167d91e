import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact, outcome } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { nameId } from './documents/fold-documents.ts'
import { CRITERION, type CriterionRecord } from './fold-scores.ts'

const COURSE = { task: 't1', durationMs: 180_000, errorCount: 0, retryCount: 0 }
const given = (id: string, type: 'helpful' | 'harmful', weight = 1) =>
  fact('feedback-given', { subject: 'criterion', id, type, weight, by: 'ann' })

const recordOf = (world: ReturnType<typeof worldOf>, name: string) =>
  world.get(CRITERION, nameId(name))?.body as CriterionRecord | undefined

describe('a criterion', () => {
  it('hears of every task, whose failure weighs 1 however bad it was', () => {
    const bad = { durationMs: 9e6, errorCount: 9, retryCount: 9, result: 'failure' } as const
    const world = worldOf([outcome(COURSE), outcome({ ...COURSE, ...bad, attempt: 2 })])
    for (const name of ['type_safe', 'no_bugs', 'patterns', 'readable'])
      expect(recordOf(world, name)).toMatchObject({
        criterion: name,
        helpful: { value: 1, at: DAY_ZERO },
        harmful: { value: 1, at: DAY_ZERO },
      })
    expect(world.subjects.at(-1)).toContain('criterion/type_safe')
  })

  it('hears of those outcomes alone that name it, if they name any', () => {
    const world = worldOf([outcome({ ...COURSE, criteria: ['task_completion', 'task_completion'] })])
    expect(recordOf(world, 'task_completion')?.helpfulCount).toBe(1)
    expect(world.subjects.at(-1)?.filter((subject) => subject.startsWith('criterion/'))).toHaveLength(1)
    expect(recordOf(world, 'type_safe')).toBeUndefined()
  })

  it('hears what someone says, as much as it weighs', () => {
    const world = worldOf([given('speed', 'helpful', 0.5), given('speed', 'harmful')])
    expect(recordOf(world, 'speed')).toMatchObject({ helpful: { value: 0.5 }, harmful: { value: 1 } })
  })

  it('hears nothing of what nobody observed', () => {
    expect(recordOf(worldOf([outcome({ ...COURSE, observedBy: 'none' })]), 'type_safe')).toBeUndefined()
  })

  it('may have any name', () => {
    const strange = `\u0000${'é'.repeat(150)}`
    expect(recordOf(worldOf([given(strange, 'helpful')]), strange)).toMatchObject({ criterion: strange })
  })
})
