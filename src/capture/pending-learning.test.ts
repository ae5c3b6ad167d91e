import { describe, expect, it } from 'vitest'
import { readPending } from './pending-learning.ts'

const LESSON = 'Check token expiry before every API call'
const read = (value: unknown, name = 'plan-writer-a1.json') => readPending(JSON.stringify(value), name)

describe('a pending learning', () => {
  it('is read with all it says, and known by its file name', () => {
    const file = {
      what_happened: 'a 401',
      why: 'the token had expired',
      fix_applied: 'checked first',
      pattern_to_remember: LESSON,
      applies_to: ['code:plan-writer'],
      context: { file: 'src/a.ts', line: 42, function: 'fetchUser' },
      run_id: 'run-7',
    }
    expect(read(file)).toEqual({
      kind: 'learning',
      run: 'run-7',
      learning: {
        learning: expect.stringMatching(/^f-[0-9a-f]{24}$/),
        agent: 'plan-writer',
        lesson: LESSON,
        whatHappened: 'a 401',
        why: 'the token had expired',
        fixApplied: 'checked first',
        appliesTo: ['code:plan-writer'],
        citation: { file: 'src/a.ts', line: 42 },
        context: { files: ['src/a.ts'], tags: ['fetchUser'] },
      },
    })
    expect(read(file)).toEqual(read(file))
  })

  it('is for everyone when it names nobody', () => {
    expect(read({ pattern_to_remember: LESSON }, 'notes.json')).toMatchObject({
      learning: { agent: 'agent', appliesTo: ['*'] },
    })
  })

  it('may say that nothing was learned', () => {
    expect(read({ no_learnings: true, reason: 'a typo' })).toEqual({
      kind: 'nothing',
      agent: 'plan-writer',
      reason: 'a typo',
    })
  })

  it.each([
    ['it is not a JSON object', '[1]'],
    ['it is not a JSON object', '{"pattern'],
    ['pattern_to_remember is missing', '{}'],
    ['has 5 characters; 20 to 2000', '{"pattern_to_remember":"short"}'],
    ['why is not a text', `{"pattern_to_remember":"${LESSON}","why":7}`],
    ['applies_to is not a list', `{"pattern_to_remember":"${LESSON}","applies_to":"all"}`],
    ['context is not an object', `{"pattern_to_remember":"${LESSON}","context":"src/a.ts"}`],
  ])('is refused because %s', (reason, text) => {
    expect(readPending(text, 'a-1.json')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    })
  })
})
