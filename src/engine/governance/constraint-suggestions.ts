import type { RunEffect } from './agent-profile.ts'

/** A rule that a person might want to tighten or watch after a run. */
export interface ConstraintSuggestion {
  readonly constraint: 'mutation-scope' | 'approval-pauses' | 'shell-pattern-blocklist'
  readonly action: 'tighten' | 'monitor'
  readonly confidence: number
  readonly reason: string
}

export const CONSTRAINT_CONFIDENCE = { rollback: 0.87, humanOverride: 0.74, unsafeShell: 0.92 }

const SHELL_TROUBLE = /shell|command|unsafe/i

/**
 * Suggestions about the rules that a run was under; nothing here changes a rule.
 *
 * A rollback: tighten the mutation scope (0.87). A human's override: watch the approval pauses (0.74). A failure whose issues
 * or failure type mention a shell, a command or something unsafe: tighten the blocklist of shell patterns (0.92).
 */
export function constraintSuggestions(
  run: RunEffect & { readonly issues?: readonly string[]; readonly failureType?: string },
  policy = CONSTRAINT_CONFIDENCE,
): ConstraintSuggestion[] {
  const suggestions: ConstraintSuggestion[] = []
  if (run.rollback) suggestions.push(scopeSuggestion(policy.rollback))
  if (run.humanOverride) suggestions.push(pauseSuggestion(policy.humanOverride))
  const trouble = [...(run.issues ?? []), run.failureType ?? ''].find((text) => SHELL_TROUBLE.test(text))
  if (run.result === 'failure' && trouble) suggestions.push(shellSuggestion(policy.unsafeShell, trouble))
  return suggestions
}

function scopeSuggestion(confidence: number): ConstraintSuggestion {
  const reason = 'The run was rolled back: it changed more than it could keep.'
  return { constraint: 'mutation-scope', action: 'tighten', confidence, reason }
}

function pauseSuggestion(confidence: number): ConstraintSuggestion {
  const reason = 'A person overrode the decision: see whether the pauses come at the right places.'
  return { constraint: 'approval-pauses', action: 'monitor', confidence, reason }
}

function shellSuggestion(confidence: number, trouble: string): ConstraintSuggestion {
  const reason = `The run failed with "${trouble}".`
  return { constraint: 'shell-pattern-blocklist', action: 'tighten', confidence, reason }
}
