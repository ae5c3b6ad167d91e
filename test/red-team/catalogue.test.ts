import { describe, expect, it } from 'vitest'
import { attacksByFile } from '../../scripts/docs/attacks-page.ts'
import { ATTACKS } from './attacks.ts'

describe('the catalogue of attacks', () => {
  it('has one test for each attack, and no test that it does not know', () => {
    const tried = [...attacksByFile().values()].flat()
    expect(tried.toSorted()).toEqual(Object.keys(ATTACKS).toSorted())
  })
})
