import * as z from 'zod'

/** How many at most. */
export const limit = z.int().min(1).max(5_000).describe('how many at most').optional()

/** An id or a name in a path. */
export const key = z.string().min(1).max(200)

/** When it happened, where that is not now. */
export const occurredAt = z.int().min(0).describe('epoch milliseconds; else now').optional()

export const reason = z.string().min(1).max(2_000).describe('why')
export const nothing = z.strictObject({})
