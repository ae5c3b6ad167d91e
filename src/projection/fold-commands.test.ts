import { describe, expect, it } from 'vitest'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { type LivedStep, ran, sessionFacts } from '../../test/worlds/session.ts'
import {
  type CommandRecord,
  commandId,
  REPOSITORY_COMMAND,
  SNAG,
  type SnagRecord,
  snagId,
  snagOf,
} from './fold-commands.ts'

const sessions = (...all: LivedStep[][]) =>
  worldOf(all.flatMap((steps, index) => sessionFacts(steps, { run: `s${index + 1}` })))
const REFUSED = 'Error: connect ECONNREFUSED 127.0.0.1:5432'

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
    expect(
      record(sessions([ran('npm test', 'interrupted'), ran('npm test | tail')]), 'npm test'),
    ).toBeUndefined()
  })
})

describe('the ways in which commands fail', () => {
  const record = (world: ReturnType<typeof sessions>, command: string, output: string) =>
    world.get(SNAG, snagId(snagOf(command, output)!))?.body as SnagRecord | undefined

  it('are the same whatever the time and the port', () => {
    const world = sessions(
      [ran('npm test', 'failed', `12:01:02 ${REFUSED}`), ran('npm test', 'failed', `12:03:04 ${REFUSED}`)],
      [ran('npm test', 'failed', '13:00:00 Error: connect ECONNREFUSED 127.0.0.1:5433')],
    )
    expect(record(world, 'npm test', `10:00:00 ${REFUSED}`)).toMatchObject({
      kind: 'connection',
      line: REFUSED,
      times: 3,
      sessions: ['s1', 's2'],
    })
  })

  it('are kept at the same size however many sessions meet them', () => {
    const world = sessions(...Array.from({ length: 40 }, () => [ran('npm test', 'failed', REFUSED)]))
    expect(record(world, 'npm test', REFUSED)).toMatchObject({ times: 40, sessions: { length: 12 } })
  })

  it('are none where nothing that was printed tells', () => {
    expect(snagOf('npm test', 'hm')).toBeUndefined()
  })
})
