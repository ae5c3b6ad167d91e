import { describe, expect, it } from 'vitest'
import type { ImportRemark, ImportReport } from '../../../loop/exchange/import-request.ts'
import { importText } from './import-text.ts'

const refusing = (refused: readonly ImportRemark[]): ImportReport => ({
  dryRun: false,
  trust: 'internal',
  files: [],
  counts: {},
  released: 0,
  settings: [],
  settingsFiles: [],
  refused,
  passed: [],
  refusedTotal: refused.length,
  passedTotal: 0,
})

describe('the text of an import', () => {
  it('tells entries of a file that failed for one reason once, and others beside them', () => {
    const same = Array.from({ length: 1_500 }, (_, at) => ({ file: 'a.jsonl', line: at + 1, reason: 'no' }))
    const other = { file: 'b.jsonl', line: 7, reason: 'no' }
    expect(importText(refusing([...same, other]), 'x', 80)).toBe(
      [
        'Recorded nothing new.',
        'Refused 1,501:',
        '  a.jsonl:1, and 1,499 more of its entries  no',
        '  b.jsonl:7  no',
      ].join('\n'),
    )
  })

  it('tells twelve reasons, and how many entries have others', () => {
    const each = Array.from({ length: 14 }, (_, at) => ({ file: 'a', line: at + 1, reason: `${at}` }))
    expect(importText(refusing(each), 'x', 80).split('\n').slice(-2)).toEqual([
      '  a:12  11',
      '  and 2 more; --json has them',
    ])
  })
})
