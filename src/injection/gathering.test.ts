import { expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { tokenSet } from '../engine/search/words.ts'
import { type FoundPattern, gathering, type Means, type Question, rankingOf } from './gathering.ts'

function found(id: string, alike = 0): FoundPattern {
  const record = worldOf([sighting({ pattern: id })]).pattern(id)!
  return { shelved: { id, record, words: tokenSet(id), isShowable: true }, alike }
}

/** What is gathered where pages of meanings and a search are answered so, and what was asked for it. */
function gather(means: Partial<Means>, answers: { search?: FoundPattern[]; nearest?: FoundPattern[][] }) {
  const asked: string[] = []
  const answer = ({ ask }: Question) => {
    asked.push(ask)
    if (ask === 'search') return answers.search ?? []
    return ask === 'nearest' ? (answers.nearest?.[asked.filter((one) => one === ask).length - 1] ?? []) : []
  }
  const asking = gathering({ task: 'mend it' }, () => true, {
    cosineWith: () => 0.5,
    profile: 'classic',
    ranked: rankingOf([found('a'), found('b')]),
    ...means,
  })
  let next = asking.next()
  while (!next.done) next = asking.next(answer(next.value))
  return { gathered: next.value.map(({ shelved, alike }) => [shelved.id, alike]), asked }
}

it('takes the best by themselves first, then what words and meaning lead to, each once and as alike as it was found', () => {
  const { gathered } = gather(
    {},
    { search: [found('c', 0.2), found('a', 0.4)], nearest: [[found('c'), found('d')]] },
  )
  expect(gathered).toEqual([
    ['a', 0.4],
    ['b', 0],
    ['c', 0.2],
    ['d', 0],
  ])
})

it('passes over what was said, and looks further down where the likest were', () => {
  const said = new Set(['a', 'c'])
  const { gathered, asked } = gather(
    { without: said },
    { search: [found('c', 0.3)], nearest: [Array.from({ length: 16 }, () => found('c')), [found('d')]] },
  )
  expect(gathered).toEqual([
    ['b', 0],
    ['d', 0],
  ])
  expect(asked.filter((ask) => ask === 'nearest')).toHaveLength(3)
})
