/** What is never a lesson, however it is worded. The first that fits is the reason that its author is told. */
const REJECTIONS: readonly { readonly reason: string; readonly pattern: RegExp }[] = [
  {
    reason: 'it gives orders to whoever reads it instead of saying what was learned',
    pattern:
      /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:previous|prior|above|earlier|system)\s+(?:instructions?|rules?|prompts?|messages?)\b/i,
  },
  {
    reason: 'it reports what was done, not what to do the next time',
    pattern:
      /^\W*(?:(?:i|we)\s+(?:have\s+)?)?(?:successfully\s+)?(?:implemented|completed|finished|added|created|updated|fixed|refactored|renamed|removed|merged|wrote)\b(?!.*\b(?:because|otherwise|so that|when|whenever|before|after|always|never|must|instead|unless|until)\b)/is,
  },
  {
    reason: 'it says that all is well',
    pattern:
      /^\W*(?:all\s+|the\s+)?(?:tests?|builds?|checks?|linters?)\s+(?:are\s+|is\s+|now\s+)*(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b[^,;]*$/i,
  },
  {
    reason: 'it holds for any code anywhere, so it tells nobody anything',
    pattern:
      /^\W*(?:always\s+|please\s+|make sure (?:to|you)\s+|remember to\s+|try to\s+)?(?:write (?:clean|good|readable|maintainable|better)\b.{0,20}\bcode|follow (?:the )?(?:best|good|coding) practices|(?:thoroughly )?test (?:your|the|all) (?:code|changes)|be (?:more )?careful|read the (?:docs|documentation|code|instructions)|handle (?:all )?errors|use (?:meaningful|descriptive|good) names|keep (?:it|the code|things) simple|double[- ]check (?:your|the|all) (?:work|code|changes)|think before (?:you )?cod(?:e|ing))\b[^,;:]{0,30}$/i,
  },
  {
    reason: 'it is about one task and will not come up again',
    pattern:
      /^\W*(?:in|for|during) this (?:task|ticket|issue|session|commit|pr|pull request|conversation|run)\b/i,
  },
]

/** Why a lesson is refused whoever wrote it, or undefined. */
export function hardRejection(lesson: string): string | undefined {
  return REJECTIONS.find(({ pattern }) => pattern.test(lesson))?.reason
}
