import { expect, it } from 'vitest'
import type { Journal } from '../../store/port.ts'
import { type Seal, type SealKeeper, sealJournal } from './seal.ts'

const HOUR_MS = 3_600_000

/** A journal that reaches so far, and where its seals are kept. */
function journalOf(length: { events: number }) {
  const kept: Seal[] = []
  const keeper: SealKeeper = {
    sign: (text) => text,
    isSigned: (text, signature) => text === signature,
    last: () => kept.at(-1),
    keep: (seal) => kept.push(seal),
    remove: () => undefined,
  }
  const journal = {
    head: async () => ({ journal: 'j', position: length.events }),
    streamHeads: async () => [{ stream: 'journal', version: 1, hash: 'h' }],
  } as unknown as Journal
  return { kept, seal: (now: number) => sealJournal(journal, keeper, now) }
}

it('seals a short journal whenever it has grown', async () => {
  const length = { events: 19_000 }
  const { kept, seal } = journalOf(length)
  for (let at = 0; at < 3; at++) {
    length.events += 1
    await seal(at)
  }
  expect(kept.map(({ position }) => position)).toEqual([19_001, 19_002, 19_003])
})

it('seals a long journal again when it has grown by a hundredth, or after an hour', async () => {
  const length = { events: 100_000 }
  const { kept, seal } = journalOf(length)
  await seal(0)
  length.events = 100_999
  await seal(1)
  expect(kept).toHaveLength(1)
  length.events = 101_000
  await seal(2)
  expect(kept).toHaveLength(2)
  length.events = 101_001
  await seal(HOUR_MS)
  expect(kept).toHaveLength(2)
  await seal(HOUR_MS + 2)
  expect(kept.at(-1)?.position).toBe(101_001)
})
