import { join } from 'node:path'
import type { BasePolicy } from '../domain/base-policy.ts'
import { UserError } from '../domain/user-error.ts'
import { basePolicyWarnings } from '../engine/base-policy-warnings.ts'
import { BASE_POLICY } from '../engine/gate.ts'
import { checkBasePolicy } from '../loop/check-base-policy.ts'
import { readRegularText, whyUnreadable } from './regular-file.ts'
import type { Workspace } from './workspace.ts'

export function policyPath({ root }: Workspace): string {
  return join(root, 'mettle.policy.json')
}

/**
 * What people decided for this repository. Read each time it is asked for, so that a change holds at once; without a file, the
 * defaults. A file that is there and wrong is an error: a gate must not fall back to being open.
 */
export function readBasePolicy(workspace: Workspace): Promise<BasePolicy> {
  return readPolicyFile(policyPath(workspace))
}

async function readPolicyFile(path: string): Promise<BasePolicy> {
  const text = readIfThere(path)
  return text === undefined ? BASE_POLICY : checkBasePolicy(text, path)
}

/** What one file says, with what is allowed in it and yet hardly meant. */
export async function inspectBasePolicy(
  path: string,
): Promise<{ readonly there: boolean; readonly policy: BasePolicy; readonly warnings: readonly string[] }> {
  const policy = await readPolicyFile(path)
  return { there: policy !== BASE_POLICY, policy, warnings: basePolicyWarnings(policy) }
}

function readIfThere(path: string): string | undefined {
  try {
    return readRegularText(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new UserError('policy', `${path} ${whyUnreadable(cause)}.`, 'Check the file, or remove it.', {
      cause,
    })
  }
}
