import { join } from 'node:path'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { makePrivateFolder } from '../files/private-files.ts'
import { type GatePlace, lastOf, sealed } from './gate-seal.ts'
import { sealKey } from './seal-keeper.ts'

/** Keeps a text in both places, sealed, as the successor of what is there. */
export function keepInBoth(place: GatePlace, name: string, body: string): void {
  sealKey(place.key)
  const text = sealed(place, name, { serial: (lastOf(place, name)?.serial ?? 0) + 1, body })
  for (const folder of [place.far, place.near])
    writeFileAtomically(join(makePrivateFolder(folder), name), text)
}

/** The same text as only hooks need it: one that is gone allows nothing. */
export function sealedForHooks(place: GatePlace, name: string, body: string): string {
  sealKey(place.key)
  return sealed(place, name, { serial: 0, body })
}
