import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NewEvent } from '../../../src/domain/event.ts'
import { fact, freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'
import { verifyChain } from '../verify-chain.ts'

const projector = notesProjector()
const NUL = '\u0000'
const LONE = '\ud800'

export function oddTextSuite(bench: UseBench, runs: number): void {
  const fresh = () => bench().store.journal(freshScope())

  const roundTrip = async (text: string) => {
    const journal = fresh()
    const event = note('a', { text, body: { [text]: text } }, { origin: { surface: 'cli', actor: text } })
    await journal.append([event], projector)
    const [stored] = await verifyChain(journal)
    expect(stored).toMatchObject({ payload: event.payload, origin: event.origin })
    const [document] = await journal.documents([{ kind: 'thing', id: 'a' }])
    expect(document?.body).toMatchObject({ last: text, extra: { [text]: text } })
    const before = await bench().dump(journal.scope)
    await journal.rebuild(projector)
    expect(await bench().dump(journal.scope)).toEqual(before)
    return document
  }

  it.each([
    ['a letter of every plane', '\u00e9\u4e2d\u{1f600}\u{20000}\u{e0041}\u{f0000}\u{10ffff}'],
    ['the ends of the first plane', '\u0001\u007f\u0080\ud7ff\ue000\ufffd\ufffe\uffff\ufeff'],
    ['combining and right-to-left marks', 'e\u0301 \u202eabc\u202c \u05d0\u0627 \u200d\u{1f468}\u200d\u{1f469}'],
    ['NUL', `a${NUL}b${NUL}${NUL}`],
    ['lone surrogates', `${LONE}a\udc00b\udfff`],
    ['quotes and escapes', `'"\\\n\r\t$1 ? :a @b \`\${}--;`],
    ['white space', ' \u00a0\u2028\u2029\u3000'],
  ])('keeps %s in payloads and bodies', async (_, text) => {
    await roundTrip(text)
  })

  it('keeps any text', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(text, async (any) => void (await roundTrip(any))),
      { numRuns: runs },
    )
  })

  it('shows what cannot be stored as text as U+FFFD in the text that is searched', async () => {
    const document = await roundTrip(`start ${NUL}middle${LONE} end`)
    expect(document?.text).toBe('start \ufffdmiddle\ufffd end')
  })

  it('keeps payloads, bodies and texts of a megabyte', async () => {
    let word = 0
    const text =
      Array.from({ length: 150_000 }, () => `w${(word++).toString(36)}`).join(' ') + '\u{1f600}'.repeat(50_000)
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000)
    const document = await roundTrip(text)
    expect(document?.text).toBe(text)
  })

  it('searches for any text without an error', async () => {
    const journal = fresh()
    await journal.append([note('a', { text: 'needle in a haystack' })], projector)
    const search = async (text: string) => {
      await journal.search('thing', text, 3)
      expect(await journal.search('thing', `${text} needle`, 3)).toHaveLength(1)
    }
    for (const text of [
      "' OR 1=1",
      '"a" NEAR b',
      'a*',
      'a & !b | (c',
      'a:*',
      '½ ²²',
      NUL,
      LONE,
      '* - + ^',
      'NOT',
      'the',
      '𖠀𖹀𠀀',
    ])
      await search(text)
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), search), { numRuns: runs })
  })

  const unstorable: [string, Partial<NewEvent>][] = [
    ['a NUL in its key', { key: `k${NUL}` }],
    ['a lone surrogate in its id', { id: `E${LONE}` }],
    ['a NUL in its stream', { stream: `${NUL}s` }],
    ['a lone surrogate in its run', { run: LONE }],
    ['an empty key', { key: '' }],
    ['a stream of 1,001 bytes', { stream: `${'é'.repeat(500)}s` }],
    ['half a millisecond', { occurredAt: 1.5 }],
    ['no time', { recordedAt: Number.NaN }],
    ['a payload that is not JSON', { payload: '{"a":' }],
  ]
  it.each(unstorable)('refuses a fact with %s, and nothing is written', async (_, change) => {
    const journal = fresh()
    await expect(journal.append([note('a'), { ...fact(), ...change }], projector)).rejects.toThrow()
    expect(await verifyChain(journal)).toEqual([])
  })

  it('takes names of 1,000 bytes', async () => {
    const journal = fresh()
    const name = (letter: string) =>
      letter + Array.from({ length: 333 }, (_, i) => String.fromCodePoint(0x4e00 + i * 7)).join('')
    await journal.append([note(name('t').slice(0, 300), {}, { stream: name('s'), key: name('k') })], projector)
    expect(await journal.read({ stream: name('s'), limit: 2 })).toHaveLength(1)
    await verifyChain(journal)
  })

  it.each([NUL, `a${NUL}`, LONE, ''])('finds nothing under the name %j, which no fact can have', async (name) => {
    const journal = fresh()
    await journal.append([note('a')], projector)
    expect(await journal.event(name)).toBeUndefined()
    expect(await journal.read({ stream: name, limit: 9 })).toEqual([])
    expect(await journal.read({ subject: name, limit: 9 })).toEqual([])
    expect(await journal.read({ types: [name, 'note-taken.v1'], limit: 9 })).toHaveLength(1)
    const keys = [name, 'a'].map((id) => ({ kind: 'thing', id }))
    expect(await journal.documents([...keys, { kind: name, id: 'a' }])).toHaveLength(1)
    expect(await journal.list(name, { limit: 9 })).toEqual([])
    expect(await journal.count('thing', [name, 'open'])).toBe(1)
    expect(await journal.search(name, 'a', 9)).toEqual([])
    await journal.erase(name)
  })
}
