import { expect, it } from 'vitest'
import { relativeTime } from './numbers-text.ts'

const MINUTE = 60_000
const DAY = 86_400_000

it.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [3 * DAY, '3 days ago'],
  [13 * DAY, '1 week ago'],
  [45 * DAY, '1 month ago'],
  [800 * DAY, '2 years ago'],
  [-2 * 3_600_000, 'in 2 hours'],
])('%i ms before now is %s', (age, words) => expect(relativeTime(1e12 - age, 1e12)).toBe(words))
