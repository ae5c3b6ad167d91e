import type { Mettle } from '../../open.ts'

const EVERY_MS = 1_000

/**
 * What hooks left is taken in while the server runs, so that a question of the gate shows at once. While one turn waits for the journal no other
 * begins: who ends the server waits for one at most. The returned function stops it.
 */
export function keepUp(
  mettle: Pick<Mettle, 'keepUp'>,
  onFault: (error: unknown) => void,
): () => Promise<void> {
  let turn: Promise<void> | undefined
  const timer = setInterval(() => {
    turn ??= mettle
      .keepUp()
      .catch(onFault)
      .finally(() => {
        turn = undefined
      })
  }, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await turn
  }
}
