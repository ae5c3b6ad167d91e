import { orElse } from '../../domain/sets.ts'
import type { ActiveOverlay } from '../../engine/governance/overlay.ts'
import { copies, type GatePlace, lastOf, notTheLast, OVERLAYS, readKept } from './gate-seal.ts'

/** The stored overlays, and the position of their journal. */
export interface KeptOverlays {
  readonly journal: string
  readonly position: number
  readonly overlays: readonly ActiveOverlay[]
}

/** The stored overlays for the gate: undefined if there never were any. Throws if it is unknown which adapters were gated. */
export function readOverlays(place: GatePlace): readonly ActiveOverlay[] | undefined {
  const earlier = beforeSeals(place)
  if (earlier !== undefined) return earlier
  const body = readKept(place, OVERLAYS)
  if (body === undefined) return undefined
  const kept = parsed(body)
  if (kept === undefined) throw notTheLast(place, OVERLAYS)
  return kept.overlays
}

/** The last stored overlays if readable, sealed or not. */
export function lastOverlays(place: GatePlace): KeptOverlays | undefined {
  const last = lastOf(place, OVERLAYS)
  return last === undefined ? undefined : parsed(last.body)
}

/** The single unsealed copy of earlier versions, valid until the first sealed one. */
function beforeSeals(place: GatePlace): ActiveOverlay[] | undefined {
  const [near, far] = copies(place, OVERLAYS)
  if (near === undefined || far !== undefined) return undefined
  const { version, overlays } = objectIn<{ version?: unknown; overlays?: unknown }>(near) ?? {}
  return version === 1 && areOverlays(overlays) ? overlays : undefined
}

/** Parsed manually, because the gate does not wait for a schema library. */
function parsed(body: string): KeptOverlays | undefined {
  const value = objectIn<KeptOverlays>(body)
  return typeof value?.journal === 'string' && Number.isInteger(value.position) && areOverlays(value.overlays)
    ? value
    : undefined
}

function objectIn<T>(text: string): T | undefined {
  return orElse(() => JSON.parse(text) as T, undefined)
}

function areOverlays(value: unknown): value is ActiveOverlay[] {
  return Array.isArray(value) && value.every(isOverlay)
}

function isOverlay(value: unknown): value is ActiveOverlay {
  const { adapter, riskMultiplier, suggestedMaxRetries, requireApproval, reason } = (value ?? {}) as ActiveOverlay
  return (
    typeof adapter === 'string' &&
    Number.isFinite(riskMultiplier) &&
    Number.isInteger(suggestedMaxRetries) &&
    typeof requireApproval === 'boolean' &&
    typeof reason === 'string'
  )
}
