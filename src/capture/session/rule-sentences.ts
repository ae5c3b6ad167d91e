/** Words with which people begin before they say what they mean. "No mocks" begins with what it means. */
export const LEAD_IN =
  /^(?:(?:no+|nope|nah|stop|just|right|note|careful)\s*(?:[,.!:;—–-]+\s*|\s+(?=(?:use|run|do|don['’]?t|we|never|always|please|it['’]s)\b))|(?:wait|hey|hmm+|oh|ah|ok(?:ay)?|please|pls|plz|sorry|actually|well|uh|um|again|listen|look|fyi|btw|by the way|remember(?: that)?|reminder|also|and|but|so|ugh|argh|yeah|yes|thanks|then|next time|in (?:the )?future|going forward|for the future|(?:as )?i (?:already )?(?:told|asked|said)(?: you)?(?: to| that)?|you (?:should|must|need to|have to)(?! not\b)|make sure (?:to|that|you)|(?:it|that|this)(?:['’]s| is| looks) (?:good|fine|nice|ok|okay|great),? but)\b(?:\s*[,.!:;—–-]+\s*|\s+))/i

export const QUESTION =
  /\?\s*$|^(?:why|what|who|where|how|when|can|could|would|should|is|are|did|does|do you|shall)\b(?!.*\b(?:always|never)\b)/i

/** It is about today, about this place, or about nothing that can be named. */
export const OF_THE_MOMENT =
  /\b(?:never ?mind|yet|for now|right now|this time|today|tomorrow|for the moment|at the moment|until|till|later|in a (?:sec|minute)|not now|this (?:pr|branch|commit|ticket|task|one)|that one|the other one|instead of that)\b|^(?:do not|don['’]?t|never|stop)\s+(?:do(?:ing)?|touch(?:ing)?|chang(?:e|ing)|use|using|add(?:ing)?|delet(?:e|ing)|remov(?:e|ing)|edit(?:ing)?|run(?:ning)?|commit(?:ting)?|push(?:ing)?|that|it|this|there|those|these)\s*(?:that|it|this|those|these|them|there|anything|here|please)?\s*$|^(?:do not|don['’]?t)\s+(?:worry|bother|know|think|understand|see|care|mind|get|like|want|need|have|forget|stop|ask|give|guess|be)\b/i

/** Nobody who writes so states a rule. */
export const IN_JEST =
  /\b(?:lol|lmao|rofl|ha(?:ha)+|what could (?:possibly )?go wrong|yeah right)\b|[:;]-?D\b|;-?\)|(?:^|\s)\/s\b/i

/** What would be, or what others say. */
export const IN_THOUGHT =
  /\bif (?:we|you|they|i) ever\b|\b(?:we|they|you|he|she)['’]d\b|\bwould (?:have|say|be nice|love|prefer)\b|\b(?:imagine|suppose|i wonder|maybe|perhaps|hypothetical\w*|in theory)\b|^(?!we\b)(?:[\w']+ ){1,4}(?:says?|said|claims?|thinks?|insists?) /i

const HABITS =
  "always|never|only|use|don['’]?t|do not|can['’]?t|cannot|must|prefer|keep|put|run|store|write|name|avoid|require|stick|commit|format|pin|import|log|test|generate|standardi[sz]ed?|agreed|moved|migrated|switched|dropped|replaced|deprecated|follow|have (?:a|an|our) (?:rule|convention|policy|helper|wrapper|own)|have .{1,40} for (?:that|this)|ban|target|support|deploy|ship|squash|rebase|branch|mock|return|throw|wrap|validate"
const STATES =
  'are|is|must|should|need|needs|have|has|go|goes|live|lives|get|gets|use|uses|end|ends|start|starts|begin|begins'

/** How a team describes its habits. */
export const WE = new RegExp(
  `^(?:(?:here|in (?:this|our) \\w+),? )?(?:we(?:['’]ve)? (?:${HABITS})|we(?:['’]re| are) (?:on|using|not using|still on)|(?:nobody|no one|everyone|everybody) (?:\\w+s|should|must|is|has)|(?:all|every|each|any|our) (?:[\\w-]+ ){1,4}(?:${STATES})|there(?:['’]?s| is)(?: already)? an? (?:\\w+ ){0,2}(?:helper|util\\w*|wrapper|script|hook|component|target|convention|rule)|this is an? (?:\\w+ )?(?:pnpm|yarn|npm|bun|uv|poetry|nx|turbo) \\w+|it['’]?s (?:pnpm|yarn|npm|bun|uv|poetry) )\\b`,
  'i',
)

export const GENERAL_START =
  /^(?:(?:always|never)(?! (?:mind|again|again!|the|an?|that|this|been|seen|heard|knew|happen\w*|works?|fails?)\b)|from now on|whenever|every time|in (?:this|our) (?:repo(?:sitory)?|project|codebase|code base|monorepo|package|team|service|app)|(?:the |our |this )?(?:convention|rule|policy|repo|repository|project|codebase|team)\b)/i

export const GENERAL =
  /\b(?:always|never|every|whenever|by default|in (?:this|our) (?:repo(?:sitory)?|project|codebase|code base|monorepo|package|team)|here|we|our|convention|policy|everywhere|anywhere|ever|must|only|by hand|manually|directly)\b/i

export const BANS = /\b(?:not|never|nothing|no|don['’]?t|can['’]?t|cannot|banned|forbidden)\b|\w{2}n['’]t\b/i

export const NEGATED =
  /^(?:do not|don['’]?t|never|avoid|stop|no|no more|you (?:can['’]?t|cannot|may not)|you (?:must|should)(?: not|n['’]t)|(?:must|should)(?: not|n['’]t)|(?:please )?don['’]?t ever)\s+\w+/i

/** An instruction about something that can be named. */
export const DOES =
  /^(?:use|prefer|run|call|put|keep|import|write|name|format|create|go through|stick (?:to|with)|go via|read|wrap|throw|return|log|store|place|commit|regenerate|change|edit|update)\b(?! (?:it|this|that|them|these|those)\b)/i

/** What goes with a rule: the way to do it instead, or what comes of not doing so. */
export const INSTEAD =
  /^(?:otherwise|use|run|call|put|keep|import|write|create|go through|stick (?:to|with)|make|open|add|go via|wrap|throw|return|log|store|place|commit|regenerate|generate|change|edit|update|move|send|ask|extend|copy)\b/i

/** What is said to be good enough in place of what was refused. */
export const SUFFICES = /^\S.{0,60}\b(?:(?:is|are) (?:ok(?:ay)?|fine|enough|allowed)|will do|suffices?)\b/i

/** One thing put above another, and nothing else: "vitest, not jest". */
export const RATHER = /^`?[\w./-]+`?,? (?:not|instead of|rather than|over) `?[\w./-]+`?[.!]?$/i

export const CONTRAST = /\b(?:instead(?: of)?|rather than|,? not\b|over\b|and never|never)\b/i

/** Kinds of things: what is said of them holds for the next one too. */
export const CLASS =
  /\b(?:generated|vendor(?:ed)?|lock ?files?|migrations?|snapshots?|console\.log|force[- ]push(?:es|ing)?|main|master|prod(?:uction)?|secrets?|any|dependenc(?:y|ies)|node_modules|dist|mocks?|mocking|database|schema|public api|default exports?|barrel|globals?|singletons?|fixtures?|comments?|todos?|tests?|files?|imports?|exports?|types?|branches?|commits?|env)\b|`[^`]+`/i

export const TOOL =
  /\b(?:pnpm|yarn|npm|bun|deno|uv|poetry|pip|pipenv|conda|pytest|vitest|jest|mocha|just|cargo|docker|podman|ruff|black|eslint|biome|prettier|gradlew?|mvn|tox|nox|turbo|nx|terraform|tofu|kubectl|helm|psql|prisma|drizzle|alembic|node:test|playwright|cypress)\b|\b(?:run|use|with) make [a-z]|`[^`]+`/i

/** How something that is not this one thing ought to be. */
export const BELONGS =
  /^(?!(?:otherwise|because|then|so|if|the|this|that|it|there|you|my|your|he|she|they|we|i)\b)(?:[\w`'./-]+ ){1,4}(?:(?:always |never )?go(?:es)? (?:in|into|under|through|next)|(?:always )?lives? (?:in|next|under)|belongs? (?:in|to|under)|(?:is|are) (?:generated|owned by|always|never|written|kept|stored|named)|must|needs? an?|should (?:always|never|go|live|use|not)|never|always)\b/i

/** Kinds of things that "should be" some way are spoken of as such; that they "are" some way may be news of the day. */
export const OUGHT =
  /^(?!(?:the|this|that|these|those|my|your)\b)(?:[\w-]+ ){0,2}(?:messages|errors|logs|endpoints|handlers|components|migrations|dates|timestamps|ids|names|strings|queries|hooks|tests|files|imports|exports|types|branches|commits|comments|fixtures|amounts|prices|routes|services|modules|classes|functions|variables|constants)\b (?:should be|are .{2,60}\b(?:here|in this (?:repo|repository|project|codebase)))\b/i

/** Imperatives that hold for every time, by their own words. */
export const EVERY_TIME =
  /^prefer\b|^ask\b.{0,40}\b(?:before|first)\b|\bbefore (?:you |each |every |a )?(?:commit|push|merg|open|finish)|^use (?:the |our )?(?:existing|shared|common|own)\b|^use (?!an? |the |my |your |it|this|that)\S+(?: \S+){0,4},? (?:instead of|rather than|not) (?!an? |the |that|this|it)/i

/** What one says to explain a refusal. */
export const TELLS_WHY =
  /\b(?:because|since|otherwise|breaks?|generated|overwritten|owned by|shared|production|prod|protected|managed by|by hand|customers?|audit|reviewed?|approval|ci|pipeline|instead|only)\b/i

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

/** "…, no npm": the words before it say what to do instead, and were not understood. */
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

/** Whether a sentence states something general. Precision comes first: a person repeats a rule that was missed. */
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

/** Whether it gives the reason for a refusal; less is enough here, because the refused step is known. */
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
