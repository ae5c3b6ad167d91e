import { describe, expect, it } from 'vitest'
import { personWords } from './person-words.ts'

describe('personWords', () => {
  it('keeps what a person typed', () => {
    expect(personWords('  make it <b>bold</b>\n')).toBe('make it <b>bold</b>')
  })

  it('drops what clients and hooks wrap around it', () => {
    expect(personWords('<hook_context>x</hook_context>\n\nfix it')).toBe('fix it')
    expect(personWords('fix it\n<system-reminder>\nx\n</system-reminder>')).toBe('fix it')
    expect(personWords('<system_reminder>x</system_reminder>fix it')).toBe('fix it')
    expect(personWords('<hook_prompt run_id="1">x</hook_prompt>')).toBeUndefined()
  })

  it('drops our own blocks', () => {
    expect(personWords('<mettle v="1">\n- x\n</mettle>\nfix it')).toBe('fix it')
    expect(personWords('<mettle>\nNote what was learned.\n</mettle>')).toBeUndefined()
    expect(personWords('&lt;mettle&gt;\nNote what was learned.\n&lt;/mettle&gt;')).toBeUndefined()
    expect(personWords('why is there &lt;b&gt; in it')).toBe('why is there &lt;b&gt; in it')
  })

  it('knows what no person typed', () => {
    expect(personWords('<task-notification>\n<task-id>1</task-id>\n</task-notification>')).toBeUndefined()
    expect(personWords('')).toBeUndefined()
    expect(personWords(undefined)).toBeUndefined()
  })
})
