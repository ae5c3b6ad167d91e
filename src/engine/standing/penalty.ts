export const PENALTY = {
  /** By the role whose pattern misfired, not by the validator that said so. */
  roleWeights: { sentinel: 1.5, inspector: 1.5 } as Readonly<Record<string, number>>,
  otherWeight: 1,
}

/**
 * What a false positive costs a pattern, and whether a trusted signal has started to misfire.
 *
 * A role that speaks with high confidence loses ground faster: sentinel and inspector 1.5, any other role 1.
 */
export function penalty(pattern: { role: string; wasValidated?: boolean | undefined }, policy = PENALTY) {
  const role = pattern.role.trim().toLowerCase()
  const own = Object.hasOwn(policy.roleWeights, role) ? policy.roleWeights[role] : undefined
  return { weight: own ?? policy.otherWeight, regression: pattern.wasValidated === true }
}
