import { describe, expect, it } from 'vitest'
import { progressLine, startProgress } from './progress.ts'

function watch(columns: number | undefined, isSilent = false) {
  let text = ''
  let now = 0
  const isTerminal = columns !== undefined
  const write = (more: string) => {
    text += more
  }
  const stderr = { isTerminal, ...(isTerminal ? { columns } : {}), write, drained: async () => undefined }
  const bar = startProgress('Rebuilding', 1_000, { stderr, isSilent, now: () => now })
  return {
    bar,
    text: () => text,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('progressLine', () => {
  it('tells count, rate and what is left', () => {
    expect(progressLine('Rebuilding', { done: 250, total: 1_000 }, 2_000)).toBe(
      'Rebuilding [#####---------------] 250 of 1,000, 125/s, 6 s left',
    )
  })

  it('leaves out what it cannot know', () => {
    expect(progressLine('Reading', { done: 0, total: 10 }, 0)).toBe('Reading [--------------------] 0 of 10')
    expect(progressLine('Reading', { done: 1_200 }, 1_000)).toBe('Reading 1,200, 1,200/s')
    expect(progressLine('Reading', { done: 12, total: 10 }, 1_000)).toMatch(/^Reading \[#{20}\] 12 of 10, 12\/s$/)
  })
})

describe('a bar', () => {
  it('is drawn again on one line of a terminal, and wiped at the end', () => {
    const { bar, pass, text } = watch(40)
    pass(100)
    bar.at(10)
    bar.at(11)
    pass(100)
    bar.at(20)
    bar.end()
    expect(text().split('\r\u001b[K').length - 1).toBe(3)
    expect(text().endsWith('\r\u001b[K')).toBe(true)
    for (const line of text().split('\r\u001b[K')) expect(line.length).toBeLessThan(40)
  })

  it('is a line every few seconds in a pipe', () => {
    const { bar, pass, text } = watch(undefined)
    for (let done = 1; done <= 12; done++) {
      pass(1_000)
      bar.at(done * 80)
    }
    bar.end()
    expect(text().trim().split('\n')).toHaveLength(3)
    expect(text()).not.toContain('\r')
  })

  it('says nothing about what is over at once', () => {
    for (const columns of [40, undefined]) {
      const { bar, text } = watch(columns)
      bar.at(1_000)
      bar.end()
      expect(text()).toBe('')
    }
  })

  it('says nothing at all when nobody wants to hear it', () => {
    const { bar, pass, text } = watch(40, true)
    pass(60_000)
    bar.at(500)
    bar.end()
    expect(text()).toBe('')
  })
})
