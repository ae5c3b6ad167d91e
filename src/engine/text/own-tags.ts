/** The tags of the blocks that Mettle puts into a prompt. */
export const OWN_TAGS = ['mettle', 'organization-learnings', 'tool-learnings'] as const

/**
 * How the block of a role begins: `=== HISTORICAL PATTERNS (judge) ===`. It ends at the next blank line. Looked for where a row of signs begins alone:
 * from each sign of an endless row it would be looked for to the end of the row again.
 */
export const HISTORICAL_HEADER = /(?<!=)={3,} ?HISTORICAL PATTERNS/i

/** The section that Mettle keeps in a file that agents read. */
export const OWN_SECTION = /<!-- mettle:begin(?: gap=\d)? -->[\s\S]*?(?:<!-- mettle:end -->|$)/g
