import { describe, expect, it } from 'vitest'
import { readPendingText } from './learning-json.ts'

const LESSON = 'Check token expiry before every API call'
const read = (value: unknown, name = 'plan-writer-a1.json') => readPendingText(JSON.stringify(value), name)

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
      agent: 'plan-writer',
      lesson: LESSON,
      whatHappened: 'a 401',
      why: 'the token had expired',
      fixApplied: 'checked first',
      appliesTo: ['code:plan-writer'],
      citation: { file: 'src/a.ts', line: 42 },
      context: { files: ['src/a.ts'], tags: ['fetchUser'] },
    })
  })

  it('is for everyone when it names nobody', () => {
    expect(read({ pattern_to_remember: LESSON }, 'notes.json')).toMatchObject({
      agent: 'agent',
      appliesTo: ['*'],
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
    ['it is not valid JSON', '{"pattern'],
    ['pattern_to_remember: is missing', '{}'],
    ['pattern_to_remember: must', '{"pattern_to_remember":"short"}'],
    ['why: must be a text, not 7', `{"pattern_to_remember":"${LESSON}","why":7}`],
    ['applies_to: must be', `{"pattern_to_remember":"${LESSON}","applies_to":"all"}`],
    ['context: must be', `{"pattern_to_remember":"${LESSON}","context":"src/a.ts"}`],
  ])('is refused because %s', (reason, text) => {
    expect(readPendingText(text, 'a-1.json')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    })
  })
})
