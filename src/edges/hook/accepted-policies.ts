import type { BasePolicy } from '../../domain/base-policy.ts'
import { digest } from '../../domain/digest.ts'
import { readBasePolicy } from '../../engine/governance/base-policy.ts'
import { BASE_POLICY } from '../../engine/governance/gate.ts'
import { NO_FILE, readAccepted } from '../../machine/gate/accepted-policy.ts'
import type { GatePlace } from '../../machine/gate/gate-seal.ts'

/** Like `readPolicies` of the command line, with only what a hook may load; undefined if the file is gone or invalid. */
export function acceptedPolicies(text: string | undefined, place: GatePlace): BasePolicy[] | undefined {
  const accepted = readAccepted(place)
  if (text === undefined) return accepted === undefined || accepted.of === NO_FILE ? [BASE_POLICY] : undefined
  const policy = readBasePolicy(text)
  if (policy === undefined) return undefined
  return accepted?.of === digest(text) ? [policy] : [policy, accepted?.policy ?? BASE_POLICY]
}
