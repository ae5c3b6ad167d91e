import { describe, expect, it } from 'vitest'
import { errorType } from './task-errors.ts'

describe('the type of an error', () => {
  it.each([
    ['Request timeout after 30 s', 'timeout', 'timeout'],
    ['Merge conflict in src/a.ts', 'conflict', 'conflict'],
    ['File reservation is held by another agent', 'conflict', 'reservation'],
    ['Does not match the schema', 'validation', 'schema'],
    ['Command exited with 1', 'tool_failure', 'command'],
  ])('takes %j for %s', (message, type, keyword) => {
    expect(errorType(message)).toEqual({ type, keyword })
  })

  it.each(['Cancelled by user', 'Context window exceeded', 'Blocked by bd-7', 'no idea', ''])(
    'leaves %j unknown',
    (message) => {
      expect(errorType(message)).toEqual({ type: 'unknown' })
    },
  )
})
