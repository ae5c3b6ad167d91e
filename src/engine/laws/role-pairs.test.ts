import { describe, expect, it } from 'vitest'
import { isValidator, mayValidate, pairOf, rolePairs } from './role-pairs.ts'

describe('pairs of roles', () => {
  it('are read from names around a colon, and anything else is passed over', () => {
    expect(rolePairs({ pairs: ['a:b', ' c : d ', 'e', ':f', 'g:', 'h:i:j', ''] })).toEqual([
      { adversarial: 'a', validator: 'b' },
      { adversarial: 'c', validator: 'd' },
    ])
  })

  it('are found by either of the two', () => {
    expect(pairOf({ validator: 'Curator' })?.adversarial).toBe('auditor')
    expect(pairOf({ adversarial: 'judge' })?.validator).toBe('inspector')
  })

  it('are as the caller names them, whatever is configured', () => {
    expect(pairOf({ adversarial: 'red', validator: 'blue' })).toEqual({
      adversarial: 'red',
      validator: 'blue',
    })
  })

  it('stay open when one name fits several pairs, or none', () => {
    expect(pairOf({ validator: 'x' }, { pairs: ['a:x', 'b:x'] })).toBeUndefined()
    expect(pairOf({ validator: 'nobody' })).toBeUndefined()
    expect(pairOf({})).toBeUndefined()
  })

  it('tell who validates: not a role that only challenges', () => {
    expect([mayValidate('inspector'), mayValidate('judge'), mayValidate('someone')]).toEqual([true, false, true])
    expect([isValidator('Lens'), isValidator('someone')]).toEqual([true, false])
  })
})
