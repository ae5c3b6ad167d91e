import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { edited, prompt, ran, said, sessionFacts } from '../../test/worlds/session.ts'
import { SESSION, type SessionRecord } from './fold-sessions.ts'

const started = fact('session-started', { client: 'codex', model: 'm-1' })
const steps = [
  prompt('Fix the login'),
  ran('npm test', 'failed'),
  edited('a.ts'),
  edited('b.ts', { ended: 'denied' }),
  ran('npm test'),
  said('Done.'),
  prompt('Thanks'),
]
const facts = [started, ...sessionFacts(steps)]
const record = (events: typeof facts) => worldOf(events).get(SESSION, 'r1')

describe('the record of a session', () => {
  it('counts prompts, steps, edits, errors and refusals', () => {
    expect(record(facts)?.body).toEqual({
      run: 'r1',
      client: 'codex',
      model: 'm-1',
      firstAt: DAY_ZERO,
      lastAt: DAY_ZERO + 6_000,
      prompts: 2,
      about: { text: 'Fix the login', at: DAY_ZERO },
      steps: 4,
      edits: 1,
      errors: 1,
      denied: 1,
    })
  })

  it('comes out the same in whatever order facts arrive', () => {
    expect(record([...facts].reverse())?.body).toEqual(record(facts)?.body)
  })

  it('is of the client whose hook told of a step, where its beginning was not seen', () => {
    const told = (client: string) =>
      sessionFacts([ran('npm test')]).map((event) => ({ ...event, origin: { surface: 'hook', client } }) as const)
    const clientOf = (events: typeof facts) => (record(events)!.body as SessionRecord).client
    expect(clientOf(told('gemini'))).toBe('gemini')
    expect(clientOf([started, ...told('gemini')])).toBe('codex')
    expect(clientOf([...told('gemini'), started])).toBe('codex')
    expect(clientOf(told('somebody'))).toBeUndefined()
  })

  it('has ended until something happens after its end', () => {
    const ended = fact('session-ended', {}, { at: DAY_ZERO + 10_000 })
    const again = fact('prompt-given', { text: 'One more thing' }, { at: DAY_ZERO + 20_000 })
    expect(record([...facts, ended])?.state).toBe('ended')
    expect(record([...facts, ended, again])?.state).toBe('open')
  })

  it('is not remembered by our own words', () => {
    const text = '<mettle>\n- a lesson\n</mettle>\nFix the login'
    const body = record([fact('prompt-given', { text })])?.body as SessionRecord
    expect(body.about?.text).toBe('Fix the login')
  })
})
