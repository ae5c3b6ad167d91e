import type { BasePolicy } from '../../domain/base-policy.ts'
import { ACCEPTED, type GatePlace, notTheLast, readKept } from './gate-seal.ts'

/** In place of a digest: the absence of a file was accepted. */
export const NO_FILE = 'none'

/** The policy that a person last accepted for a project, and the digest of the text it stood in. */
export interface AcceptedPolicy {
  readonly of: string
  readonly policy: BasePolicy
  readonly by: string
  readonly at: number
}

/** Undefined if none was ever accepted. Throws if it was deleted, altered or replaced by an earlier one. */
export function readAccepted(place: GatePlace): AcceptedPolicy | undefined {
  const body = readKept(place, ACCEPTED)
  if (body === undefined) return undefined
  const accepted = JSON.parse(body) as AcceptedPolicy
  if (typeof accepted.of !== 'string' || typeof accepted.policy !== 'object') throw notTheLast(place, ACCEPTED)
  return accepted
}
