import { describe, expect, it } from 'vitest'
import { stepOf } from './step.ts'

const step = (kind: 'shell' | 'edit' | 'read' | 'mcp', input: Record<string, unknown>, id?: string) =>
  stepOf({ name: 'tool', kind, input, id })

describe('stepOf', () => {
  it('takes the script of a command that is given in words', () => {
    expect(step('shell', { command: ['bash', '-lc', 'npm test && ls'] }).command).toBe('npm test && ls')
    expect(step('shell', { command: ['git', 'push'] }).command).toBe('git push')
    expect(step('shell', { command: '  ' }).command).toBeUndefined()
    expect(step('shell', {}).command).toBeUndefined()
  })

  it('joins several edits of a file', () => {
    const edits = [{ old_string: 'a', new_string: 'b' }, { old_string: 'c', new_string: 'd' }, 'broken']
    expect(step('edit', { file_path: 'x.ts', edits })).toMatchObject({
      files: ['x.ts'],
      removed: 'a\nc',
      added: 'b\nd',
    })
  })

  it('reads a patch wherever it stands, with the lines of Windows too', () => {
    const patch = '*** Begin Patch\r\n*** Update File: a b.ts\r\n*** Move to: c.ts\r\n-x\r\n+y\r\n*** End Patch'
    for (const member of ['command', 'patchText', 'patch', 'input'])
      expect(step('edit', { [member]: patch })).toMatchObject({
        files: ['a b.ts', 'c.ts'],
        removed: 'x',
        added: 'y',
      })
  })

  it('sees the edit in a command that holds a patch, which stays a command', () => {
    const command = "git pull && apply_patch <<'END'\n*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch\nEND"
    expect(step('shell', { command })).toMatchObject({ kind: 'shell', command, files: ['a.ts'], added: 'x' })
  })

  it('says nothing of files and commands where a tool is of neither kind', () => {
    const { call, ...rest } = step('mcp', { command: 'x', path: 'y' }, 'call_1')
    expect(call).toBe('call_1')
    expect(rest).toEqual({ name: 'tool', kind: 'mcp', input: { command: 'x', path: 'y' } })
  })

  it('makes an id that is safe as a file name of one that is not', () => {
    expect(step('mcp', {}, '../x').call).toMatch(/^[0-9a-f]{32}$/)
    expect(step('mcp', {}, '../x').call).not.toBe(step('mcp', {}, '../y').call)
  })
})
