import { it } from 'vitest'
import { ATTACKS, type AttackName } from './attacks.ts'

/** A test that tries an attack of the catalogue; what it must come to is the name of the test. */
export function attack(name: AttackName, action: () => void | Promise<void>, timeoutMs = 60_000): void {
  it(`${name}: ${ATTACKS[name].holds}`, action, timeoutMs)
}
