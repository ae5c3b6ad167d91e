import { describe, expect, it } from 'vitest'
import { checkAgentRequest, checkPromptRequest, checkToolRequest } from './check-request.ts'

const refused = (message: string) => expect.objectContaining({ code: 'input', message })
const wrong = (action: () => unknown) => {
  try {
    return action()
  } catch (error) {
    return error
  }
}

describe('the door for a tool call', () => {
  it('lets what is a text through as it is', () => {
    const use = { tool: 'Edit', file: 'src/a.ts', command: 'npm test' }
    expect(checkToolRequest(use)).toEqual(use)
    expect(checkToolRequest({ tool: 'Read' })).toEqual({ tool: 'Read' })
  })

  it('reads a long command as far as 20,000 characters', () => {
    const { command } = checkToolRequest({ tool: 'Bash', command: 'x'.repeat(20_001) })
    expect(command).toBe('x'.repeat(20_000))
  })

  it.each([
    [{ tool: 'Bash', command: 5 }, 'command: a text is expected'],
    [{ tool: 'Edit', file: ['a.ts'] }, 'file: a text is expected'],
    [{ tool: 'Edit', file: '  ' }, 'file: a path of 1 to 4096 characters is expected'],
    [{ tool: 'Edit', file: 'x'.repeat(4_097) }, 'file: a path of 1 to 4096 characters is expected'],
  ])('refuses %j', (use, message) => {
    expect(wrong(() => checkToolRequest(use as never))).toEqual(refused(message))
  })

  it('takes a path of 4,096 characters', () => {
    expect(checkToolRequest({ tool: 'Edit', file: 'x'.repeat(4_096) }).file).toHaveLength(4_096)
  })
})

describe('the doors for an agent and a prompt', () => {
  it('refuse an agent without a name, and a prompt without words', () => {
    expect(() => checkAgentRequest({ agent: '' } as never)).toThrow('agent')
    expect(wrong(() => checkPromptRequest({ task: ' ' }))).toEqual(refused('task: a text is expected'))
    expect(wrong(() => checkPromptRequest({} as never))).toEqual(refused('task: a text is expected'))
  })

  it('give back what they were asked', () => {
    expect(checkAgentRequest({ agent: 'builder' })).toEqual({ agent: 'builder' })
    expect(checkPromptRequest({ task: 'fix the pool' })).toEqual({ task: 'fix the pool' })
  })
})
