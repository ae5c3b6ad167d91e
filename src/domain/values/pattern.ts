export const CATEGORIES = ['mistake', 'convention', 'pattern', 'insight'] as const
export type Category = (typeof CATEGORIES)[number]

export const STRENGTHS = ['observation', 'causal', 'rule'] as const
export type Strength = (typeof STRENGTHS)[number]

/** Where a pattern stands, in the order of lists. Agents are shown the first four. */
export const STATUSES = ['proven', 'helping', 'warning', 'new', 'doubted', 'held', 'retired'] as const
export type Status = (typeof STATUSES)[number]

export const LIFECYCLES = ['observed', 'candidate', 'verified', 'active', 'deprecated'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]

export const MATURITIES = ['candidate', 'established', 'proven', 'deprecated'] as const
export type Maturity = (typeof MATURITIES)[number]

/** Reasons to doubt a pattern, the mildest first. */
export const FLAGS = ['UNTESTED', 'REVIEW', 'STALE', 'PRUNE'] as const
/** Empty: no doubt. */
export type Flag = (typeof FLAGS)[number] | ''

export const PATTERN_DECISIONS = ['promote', 'deprecate', 'reset'] as const
export type PatternDecision = (typeof PATTERN_DECISIONS)[number]

export const PATTERN_SORTS = ['standing', 'helps', 'recent', 'sightings', 'applied'] as const
export type PatternSort = (typeof PATTERN_SORTS)[number]

/** How far a pattern got in a run: the run was shown it, the agent named it, or the change shows it. */
export type Tier = 'shown' | 'cited' | 'applied'

export const LABEL_STATUSES = ['approved', 'reworded', 'rejected'] as const

/** How much of the patterns fitted the budget of an injection. */
export const INJECTION_PATHS = ['full', 'summary', 'truncated', 'skipped'] as const
export type InjectionPath = (typeof INJECTION_PATHS)[number]

/** How a pulled pattern was matched with what was known. */
export const PULL_METHODS = ['new', 'hash', 'jaccard', 'trigger', 'known'] as const
export type PullMethod = (typeof PULL_METHODS)[number]
