import { expect, it } from 'vitest'
import { once } from './once.ts'

it('asks once, and keeps the answer, also where there is none', () => {
  let asked = 0
  const answer = once(() => {
    asked += 1
    return undefined
  })
  expect([asked, answer(), answer(), asked]).toEqual([0, undefined, undefined, 1])
})
