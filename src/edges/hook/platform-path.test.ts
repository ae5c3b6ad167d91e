import { describe, expect, it } from 'vitest'
import { isInside, nodeProgram } from './platform-path.ts'

describe('isInside', () => {
  it('holds for a folder and what is below it, and not for one whose name begins alike', () => {
    expect(isInside('/a/b', '/a', 'linux')).toBe(true)
    expect(isInside('/a', '/a', 'linux')).toBe(true)
    expect(isInside('/ab', '/a', 'linux')).toBe(false)
    expect(isInside('/a/../b', '/a', 'linux')).toBe(false)
    expect(isInside('/a/..b', '/a', 'linux')).toBe(true)
  })

  it('takes letters and separators as the system does', () => {
    expect(isInside('c:/Users/JO/x', 'C:\\users\\jo', 'win32')).toBe(true)
    expect(isInside('D:\\users\\jo\\x', 'C:\\users\\jo', 'win32')).toBe(false)
    expect(isInside('\\\\server\\share\\x', '\\\\SERVER\\share', 'win32')).toBe(true)
    expect(isInside('/Users/JO/x', '/users/jo', 'darwin')).toBe(true)
    expect(isInside('/Users/JO/x', '/users/jo', 'linux')).toBe(false)
  })
})

describe('nodeProgram', () => {
  it('is the program that runs, unless that is a client with a runtime of its own', () => {
    expect(nodeProgram('/usr/bin/node', 'linux')).toBe('/usr/bin/node')
    expect(nodeProgram('C:\\Program Files\\nodejs\\Node.EXE', 'win32')).toBe('C:\\Program Files\\nodejs\\Node.EXE')
    expect(nodeProgram('/home/jo/.opencode/bin/opencode', 'linux')).toBe('node')
    expect(nodeProgram('/opt/bun', 'darwin')).toBe('node')
  })
})
