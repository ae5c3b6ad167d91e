import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HistoryCommit, LATE_TRUTH, reworks, runsNamedIn } from './late-truth.ts'

const DAY_MS = 86_400_000
const hash = (name: string) => Buffer.from(name).toString('hex').padEnd(40, '0')

function commit(name: string, day: number, message = name): HistoryCommit {
  return { id: hash(name), at: day * DAY_MS, parents: [], message }
}

const by = (run: string, subject = 'add the parser') => `${subject}\n\nMettle-Run: ${run}\n`
const runsOf = ({ message }: HistoryCommit) => runsNamedIn(message)
const told = (...commits: HistoryCommit[]) =>
  reworks(commits, runsOf).map(({ run, commit: id, sign }) => [run, Buffer.from(id, 'hex').toString()[0], sign])

describe('rework', () => {
  it.each(['fixup!', 'squash!', 'amend!', 'fixup! fixup!', 'fixup! squash!'])('is the commit that %s names', (mark) => {
    const fixing = commit('f', 61, `${mark} add the parser`)
    expect(told(commit('a', 60, by('run-1')), fixing)).toEqual([['run-1', 'f', 'fixup']])
  })

  it('is the commit that a line Fixes: names, with or without its subject', () => {
    const id = hash('z')
    for (const line of [
      `Fixes: ${id.slice(0, 12)} ("add the parser")`,
      `Fixes: ${id}`,
      `fixes: ${id.slice(0, 7).toUpperCase()}\r`,
    ])
      expect(told(commit('z', 60, by('run-1')), commit('f', 61, `close it\n\n${line}\nReviewed-by: ann`))).toEqual([
        ['run-1', 'f', 'trailer'],
      ])
  })

  it('is the commit whose id follows fixup!, if no subject matches', () => {
    const short = hash('a').slice(0, 9)
    const named = commit('f', 61, `fixup! ${short}`)
    expect(told(commit('a', 60, by('run-1')), named)).toEqual([['run-1', 'f', 'fixup']])
    const subject = commit('s', 60, by('run-2', short))
    expect(told(commit('a', 60, by('run-1')), subject, named)).toEqual([['run-2', 'f', 'fixup']])
  })

  it.each([
    'add the parser',
    'fixup add the parser',
    'fixup! add the pars',
    'fixup! add the parser and the writer',
    'see fixup! add the parser',
    'close it\n\nFixes: #12',
    'close it\n\nFixes: 612',
    `close it\n\nFixes: ${'f'.repeat(12)}`,
    `close it\n\nThis fixes: ${hash('a')}`,
    `close it\n\n> Fixes: ${hash('a')}`,
    `close it\n\nFixes: ${hash('a')} among others`,
  ])('is not %j', (message) => {
    expect(told(commit('a', 60, by('run-1')), commit('f', 61, message))).toEqual([])
  })

  it('counts within 14 days, or the configured number', () => {
    const work = commit('a', 60, by('run-1'))
    const fixing = (day: number) => commit('f', day, 'fixup! add the parser')
    expect(told(work, fixing(74))).toHaveLength(1)
    expect(told(work, fixing(75))).toEqual([])
    const policy = { ...LATE_TRUTH, reworkWithinDays: 20 }
    expect(reworks([work, fixing(75)], runsOf, policy)).toHaveLength(1)
  })

  it('does not count fixes by the run itself', () => {
    const own = commit('f', 61, by('run-1', 'fixup! add the parser'))
    expect(told(commit('a', 60, by('run-1')), own)).toEqual([])
    const shared = commit('a', 60, `${by('run-1')}Mettle-Run: run-2`)
    expect(told(shared, own)).toEqual([['run-2', 'f', 'fixup']])
  })

  it('counts for an earlier commit of that subject, not for a later one', () => {
    expect(told(commit('f', 59, 'fixup! add the parser'), commit('a', 60, by('run-1')))).toEqual([])
  })

  it('counts only what is true for all commits that could be meant', () => {
    const fixing = commit('f', 62, 'fixup! add the parser')
    const first = commit('a', 60, by('run-1'))
    expect(told(first, commit('b', 61, by('run-2')), fixing)).toEqual([])
    expect(told(first, commit('b', 61, 'add the parser'), fixing)).toEqual([])
    expect(told(first, commit('b', 61, by('run-1')), fixing)).toEqual([['run-1', 'f', 'fixup']])
    const old = commit('a', 40, by('run-1'))
    expect(reworks([old, commit('b', 61, by('run-1')), fixing], runsOf)).toMatchObject([{ mends: hash('b') }])
    const twins = [`${'a'.repeat(39)}b`, 'a'.repeat(40)].map((id, i) => ({
      ...commit('x', 60, by(`run-${i}`)),
      id,
    }))
    expect(told(...twins, commit('f', 61, 'close it\n\nFixes: aaaaaaa'))).toEqual([])
  })

  it('counts once per run, by the first commit that names it', () => {
    const work = commit('a', 60, by('run-1'))
    const fixing = [commit('g', 63, `close it\n\nFixes: ${hash('a')}`), commit('f', 61, 'fixup! add the parser')]
    expect(told(work, ...fixing)).toEqual([['run-1', 'f', 'fixup']])
  })

  it('accepts any commit message', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('fixup! ', 'Fixes: ', `Fixes: ${hash('c0')}`, '("', '\n', '\r'))
    const message = fc.array(line, { maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), (messages) => {
        reworks(
          messages.map((text, i) => commit(`c${i}`, 60 + i, text)),
          () => ['run-1'],
        )
      }),
    )
  })

  it('does not depend on the order of the history, and needs a named run', () => {
    const subjects = fc.constantFrom('a', 'b', 'fixup! a', 'squash! b', `fixup! ${hash('c0')}`)
    const trailers = fc.subarray(['r1', 'r2'].map((run) => `Mettle-Run: ${run}`))
    const fixes = fc.constantFrom('', `\nFixes: ${hash('c0')}`, `\nFixes: ${hash('c1').slice(0, 8)} ("a")`)
    const history = fc
      .array(fc.tuple(subjects, trailers, fixes, fc.integer({ min: 40, max: 70 })), { maxLength: 8 })
      .map((all) =>
        all.map(([subject, runs, line, day], i) => commit(`c${i}`, day, `${subject}\n\n${runs.join('\n')}${line}`)),
      )
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
    fc.assert(
      fc.property(history, ([list, other]) => {
        const byRun = (commits: readonly HistoryCommit[]) =>
          reworks(commits, runsOf).sort((a, b) => (a.run < b.run ? -1 : 1))
        const found = byRun(list)
        expect(byRun(other).map(({ run, commit: id }) => [run, id])).toEqual(
          found.map(({ run, commit: id }) => [run, id]),
        )
        for (const { run, commit: id, mends } of found) {
          const of = (wanted: string) => runsOf(list.find((one) => one.id === wanted)!)
          expect([of(mends).includes(run), of(id).includes(run)]).toEqual([true, false])
        }
      }),
      { numRuns: 500 },
    )
  })
})
