import { describe, expect, it } from 'vitest'
import { stdinReader } from './read-stdin.ts'

const source = (...pieces: string[]) => ({
  isTerminal: false,
  chunks: async function* () {
    yield* pieces
  },
})

describe('standard input', () => {
  it('is read whole', async () => {
    expect(await stdinReader(source('a', 'b')).text('It')).toBe('ab')
  })

  it('is read up to a limit', async () => {
    await expect(stdinReader(source('aaa', 'bbb'), 5).text('It')).rejects.toThrow('It is longer than 5 characters.')
  })

  it('is read in lines, each up to the limit', async () => {
    const lines = async (...pieces: string[]) => {
      const read: string[] = []
      for await (const line of stdinReader(source(...pieces), 5).lines('It')) read.push(line)
      return read
    }
    expect(await lines('a\nb', 'b\n', '\nc')).toEqual(['a', 'bb', '', 'c'])
    expect(await lines('aaaa\nbbbb\ncccc\n')).toEqual(['aaaa', 'bbbb', 'cccc'])
    await expect(lines('aaa', 'aaa')).rejects.toThrow('It is longer than 5 characters.')
  })
})
