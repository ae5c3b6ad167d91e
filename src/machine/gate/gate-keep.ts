import { join } from 'node:path'
import { orElse } from '../../domain/sets.ts'
import type { ActiveOverlay } from '../../engine/governance/overlay.ts'
import type { OverlayKeeper } from '../../loop/views/active-overlays.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { makePrivateFolder } from '../files/private-files.ts'
import { type GatePlace, isKept, lastOf, marksOf, OVERLAYS, sealed } from './gate-seal.ts'
import { lastOverlays, readOverlays } from './overlay-file.ts'
import { sealKey } from './seal-keeper.ts'

/** Stores a sealed text in both places as the successor of the current one. */
export function keepInBoth(place: GatePlace, name: string, body: string): void {
  sealKey(place.key)
  const text = sealed(place, name, { serial: (lastOf(place, name)?.serial ?? 0) + 1, body })
  for (const folder of [place.far, place.near]) writeFileAtomically(join(makePrivateFolder(folder), name), text)
  for (const mark of marksOf(place, name)) makePrivateFolder(mark)
}

/** Seals a text for hooks only. It needs no second copy: if it is missing, hooks allow nothing. */
export function sealedForHooks(place: GatePlace, name: string, body: string): string {
  sealKey(place.key)
  return sealed(place, name, { serial: 0, body })
}

/** Stores the active overlays in both places, sealed. A different or truncated journal can only add to them, so deleting a journal opens no gate; `mettle policy accept` lifts that. */
export function openOverlayKeeper(place: GatePlace, onFailure: (error: unknown) => void): OverlayKeeper {
  return {
    read: () => readOverlays(place),
    keep: (overlays, head) => {
      try {
        keep(place, overlays, head)
      } catch (error) {
        onFailure(error)
      }
    },
  }
}

type Head = Parameters<OverlayKeeper['keep']>[1]

function keep(place: GatePlace, overlays: readonly ActiveOverlay[], head: Head): void {
  const { journal, position, isAccepted = false } = head
  const last = lastOverlays(place)
  const isOther = last !== undefined && (last.journal !== journal || last.position > position) && !isAccepted
  const wanted = isOther ? joined(last.overlays, overlays) : overlays
  const sorted = [...wanted].sort((a, b) => (a.adapter < b.adapter ? -1 : 1))
  const isBegun = isKept(place, OVERLAYS)
  if (isBegun) for (const mark of marksOf(place, OVERLAYS)) makePrivateFolder(mark)
  if (!isBegun && sorted.length === 0) return
  const isOrigin = isOther || (last?.journal === journal && last.position <= position)
  if (isOrigin && orElse(() => JSON.stringify(readOverlays(place)) === JSON.stringify(sorted), false)) return
  const origin = isOther ? { journal: last.journal, position: last.position } : { journal, position }
  keepInBoth(place, OVERLAYS, JSON.stringify({ ...origin, overlays: sorted }))
}

/** The stricter overlay of each adapter. */
function joined(before: readonly ActiveOverlay[], now: readonly ActiveOverlay[]): ActiveOverlay[] {
  const all = new Map(now.map((overlay) => [overlay.adapter, overlay]))
  for (const old of before) {
    const { riskMultiplier, suggestedMaxRetries, requireApproval } = all.get(old.adapter) ?? old
    all.set(old.adapter, {
      ...old,
      riskMultiplier: Math.max(old.riskMultiplier, riskMultiplier),
      suggestedMaxRetries: Math.min(old.suggestedMaxRetries, suggestedMaxRetries),
      requireApproval: old.requireApproval || requireApproval,
    })
  }
  return [...all.values()]
}
