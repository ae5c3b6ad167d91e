import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedCount } from '../engine/search/words.ts'
import { Vocabulary } from './vocabulary.ts'

const words = fc.array(fc.constantFrom(...'abcdefghij')).map((letters) => new Set(letters))

it('counts what patterns share with a task as their words do, whichever was asked before', () => {
  fc.assert(
    fc.property(fc.array(words), fc.array(words, { minLength: 1 }), (patterns, tasks) => {
      const vocabulary = new Vocabulary()
      const numbered: [Set<string>, ReturnType<Vocabulary['wordsOf']>][] = []
      for (const [at, task] of tasks.entries()) {
        for (const one of patterns.slice(at, at + 2)) numbered.push([one, vocabulary.wordsOf(one)])
        for (const [one, as] of numbered)
          expect([as.sharedWith(task), as.size]).toEqual([sharedCount(one, task), one.size])
      }
    }),
  )
})
