import { expect } from 'vitest'
import type { UserErrorTold } from './writers.ts'

/** What a person reads when a store fails: the code, what happened with the value, and one line to do. */
export function expectToldError(error: UserErrorTold | undefined, code: string, value: string): void {
  expect(error).toMatchObject({ code })
  expect(error!.message).toContain(value)
  expect(error!.message).toMatch(/\.$/)
  expect(error!.hint).toMatch(/^[^\n]{5,120}$/)
  expect(`${error!.message} ${error!.hint}`).not.toMatch(/secret|loopback-only|undefined|\[object/)
}

/** The error with which a promise is rejected; it is no error at all when the promise is not. */
export async function rejection(promise: Promise<unknown>): Promise<UserErrorTold | undefined> {
  return promise.then(
    () => undefined,
    (error) => error,
  )
}
