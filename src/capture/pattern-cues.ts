import type { Classification } from './classify.ts'

type Strength = Classification['strength']

/** Verbs that give an instruction when a sentence begins with them. */
const INSTRUCTION =
  'use|keep|validate|check|run|wrap|treat|require|pin|escape|close|release|guard|return|throw|set|pass|store|log|test|mock|freeze|add|write|read|name|put|call|await|lock|limit|cap|batch|retry|verify|assert|register|declare|bump|regenerate|rebuild|restart|invalidate|clear|reset|normali[sz]e|saniti[sz]e|redact|document|review|split|extract|compare|sort|quote|encode|decode|parse|handle|catch|inject|seed|skip|load|open|create|define|derive|measure|format|include|exclude|import|export|initiali[sz]e|flush|commit|migrate|copy|trim|hash|sign|encrypt|rotate|cache|debounce|throttle|fetch|read|bind|configure|enable|disable|match|group|separate|isolate|inspect|trace|confirm|update|remove|delete|drop|map|convert|cast|narrow|type|annotate|mark|tag|label|follow|start|stop|fail|raise|rethrow|propagate|scope|resolve|order|stick|rely|depend|build|compile|install|publish|deploy|roll|back|give|make|take|move|ask|look|search'

/** What turns an instruction for one change into one for every change. */
const IN_GENERAL =
  /\b(?:instead of|rather than|before|after|when|whenever|while|unless|until|so that|because|every|each|any|only|otherwise|never|always|not|even if|if|at least|at most|no more than|once)\b/i

const RULE: readonly RegExp[] = [
  /^(?:always|never|do not|don['’]t|avoid|prefer|ensure|make sure|be sure|remember to|only (?!then|now|one|two|after that)\w+)\b/i,
  /^(?:before|after|when|whenever|if|unless|for every|for each|on every|in every|to \w+)\b[^,]{3,160},\s*(?:always|never|do not|don['’]t|avoid|prefer|ensure|make sure|first)\b/i,
  /\b(?:must|shall)(?: not| never| always)?\b(?! (?:have been|be the case|be (?:a |some )?(?:bug|mistake|error)))/i,
  /\bshould (?:not |never |always |only )?(?!have|be fixed|be addressed|be resolved|we|i\b)\w+/i,
  /\b(?:is|are) (?:not allowed|never allowed|forbidden|prohibited|mandatory|required|not permitted|off limits|banned)\b/i,
  /\b(?:we|callers?|handlers?|clients?|services?|modules?|tests?|components?|functions?|developers?|agents?|everyone|nobody) (?:always|never) (?!been|was|were|had|got)\w+/i,
  /\b(?:may|can|cannot|can['’]t) (?:only|never) (?:be )?\w+|\bno \w[\w -]{1,40} without\b/i,
]

const CAUSAL: readonly RegExp[] = [
  /\b(?:because|so that|otherwise|therefore|hence|thus|which (?:means|causes|leads|makes|breaks|hides|leaves)|due to|owing to|as a result|consequently)\b/i,
  /\b(?:causes?|leads? to|results? in|triggers?|prevents?|breaks|makes? it|hides|masks|leaves) \w+/i,
  /\b(?:fails?|breaks?|hangs?|crash(?:es)?|times? out|deadlocks?|leaks?|races?|diverges?|drifts?) (?:when(?:ever)?|if|because|unless|once|after|as soon as|under|on|without|silently)\b/i,
  /^(?:when(?:ever)?|if|unless|once|without)\b[^,]{3,160},\s*(?!\w+ed\b)\w+/i,
  /,\s*since \w+ \w+/i,
]

const RECURRING =
  /\b(?:again and again|once (?:again|more)|yet again|repeatedly|recurring|recurs?|recurrent|keeps? (?:\w+ing|coming)|every time|each time|whenever|often|frequently|usually|typically|generally|tends? to|commonly|regularly|consistently|most of the time|in most|time and again|habitually|routinely|nearly always|almost (?:always|every|never)|seldom|rarely|(?:second|third|fourth|fifth|\d+(?:nd|rd|th)) time|in (?:\d+|two|three|four|five|several|many|most) (?:of|runs?|places|files|prs|reviews|deliberations|issues|modules|services)|(?:common|frequent|usual|typical|recurring) (?:source|cause|mistake|error|failure|pitfall|reason|pattern|culprit)|in this (?:codebase|repo|repository|project|code base)|across (?:runs|prs|modules|services|files|the codebase|several|many|all))\b/i

/** A main verb in the past tells of one event. */
const ONCE =
  /\b(?:was|were|had|did(?:n['’]t)?|failed|broke|crashed|hung|caused|led to|resulted|happened|occurred|turned out|got|went|came|became|showed|returned|forgot|missed|took|made|found|saw|gave|lost|left)\b/i
const OF_SOMETHING_NAMED_BEFORE =
  /^(?:this|that|these|those|it|its|they|their|he|she|here|there|such|both|the (?:above|former|latter|same|other|first|second|third|following|previous|new|old|current|proposed))\b(?! (?:codebase|repo|repository|project|service|team|code base)\b)/i
const HEDGED =
  /\b(?:might|maybe|perhaps|possibly|probably|could be|seems?|appears?|presumably|likely|apparently|suspect|assume|guess|hopefully)\b/i

/**
 * How a sentence is worded as something that holds in general: a rule, a causal link, or an observation of what recurs.
 * Undefined when it tells of one case, leans on what was said before, or is unsure of itself.
 */
export function generalStrength(sentence: string): Strength | undefined {
  if (OF_SOMETHING_NAMED_BEFORE.test(sentence) || HEDGED.test(sentence)) return undefined
  if (isRule(sentence)) return 'rule'
  const recurring = RECURRING.test(sentence)
  if (CAUSAL.some((cue) => cue.test(sentence)) && (recurring || !ONCE.test(sentence))) return 'causal'
  return recurring ? 'observation' : undefined
}

/** The wording of a sentence that is known to be a pattern. */
export function strengthOfPattern(sentence: string): Strength {
  if (isRule(sentence)) return 'rule'
  return CAUSAL.some((cue) => cue.test(sentence)) ? 'causal' : 'observation'
}

const INSTRUCTS = new RegExp(`^(?:${INSTRUCTION})\\b`, 'i')

function isRule(sentence: string): boolean {
  return RULE.some((cue) => cue.test(sentence)) || (INSTRUCTS.test(sentence) && IN_GENERAL.test(sentence))
}
