import { describe, expect, it } from 'vitest'
import type { Embedder } from '../engine/search/static-embedder.ts'
import { tokenSet } from '../engine/search/words.ts'
import { loadEmbedder } from '../machine/load-embedder.ts'
import { likenessTo } from './relevance-to.ts'

const embedder = loadEmbedder() as Embedder
const like = (task: string, text: string, model?: Embedder, alike = 0) => {
  const cosine = model?.similarity(model.embed(task), model.embed(text))
  return likenessTo(task)?.(tokenSet(text), alike, cosine)
}

describe('likeness', () => {
  it('is not known without a task', () => {
    expect(likenessTo(undefined)).toBeUndefined()
    expect(likenessTo(' … ')).toBeUndefined()
  })

  it('sees the same meaning in other words', () => {
    const task = 'the sign-in page logs people out too early'
    const meant = 'Sessions expire sooner than they should because the login cookie has a short lifetime'
    const other = 'Chart colours must come from the palette of the design system'
    expect(like(task, meant, embedder)!).toBeGreaterThan(like(task, other, embedder)! + 0.1)
  })

  it('goes by words alone without a model', () => {
    expect(like('run the tests', 'run the tests')).toBeCloseTo(1)
    expect(like('run the tests', 'paint the fence')).toBeCloseTo(1 / 3)
  })

  it('counts a word that is only spelt alike for its share', () => {
    expect(like('mend getUserTok', 'getUserToken lies', undefined, 0.9)).toBeCloseTo(0.9 / 2)
    expect(like('getUserTok', 'getUserToken', undefined, 8)).toBe(1)
  })

  it('goes mostly by words when names out of code are asked for', () => {
    const task = 'ERR_TOKEN_EXPIRED parseToken src/auth/token.ts'
    expect(like(task, 'parseToken throws ERR_TOKEN_EXPIRED in src/auth/token.ts', embedder)!).toBeGreaterThan(
      0.7,
    )
  })
})
