import { join } from 'node:path'
import type { BasePolicy } from '../../domain/base-policy.ts'
import { digest } from '../../domain/digest.ts'
import { orElse } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import { basePolicyWarnings, looserThan } from '../../engine/governance/base-policy.ts'
import { BASE_POLICY } from '../../engine/governance/gate.ts'
import { checkBasePolicy } from '../../loop/governance/approvals.ts'
import { textIfThere, whyUnreadable } from '../files/regular-file.ts'
import type { Workspace } from '../files/workspace.ts'
import { type AcceptedPolicy, NO_FILE, readAccepted } from './accepted-policy.ts'
import { keepInBoth } from './gate-keep.ts'
import { ACCEPTED, type GatePlace } from './gate-seal.ts'

export function policyPath({ root }: Workspace): string {
  return join(root, 'mettle.policy.json')
}

/** The repository's policy, read each time so that a change takes effect immediately. An invalid file is an error: a gate must not fall back to being open. */
export function readBasePolicy(workspace: Workspace): Promise<BasePolicy> {
  return readPolicyFile(policyPath(workspace))
}

async function readPolicyFile(path: string): Promise<BasePolicy> {
  const text = readIfThere(path)
  return text === undefined ? BASE_POLICY : checkBasePolicy(text, path)
}

/** The policies that a step has to pass: the current file, and the last accepted one, or the defaults. Only one if they are the same, or none was ever accepted. */
export async function readPolicies(workspace: Workspace, place: GatePlace): Promise<readonly BasePolicy[]> {
  const path = policyPath(workspace)
  const [text, accepted] = [readIfThere(path), readAccepted(place)]
  if (text === undefined && accepted !== undefined && accepted.of !== NO_FILE)
    throw new UserError(
      'policy',
      `${path} is gone, and its rules were active.`,
      'Put it back, or say that there is none: mettle policy accept',
    )
  if (text === undefined) return [BASE_POLICY]
  const policy = await checkBasePolicy(text, path)
  return accepted?.of === digest(text) ? [policy] : [policy, accepted?.policy ?? BASE_POLICY]
}

/** Accepts the current policy file, and returns what it relaxes compared with the policy accepted before. */
export async function acceptPolicy(
  workspace: Workspace,
  place: GatePlace,
  word: Pick<AcceptedPolicy, 'by' | 'at'>,
): Promise<readonly string[]> {
  const text = readIfThere(policyPath(workspace))
  const policy = text === undefined ? BASE_POLICY : await checkBasePolicy(text, policyPath(workspace))
  // A damaged record of acceptance is overwritten.
  const before = orElse(() => readAccepted(place), undefined)?.policy ?? BASE_POLICY
  keepInBoth(
    place,
    ACCEPTED,
    JSON.stringify({ of: text === undefined ? NO_FILE : digest(text), policy, ...word } satisfies AcceptedPolicy),
  )
  return looserThan(policy, before)
}

/** Records a file at least as strict as the accepted one as the new baseline; tightening needs no approval. */
export async function rememberStricter(workspace: Workspace, place: GatePlace, at: number): Promise<void> {
  try {
    const text = readIfThere(policyPath(workspace))
    const accepted = readAccepted(place)
    if (text === undefined || accepted?.of === digest(text)) return
    const policy = await checkBasePolicy(text, policyPath(workspace))
    if (looserThan(policy, accepted?.policy ?? BASE_POLICY).length > 0) return
    const word = { by: 'nobody: it asks for no less', at }
    keepInBoth(place, ACCEPTED, JSON.stringify({ of: digest(text), policy, ...word } satisfies AcceptedPolicy))
  } catch {
    // The reader of the file reports it if invalid or gone; meanwhile the gate asks.
  }
}

/** What the file loosens compared with the accepted one. */
export async function notYetAccepted(workspace: Workspace, place: GatePlace): Promise<readonly string[]> {
  const [policy, accepted] = await readPolicies(workspace, place)
  return policy === undefined || accepted === undefined ? [] : looserThan(policy, accepted)
}

/** A policy file's content, with warnings on entries that are allowed but probably not intended. */
export async function inspectBasePolicy(
  path: string,
): Promise<{ readonly there: boolean; readonly policy: BasePolicy; readonly warnings: readonly string[] }> {
  const policy = await readPolicyFile(path)
  return { there: policy !== BASE_POLICY, policy, warnings: basePolicyWarnings(policy) }
}

function readIfThere(path: string): string | undefined {
  try {
    return textIfThere(path)
  } catch (cause) {
    throw new UserError('policy', `${path} ${whyUnreadable(cause)}.`, 'Check the file, or remove it.', { cause })
  }
}
