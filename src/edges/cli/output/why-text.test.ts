import { expect, it } from 'vitest'
import type { Standing } from '../../../engine/standing/standing.ts'
import type { WhyPattern } from '../../../report/why/why-pattern.ts'
import type { CommandContext } from '../context.ts'
import { whyText } from './why-text.ts'

const same = (text: string) => text
const CONTEXT = { colour: { bold: same, dim: same }, now: () => 0 } as unknown as CommandContext

function textOf(shown: number): string {
  const runs = (count: number) => ({ runs: count, successes: count })
  const evidence = { applied: { runs: 2, succeeded: 1, failed: 1 }, shown: runs(shown), withheld: runs(0) }
  const standing = { status: 'helping', helps: 0.6, runs: 2, evidence, because: 'it helped', next: [] }
  const why = { pattern: 'p-1', text: 'Migrate first', standing: standing as unknown as Standing, notes: [] }
  return whyText(why as unknown as WhyPattern, CONTEXT)
}

it('says that a run can be in more than one row, where there is more than one', () => {
  expect(textOf(3)).toMatch(/ +3 +3 ended well \(100%\)\n {2}\(a run can be in more than one row\)\n/)
  expect(textOf(0)).toMatch(/followed it +2 +1 ended well \(50%\)\n\nWhat would change it/)
})
