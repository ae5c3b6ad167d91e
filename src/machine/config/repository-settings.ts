import { CONFIG_KEYS, type ConfigName, type ConfigValue } from './keys.ts'

/**
 * Whether a value is stricter than, or the same as, the one that holds without the repository's file: less is shown, less is believed, or a person is asked
 * more often.
 */
type Stricter = (value: ConfigValue, before: ConfigValue) => boolean

const lower: Stricter = (value, before) => (value as number) <= (before as number)
const higher: Stricter = (value, before) => (value as number) >= (before as number)
const off: Stricter = (value) => value === false
const on: Stricter = (value) => value === true
const only =
  (...values: readonly ConfigValue[]): Stricter =>
  (value) =>
    values.includes(value)
const fewer: Stricter = (value, before) =>
  (value as readonly string[]).every((name) => (before as readonly string[]).includes(name))

/** What a repository's file may set by itself, as long as it is stricter. Every other setting waits until a person on this machine accepts its value. */
const STRICTER: { readonly [N in ConfigName]?: Stricter } = {
  'inject.adversarialBudgetTokens': lower,
  'inject.otherBudgetTokens': lower,
  'inject.planBudgetTokens': lower,
  'inject.agentStartMost': lower,
  'inject.agentStartBudgetTokens': lower,
  'inject.toolCallMost': lower,
  'inject.toolCallBudgetTokens': lower,
  'inject.toolCallMinRelevance': higher,
  'inject.promptMost': lower,
  'inject.promptBudgetTokens': lower,
  'inject.promptMinRelevance': higher,
  'inject.repeatInRun': off,
  'inject.leavePrunedOut': on,
  'inject.minRemainingTokens': higher,
  'inject.minScore': higher,
  'bayes.exploreShare': lower,
  'bayes.caution': higher,
  'bayes.mostUnproven': lower,
  'bayes.strangerShare': lower,
  'lifecycle.candidateSightings': higher,
  'lifecycle.verifiedSightings': higher,
  'lifecycle.verifiedContexts': higher,
  'maturity.minFeedback': higher,
  'maturity.minHelpful': higher,
  'maturity.maxHarmful': lower,
  'maturity.deprecationThreshold': lower,
  'successRate.highFrom': higher,
  'successRate.mediumFrom': higher,
  'successRate.reviewBelow': higher,
  'gate.approvalMinutes': lower,
  'policy.ratchet': only('strict'),
  'policy.staleAfterDays': lower,
  'overlay.riskyBelow': higher,
  'overlay.riskyMultiplier': higher,
  'overlay.unreliableBelow': higher,
  'overlay.approvalOccurrences': lower,
  'overlay.maxRetries': lower,
  'overlay.unreliableMaxRetries': lower,
  'share.organisation': off,
  'share.folder': only(''),
  'share.trusted': fewer,
  'share.maxPerSource': lower,
  'session.readTranscripts': off,
  'hook.sessionStart': off,
  'hook.prompt': off,
  'hook.subagents': off,
  'hook.tools': off,
  'hook.mostAsks': lower,
  // A hook that waits longer leaves less out.
  'hook.deadlineMs': higher,
  'doctor.quietDays': lower,
}

/** What no repository sets, accepted or not: it starts a program, sends something away, lets others in or writes outside of the project. */
const NEVER: readonly string[] = ['learn.collection', 'hook.gate', 'safety.off']
const NEVER_GROUPS: readonly string[] = ['classify.', 'serve.']

export type RepositoryRule = 'never' | 'stricter' | 'accepted'

/** What the file of a repository may do to a setting: nothing, make it stricter, or only what a person accepted. */
export function repositoryRule(name: ConfigName): RepositoryRule {
  if (NEVER.includes(name) || NEVER_GROUPS.some((group) => name.startsWith(group))) return 'never'
  return name in STRICTER ? 'stricter' : 'accepted'
}

/** Whether a repository's value holds without anybody's word: it is stricter, or changes nothing. */
export function holdsByItself(name: ConfigName, value: ConfigValue, before: ConfigValue): boolean {
  if (JSON.stringify(value) === JSON.stringify(before)) return true
  return STRICTER[name]?.(value, before) ?? false
}

/** In words, for the reference. */
export function repositoryRuleText(name: ConfigName): string {
  const { kind } = CONFIG_KEYS[name]
  switch (repositoryRule(name)) {
    case 'never':
      return 'no'
    case 'stricter':
      return `if stricter${kind === 'number' ? ` (${STRICTER[name] === lower ? 'lower' : 'higher'})` : ''}, else once accepted`
    default:
      return 'once accepted'
  }
}
