import { describe, expect, it } from 'vitest'
import { fact } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { COMMIT } from './fold-sessions.ts'

const step = (more: Partial<PayloadOf<'tool-used'>>, run: string | undefined = 'r1') =>
  fact(
    'tool-used',
    { call: 'c1', tool: 'Bash', kind: 'shell', ended: 'passed', command: 'git commit -m fix', ...more },
    { run },
  )
const made = (more: Partial<PayloadOf<'tool-used'>>, run?: string) =>
  [...worldOf([step(more, run)]).documents.values()].filter(({ kind }) => kind === COMMIT)

describe('a commit', () => {
  it.each([
    ['[main 8d0c2fe] Fix the pages\n 1 file changed', '8d0c2fe'],
    ['tests passed\n[main (root-commit) 8d0c2fe] Begin', '8d0c2fe'],
    ['[detached HEAD 8d0c2fe1a2b] Try', '8d0c2fe1a2b'],
  ])('belongs to the run whose step made it: %j', (output, id) => {
    expect(made({ output })).toMatchObject([{ id, body: { run: 'r1' } }])
  })

  it.each([
    ['a step that failed', { ended: 'failed' as const }],
    ['another program', { command: 'cat log.txt' }],
    ['another kind of step', { kind: 'read' as const }],
  ])('is not read from %s', (_, more) => {
    expect(made({ output: '[main 8d0c2fe] Fix', ...more })).toEqual([])
  })

  it('is only what git prints of one', () => {
    expect(made({ output: 'see [main 8d0c2fe] there\n[info deadbeef]: no\n[x] 8d0c2fe' })).toEqual([])
  })
})
