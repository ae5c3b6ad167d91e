import {
  BANS,
  BELONGS,
  CLASS,
  CONTRAST,
  DOES,
  EVERY_TIME,
  GENERAL,
  GENERAL_START,
  IN_JEST,
  IN_THOUGHT,
  INSTEAD,
  LEAD_IN,
  NEGATED,
  OF_THE_MOMENT,
  OUGHT,
  QUESTION,
  RATHER,
  SUFFICES,
  TELLS_WHY,
  TOOL,
  WE,
} from './rule-words.ts'

const FEWEST_WORDS = 2
const MOST_WORDS = 40

/** What is said in a prompt, sentence by sentence, without what people begin with. */
function sentencesOf(text: string): string[] {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split(/(?<=[.!?])\s+|\n+|\s+[—–]\s+|;\s+|\s+-\s+/)
    .map(withoutLeadIn)
    .filter((sentence) => sentence !== '')
}

/**
 * What a prompt says of the kind that is asked for: whole sentences, or what follows a comma in one ("revert that, we never edit dist"). What to
 * do instead, right after it, belongs to it.
 */
export function said(text: string, says: (sentence: string) => boolean): string[] {
  if (IN_JEST.test(text)) return []
  const sentences = sentencesOf(text)
  const found: string[] = []
  for (let at = 0; at < sentences.length; at++) {
    const stated = statedIn(sentences[at]!, says)
    if (stated === undefined) continue
    const before = sentences[at - 1]
    if (before !== undefined && bans(before) && !BANS.test(stated)) {
      found.push(`${bare(before)}; ${lowered(stated)}`)
      continue
    }
    const next = sentences[at + 1]
    const isInstead = next !== undefined && !DOES.test(stated) && tellsInstead(stated, next)
    if (isInstead) at += 1
    found.push(isInstead ? `${bare(stated)}; ${lowered(next)}` : stated)
  }
  return found
}

/** What is not to be done, of which the sentence after it says what is. */
function bans(sentence: string): boolean {
  if (OF_THE_MOMENT.test(sentence) || QUESTION.test(sentence) || !isOfLength(sentence)) return false
  return BANS.test(sentence) && (GENERAL.test(sentence) || /\bbanned|forbidden\b/i.test(sentence))
}

function statedIn(sentence: string, says: (sentence: string) => boolean): string | undefined {
  if (IN_THOUGHT.test(sentence)) return undefined
  if (says(sentence)) return sentence
  const afterColon = sentence.split(/:\s+/).slice(1).map(withoutLeadIn).find(says)
  if (afterColon !== undefined) return afterColon
  const clauses = sentence.split(/(?:,|:)\s+|\s+(?:because|since|as)\s+/).map(withoutLeadIn)
  const at = clauses.findIndex((clause, index) => index > 0 && says(clause))
  if (at < 0) return undefined
  const whole = withFirstHalf(clauses[at - 1]!, clauses[at]!)
  return isBareBan(whole) ? undefined : whole
}

/** "…, no npm": what was said before it tells what to do instead, and was not understood. */
function isBareBan(clause: string): boolean {
  return /^(?:no|not|never)\s+\S+$/i.test(bare(clause))
}

/** "We say customer, never user" and "use the logger, we don't print" are one rule each: what is put first belongs to it. */
function withFirstHalf(before: string, stated: string): string {
  const isHalf = /^(?:never|not|always|only)\b/i.test(stated) || (DOES.test(before) && isOfLength(before))
  return isHalf && !OF_THE_MOMENT.test(before) && !QUESTION.test(before) ? `${before}, ${stated}` : stated
}

/** An instruction that goes with the rule before it. */
function tellsInstead(rule: string, sentence: string): boolean {
  if (OF_THE_MOMENT.test(sentence) || QUESTION.test(sentence)) return false
  if (BANS.test(rule) && !BANS.test(sentence) && (statesRule(sentence) || /\binstead\b/i.test(sentence)))
    return true
  return (INSTEAD.test(sentence) || SUFFICES.test(sentence)) && isOfLength(sentence)
}

function withoutLeadIn(sentence: string): string {
  let rest = sentence.trim().replace(/^[-*>\d.)\s]+/, '')
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(LEAD_IN, '')
  }
  return rest.trim().replace(/[,\s]*\b(?:please|pls|plz|thanks|thx|thank you|ok|okay)\b[.!\s]*$/i, '')
}

function bare(sentence: string): string {
  return sentence.replace(/[\s.!,;]+$/, '')
}

function lowered(sentence: string): string {
  return /^[A-Z][a-z]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence
}

/** Whether a sentence states something that holds beyond the moment. Precision goes first: a rule that is missed is told again. */
export function statesRule(sentence: string): boolean {
  if (!isOfLength(sentence) || QUESTION.test(sentence) || OF_THE_MOMENT.test(sentence)) return false
  if (/\b(?:i|i['’](?:m|ll|d))\b/i.test(sentence.replace(/\bi\.e\./gi, ''))) return false
  if (WE.test(sentence) || GENERAL_START.test(sentence) || EVERY_TIME.test(sentence)) return true
  if (RATHER.test(sentence)) return TOOL.test(sentence)
  if (NEGATED.test(sentence))
    return GENERAL.test(sentence.slice(6)) || CLASS.test(sentence) || TOOL.test(sentence)
  if (DOES.test(sentence))
    return (
      TOOL.test(sentence) || (GENERAL.test(sentence) && (CLASS.test(sentence) || CONTRAST.test(sentence)))
    )
  return BELONGS.test(sentence) || OUGHT.test(sentence)
}

/** Whether it tells why something was not let happen: with the deed at hand, less is enough. */
export function statesReason(sentence: string): boolean {
  if (statesRule(sentence)) return true
  if (!isOfLength(sentence) || QUESTION.test(sentence) || OF_THE_MOMENT.test(sentence)) return false
  if (NEGATED.test(sentence) || DOES.test(sentence)) return true
  return /^(?:that|this|it|those|these|the)\b/i.test(sentence) && TELLS_WHY.test(sentence)
}

function isOfLength(sentence: string): boolean {
  const words = sentence.split(/\s+/).length
  return words >= FEWEST_WORDS && words <= MOST_WORDS
}
