import { expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { BAYES } from '../engine/belief/bayes-policy.ts'
import { tellingTokens } from '../engine/search/fuse-similarity.ts'
import { type FoundPattern, gathering, type Means, type Question, rankingOf } from './gathering.ts'

function found(id: string, score = 0, words = id): FoundPattern {
  const record = worldOf([sighting({ pattern: id })]).pattern(id)!
  return { cached: { id, record, words: tellingTokens(words), isShowable: true }, score, similar: 0 }
}

/** What is gathered where pages of meanings and a search are answered so, and what was asked for it. */
function gather(means: Partial<Means>, answers: { search?: FoundPattern[]; nearest?: FoundPattern[][] }) {
  const asked: string[] = []
  const answer = ({ ask }: Question) => {
    asked.push(ask)
    if (ask === 'search') return answers.search ?? []
    return ask === 'nearest' ? (answers.nearest?.[asked.filter((one) => one === ask).length - 1] ?? []) : []
  }
  const asking = gathering({ task: 'fix it' }, () => true, {
    cosineWith: () => 0.5,
    profile: 'classic',
    bayes: BAYES,
    ranked: rankingOf([found('a'), found('b')]),
    ...means,
  })
  let next = asking.next()
  while (!next.done) next = asking.next(answer(next.value))
  return {
    gathered: next.value.map(({ cached, similarity }) => [cached.id, Number(similarity?.toFixed(4))]),
    asked,
  }
}

it('takes the best by themselves first, then what words and meaning lead to, each once', () => {
  const { gathered } = gather(
    { cosineWith: () => 0.4 },
    { search: [found('c', 6), found('a', 3)], nearest: [[found('c'), found('d')]] },
  )
  // c: 0.5 x 1 + 0.5 x 0.4 = 0.7, the nearest; a: 0.5 x 0.5 + 0.2 = 0.45; by meaning alone 0.2. The similarity of c is 0.2, so its probability is 1 / 3, and that of a 1 / 3 x closeness(0.45 / 0.7).
  expect(gathered).toEqual([
    ['a', 0.2362],
    ['b', 0.0661],
    ['c', 0.3333],
    ['d', 0.0661],
  ])
})

it('is certain of the nearest where it shares enough, and leaves all at 0 where nothing is like the task', () => {
  const without = { cosineWith: undefined, ranked: undefined }
  const near = gather(without, { search: [found('c', 6, 'fix the parser'), found('a', 3)] })
  expect(near.gathered).toEqual([
    ['c', 1],
    ['a', 0.5],
  ])
  const { gathered } = gather({ cosineWith: () => 0.1 }, { search: [found('c', 6, 'another thing')] })
  expect(gathered.map(([, similarity]) => similarity)).toEqual([0, 0, 0])
})

it('passes over what was said, and looks further down where the likest were', () => {
  const said = new Set(['a', 'c'])
  const { gathered, asked } = gather(
    { without: said },
    { search: [found('c', 3)], nearest: [Array.from({ length: 16 }, () => found('c')), [found('d')]] },
  )
  expect(gathered.map(([id]) => id)).toEqual(['b', 'd'])
  expect(asked.filter((ask) => ask === 'nearest')).toHaveLength(3)
})
