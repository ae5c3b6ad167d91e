import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { successRate } from '../engine/standing/success-rate.ts'
import { stripOwnBlocks } from '../engine/text/own-blocks.ts'
import { estimateBlockTokens } from '../engine/text/tokens.ts'
import type { Candidate } from './candidate.ts'
import { agentFrame, learningLine, packLearnings, toolFrame } from './learnings-block.ts'

const candidate = (id: string, shownAs: string) => ({ id, shownAs, line: { id } }) as Candidate
const LINES = [
  '[low] Always run the migrations before the tests, otherwise they use an old schema (UNTESTED)',
  '[high] Check token expiry before every call of the API',
  '[medium] `useEffect` without a dependency array runs after every render (STALE)',
]
const many = (count: number) => Array.from({ length: count }, (_, i) => candidate(`p${i}`, LINES[i % LINES.length]!))
const FRAMES = [agentFrame('code:plan-writer'), toolFrame('Bash')]
const anyLines = fc.array(fc.lorem({ maxCount: 30 }), { maxLength: 40 })

describe('a block of learnings', () => {
  it('states what it is, what was left out, and how use is told', () => {
    const limits = { most: 2, budgetTokens: 600 }
    expect(packLearnings(many(3), agentFrame('code:plan-writer'), limits).block).toBe(
      [
        '<organization-learnings agent="code:plan-writer">',
        'Lessons from earlier runs for this agent:',
        '1 more found no room.',
        LINES[0],
        LINES[1],
        'If you use one, add a line to your last message: Applied: #id -> file:line',
        '</organization-learnings>',
      ].join('\n'),
    )
  })

  it('says whether all of them found room', () => {
    const path = (most: number) => packLearnings(many(3), toolFrame('Bash'), { most, budgetTokens: 600 }).path
    expect([path(3), path(2)]).toEqual(['full', 'truncated'])
  })

  it('is none without a line', () => {
    expect(packLearnings([], toolFrame('Bash'), { most: 10, budgetTokens: 300 })).toMatchObject({
      block: '',
      tokens: 0,
      path: 'skipped',
    })
  })

  it('keeps budget and cap, fills the room there is, and tells its cost', () => {
    fc.assert(
      fc.property(anyLines, fc.nat(20), fc.nat(700), fc.constantFrom(...FRAMES), (lines, most, budgetTokens, frame) => {
        const list = lines.map((line, i) => candidate(`p${i}`, line))
        const { block, tokens, included, dropped } = packLearnings(list, frame, { most, budgetTokens })
        expect(tokens).toBeLessThanOrEqual(budgetTokens)
        expect(included.length).toBeLessThanOrEqual(most)
        expect(included.length + dropped.length).toBe(lines.length)
        if (block !== '') expect(estimateBlockTokens(block.split('\n'))).toBe(tokens)
        const isFull = included.length === most
        const smallest = Math.min(
          ...list.filter(({ id }) => dropped.includes(id)).map(({ shownAs }) => estimateBlockTokens([shownAs!])),
        )
        const note = estimateBlockTokens(['40 more found no room.'])
        if (!isFull && included.length > 0) expect(tokens + note + smallest).toBeGreaterThan(budgetTokens)
      }),
    )
  })

  it('keeps its order', () => {
    const { included } = packLearnings(many(40), FRAMES[0]!, { most: 15, budgetTokens: 900 })
    expect(included).toEqual(many(15).map(({ id }) => id))
  })

  it('keeps the budget by an exact tokenizer too', () => {
    for (const frame of FRAMES)
      for (const budgetTokens of [150, 200, 300, 600]) {
        const { block } = packLearnings(many(60), frame, { most: 40, budgetTokens })
        expect(block).not.toBe('')
        expect(countTokens(block)).toBeLessThanOrEqual(budgetTokens)
      }
  })

  it('is cut out of whatever repeats it', () => {
    for (const frame of FRAMES) {
      const { block } = packLearnings(many(3), frame, { most: 9, budgetTokens: 600 })
      expect(stripOwnBlocks(`before ${block} after`)).toBe('before  after')
    }
  })

  it('lets no name break out of its tag', () => {
    for (const name of ['a"><b', "x' y=z", '</tool-learnings>', 'A\nB'])
      expect(toolFrame(name).head[0]).toMatch(/^<tool-learnings tool="[^"'<>&=\n]*">$/)
  })
})

describe('a line', () => {
  it('tells confidence and flag', () => {
    const row = (verified: boolean) => ({ status: 'applied' as const, verified, iteration: 1 })
    const line = (rows: ReturnType<typeof row>[], latest = 1) => learningLine('Check it', successRate(rows, latest))
    expect(line([row(true)])).toBe('[high] Check it')
    expect(line([row(true), row(false)])).toBe('[medium] Check it')
    expect(line([row(false)])).toBe('[low] Check it (REVIEW)')
    expect(line([])).toBe('[low] Check it (UNTESTED)')
  })
})
