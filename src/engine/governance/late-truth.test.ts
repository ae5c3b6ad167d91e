import { describe, expect, it } from 'vitest'
import { type HistoryCommit, lateTruth, runsNamedIn } from './late-truth.ts'

const DAY_MS = 86_400_000
const NOW = 100 * DAY_MS
const hash = (name: string) => Buffer.from(name).toString('hex').padEnd(40, '0')

function commit(name: string, day: number, more: Partial<HistoryCommit> = {}): HistoryCommit {
  return { id: hash(name), at: day * DAY_MS, parents: [], message: name, ...more }
}

const by = (run: string) => ({ message: `work\n\nMettle-Run: ${run}` })
const reverts = (name: string) => ({ message: `Revert "${name}"\n\nThis reverts commit ${hash(name)}.` })
const told = (commits: readonly HistoryCommit[]) =>
  lateTruth(commits, ({ message }) => runsNamedIn(message), NOW).map(({ run, kept }) => [run, kept])

describe('the runs that a commit names', () => {
  it('are on lines of their own, each once', () => {
    const message = 'one\n\nMettle-Run: a\n* two\n\nmettle-run: b \nMettle-Run: a\nsee Mettle-Run: c'
    expect(runsNamedIn(message)).toEqual(['a', 'b'])
  })
})

describe('late truth', () => {
  it('records work as kept after a day on the branch', () => {
    expect(told([commit('a', 99, by('run-1'))])).toEqual([['run-1', true]])
    expect(told([commit('a', 99.5, by('run-1'))])).toEqual([])
  })

  it('records work as taken back if it is reverted within 14 days', () => {
    expect(told([commit('a', 99.5, by('run-1')), commit('r', 99.9, reverts('a'))])).toEqual([['run-1', false]])
    expect(told([commit('a', 60, by('run-1')), commit('r', 74, reverts('a'))])).toEqual([['run-1', false]])
    expect(told([commit('a', 60, by('run-1')), commit('r', 75, reverts('a'))])).toEqual([['run-1', true]])
  })

  it('records a run as taken back if a part of it was reverted', () => {
    const commits = [commit('a', 60, by('run-1')), commit('r', 61, reverts('a')), commit('b', 62, by('run-1'))]
    expect(told(commits)).toEqual([['run-1', false]])
  })

  it('takes back everything that a reverted merge brought, and nothing else', () => {
    const commits = [
      commit('base', 50, by('before')),
      commit('x', 60, { ...by('run-1'), parents: [hash('base')] }),
      commit('y', 61, { ...by('run-2'), parents: [hash('x')] }),
      commit('m', 62, { parents: [hash('base'), hash('y')] }),
      commit('r', 63, { ...reverts('m'), parents: [hash('m')] }),
    ]
    expect(told(commits)).toEqual([
      ['before', true],
      ['run-1', false],
      ['run-2', false],
    ])
  })

  it('ignores a revert whose commit is ambiguous or unknown', () => {
    const short = { message: 'This reverts commit aaaaaaa.' }
    const [one, two] = [`${'a'.repeat(39)}b`, 'a'.repeat(40)]
    const commits = [
      { ...commit('a', 60, by('run-1')), id: one },
      { ...commit('b', 60, by('run-2')), id: two },
    ]
    expect(told([...commits, commit('r', 61, short)])).toEqual([
      ['run-1', true],
      ['run-2', true],
    ])
    expect(told([commit('r', 61, reverts('gone'))])).toEqual([])
  })
})
