import { describe, expect, it } from 'vitest'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { type LivedStep, ran, sessionFacts } from '../../test/worlds/session.ts'
import { lastingFailures } from '../engine/trust/describe-failure.ts'
import { COMMAND_FAILURE, type CommandRecord, commandId, REPOSITORY_COMMAND } from './fold-commands.ts'

const sessions = (...all: LivedStep[][]) =>
  worldOf(all.flatMap((steps, index) => sessionFacts(steps, { run: `s${index + 1}` })))

describe('the commands of a repository', () => {
  const record = (world: ReturnType<typeof sessions>, command: string) =>
    world.get(REPOSITORY_COMMAND, commandId({ kind: 'test', command }))?.body as CommandRecord | undefined

  it('are counted by session, whatever files a run was narrowed to', () => {
    const world = sessions(
      [ran('npm test -- src/a.test.ts'), ran('npm test 2>&1 | tail -5', 'failed')],
      [ran('cd /repos/app && npm test')],
    )
    expect(record(world, 'npm test')).toEqual({
      kind: 'test',
      command: 'npm test',
      passed: 2,
      failed: 1,
      sessions: ['s1', 's2'],
    })
  })

  it('count only where it is known how they ended', () => {
    expect(record(sessions([ran('npm test', 'interrupted'), ran('npm test | tail')]), 'npm test')).toBeUndefined()
  })

  it('keep the same size however many sessions use them', () => {
    const world = sessions(...Array.from({ length: 40 }, () => [ran('npm test')]))
    expect(record(world, 'npm test')).toMatchObject({ passed: 40, sessions: { length: 12 } })
  })
})

describe('the ways in which commands fail', () => {
  it('are kept with the sessions that met them, whichever command did', () => {
    const lint = (command: string, file: string) =>
      ran(command, 'failed', `${file}:12:3: returned too early (early-return)`)
    const world = sessions([lint('make lint', 'a.go'), ran('ls x', 'failed')], [lint('npm run lint', 'b.go')])
    const [id] = lastingFailures('c.go:1:1: another text (early-return)')
    expect(world.get(COMMAND_FAILURE, id!)?.body).toEqual({ sessions: ['s1', 's2'] })
  })
})
