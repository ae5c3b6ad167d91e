import { expect, it } from 'vitest'
import { instant } from './law.ts'

it.each(['2026-02-30', '2025-02-29T10:00:00Z', '2026-04-31'])('refuses %s, a day that no calendar has', (text) => {
  expect(instant.safeParse(text).success).toBe(false)
})

it.each(['2024-02-29', '2026-12-31T23:59:59+02:00', 0, -1])('takes %s', (value) => {
  expect(instant.safeParse(value).success).toBe(true)
})
