import type { Classification } from './classify.ts'

type Strength = Classification['strength']

/** Verbs that give an instruction when a sentence begins with them: ways of working, and single tasks. */
const PRACTICE =
  'use|keep|validate|wrap|treat|require|pin|escape|close|guard|store|pass|await|verify|assert|register|declare|regenerate|rebuild|invalidate|clear|normali[sz]e|saniti[sz]e|redact|compare|encode|decode|parse|handle|inject|initiali[sz]e|flush|encrypt|rotate|debounce|throttle|bind|separate|isolate|narrow|annotate|follow|propagate|rethrow|raise|resolve|derive|define|stick to|put|give|ask|read|load|expect|assume|quote|skip|fetch|throw|catch'
/** These are nouns as well, and count as verbs only before an object. */
const PRACTICE_OR_NOUN =
  'check|run|release|return|set|log|mock|freeze|name|call|lock|limit|cap|batch|retry|restart|reset|sort|seed|open|measure|format|commit|trim|hash|sign|cache|match|group|scope|order|look|list|start|stop|test|fail'
const TASK =
  'add|write|bump|document|review|split|extract|create|include|exclude|import|export|migrate|copy|configure|enable|disable|inspect|trace|confirm|update|remove|delete|drop|map|convert|cast|mark|tag|label|build|compile|install|publish|deploy|roll|make|take|move|rename|search|switch'

/** Words that make an instruction apply to every change, not to one. */
const IN_GENERAL =
  /\b(?:instead of|rather than|before|after|when|whenever|while|unless|so that|because|since|every|each|any|only|otherwise|never|always|not|even if|if|at least|at most|no more than|once (?:a|an|the|it|they|all|per)|as well as|in batches|until)\b/i
const FOR_EVERY_CASE =
  /\b(?:instead of|rather than|whenever|when \w+ing|unless|so that|because|since|every|each|any|otherwise|never|always|even if)\b/i

const RULE: readonly RegExp[] = [
  /^(?:always|never|do not|don['’]t|avoid|prefer|ensure|make sure|be sure|remember to|only (?:use|call|read|write|run|commit|merge|store|log|expose|import))\b/i,
  new RegExp(
    `^(?:before|after|when|whenever|if|unless|for every|for each|on every|in every|to \\w+)\\b[^,]{3,160}, ?(?:always|never|do not|don['’]t|avoid|prefer|ensure|make sure|first|${PRACTICE}|${PRACTICE_OR_NOUN}|${TASK})\\b`,
    'i',
  ),
  new RegExp(`^[A-Z][\\w -]{2,40}s: (?:always|never|do not|don['’]t|avoid|prefer|${PRACTICE}|${PRACTICE_OR_NOUN})\\b`),
  /^(?:any|every|each|all|no|new|anything|whoever|anyone|everything|if|when|whenever|before|after)\b.{3,200}\b(?:has to \w+|have to \w+|needs? (?:to|a|an|at least|no|its|their|one|two|`))/i,
  /^no \w.{2,120}\b(?:unless|without|except)\b/i,
  /^the (?:safest|best|right|only|easiest|cheapest|proper|correct) way to\b/i,
  /^it is (?:necessary|required|important|mandatory|forbidden|not allowed|best|essential) to\b/i,
  /^(?!the\b|this\b|it\b|one\b|two\b|half\b|both\b|these\b|most\b|some\b|all\b|tests?\b|changes\b|comments\b|findings\b)[\w `/.-]{3,60}(?<![\w-])(?:go|come|belong|live|follow|get|take) (?:in|into|on|through|from|to|under|with|the|a|an|`)/i,
  /^(?!the\b|`|.{0,80}\bis (?:a|an|the|just|only|merely)\b)[^,]{10,160}, (?:not|never) (?:by|through|via|with|in|on|from|as|at|for|to|the|a|an|one|\w+ed)\b/i,
  /^an? [^,]{3,80} is (?:a|an|the) [^,]{3,160}, (?:not|never) (?:a|an|the|one|merely|just)\b/i,
  /^(?:an?|any|every|each) .{3,160}\b(?:only|never) (?:with|when|if|after|once|by|through|from|until|unless)\b/i,
  /^(?!the\b|these\b|those\b|they\b)[^,]{3,80}\bare never (?:edited|committed|written|changed|logged|imported|deployed|merged|renamed|reused|hard-?coded)\b/i,
  /\b(?:is|are) (?:not allowed|never allowed|forbidden|prohibited|mandatory|not permitted|off limits|banned)\b/i,
  /\b(?:we|callers?|handlers?|clients?|services?|modules?|tests?|components?|functions?|developers?|agents?|everyone|nobody) (?:always|never) (?!been|was|were|had|got)\w+/i,
  /\b(?:may|can) only (?:be )?\w+/i,
]

/** `must` and `should` also describe what one change lacks; then their subject is one thing, and no word makes the sentence general. */
const MODAL =
  /\b(?:must(?! (?:have \w+(?:ed|en|t)|be (?:a|an|the|some|something|due|caused|related)|come from|stem|mean)\b)|should(?! (?:now |still |also |just )?(?:be (?:able|fine|ok|okay|enough|safe|good|sufficient|possible|done|ready|there)|have|we|i|work|pass|suffice|do|help|hold|matter|take|come)\b))(?: not| never| always)? \w+/i
const ONE_THING =
  /^\W*(?:[Tt]he\b|[\w./-]+\.\w{1,5}\b|`)|^[A-Z][\w-]*(?<!s|ing) (?:is|fails|breaks|hangs|crashes|lacks|misses|shows|has)\b/
const FOR_ANY_OF_ITS_KIND =
  /\b(?:every|each|any|all|always|never|whenever|unless|before|after|when|only|at least|at most)\b/i

const BEYOND = /\b(?:any|every|each|all|whenever|always|never|only|without|which|both|nobody|silently)\b/i

/** Verbs for what things usually do. */
const PLURAL_DOES =
  'arrive|keep|look|leave|hold|fill|fail|exit|return|take|run|print|share|ignore|survive|contain|lag|round|come|go|get|need|use|reach|lose|drop|break|hang|block|grow|expire|start|send|receive|write|read|depend|differ|fall|stay|remain|cost|show|hide|miss|skip|count|accept|reject|trigger|throw|leak|overlap|collide|drift|carry|resolve|assume|expect|treat|match|mean|make|store|inherit|override|apply|load|time out'
const DOES =
  'ignores?|treats?|rounds?|keeps?|sends?|counts?|strips?|expects?|needs?|holds?|drops?|issues?|evaluates?|guesses|leaves? out|falls? back|differs?|runs? with|rewrites?|caches?|truncates?|normali[sz]es?|retries|reuses?|sorts?|escapes?|swallows?|accepts?|rejects?'

/** Verbs for what one thing does to another. */
const EFFECTS =
  'causes|leads to|results in|triggers|prevents|breaks|makes|hides|masks|leaves|disables|drops|reorders|changes|hangs|loses|turns|removes|resets|invalidates|corrupts|slows|doubles|locks|blocks|deadlocks|swallows|skips|throws|leaks|fails|keeps|creates|overwrites|bypasses|forces|exposes|means|rules out|defeats|starves|exhausts|truncates|duplicates|kills'

const CAUSAL: readonly RegExp[] = [
  /\b(?:because|so that|otherwise|therefore|hence|thereby|which (?:is why|means|causes|leads|makes|breaks|hides|leaves|gives)|due to|owing to|as a result|consequently|silently|as soon as)\b/i,
  /,\s+so (?!that\b|far\b|on\b|we\b|you\b|this\b|it\b|let\b|nothing\b|all good\b)\w+/i,
  /\b(?:causes?|leads? to|results? in|triggers?|prevents?|hides|masks) \w+/i,
  new RegExp(`^\\w+ing (?!for\\b|over\\b|up\\b|on\\b).{5,160}\\b(?:${EFFECTS})\\b`, 'i'),
  /\b(?:fails?|breaks?|hangs?|crash(?:es)?|times? out|deadlocks?|leaks?|races?|diverges?|drifts?) (?:when(?:ever)?|if|because|unless|once|after|under|without|silently)\b/i,
  /\b(?:drifts?|slows?|grows?|fails?|differs?|breaks?) .{3,80}\b(?:once|when|whenever|after) (?:a|an|the|more|it|they|there)\b/i,
  new RegExp(
    `^(?:when(?:ever)?|if|unless|once|without|since|because)\\b[^,]{3,160}, ?(?!\\w+ed\\b).{0,120}\\b(?:${EFFECTS}|fail|break|hang|crash|lose|see|get|return|read|stay|never|twice|stale|wrong|old|lost|empty|fall|no longer)s?\\b`,
    'i',
  ),
  /^an? [^,]{5,160}, which (?!fixe[sd]|is\b|was\b)\w+s\b/i,
  /, ?(?:since \w+|as (?:the|a|an|our)) \w+ \w+/i,
]

const RECURRING =
  /\b(?:again and again|in a row|ends up|end up|more often than not|never \w+s\b(?=.*\bunlike\b)|once again|yet again|repeatedly|recurring|recurs?|recurrent|keeps? (?:\w+ing|coming)|every time|each time|whenever|often|frequently|usually|typically|generally|tends? to|commonly|regularly|consistently|most of the time|in most|time and again|habitually|routinely|nearly always|almost (?:always|every|never)|seldom|rarely|(?:second|third|fourth|fifth|\d+(?:nd|rd|th)) time|in (?:\d+|two|three|four|five|several|many|most) (?:of|runs?|places|files|prs|reviews|deliberations|issues|modules|services)|in (?:each|all|both|every one|most|half) of the (?:last|past|previous|earlier)|as in the last (?:two|three|four|few|several) \w+|(?:reverted|broken|missed|forgotten|reported|seen|bitten|failed|happened) (?:two|three|four|five|six|several|many|\d+) times|half of the (?:reverts|failures|outages|bugs|regressions|incidents|findings|fixes)|the usual (?:place|way|reason|story)|blind spot|as a matter of course|(?:common|frequent|usual|typical|recurring) (?:source|cause|mistake|error|failure|pitfall|reason|pattern|culprit)|in this (?:codebase|repo|repository|project|code base)|across (?:runs|prs|modules|services|files|the codebase|several|many|all))\b/i

/** A fact that holds regardless of circumstances does not depend on one change. */
const IN_ANY_CASE = /\b(?:whatever|regardless of|no matter|depending on|whether or not|independently of)\b/i

/** How a reviewer describes the change itself. */
const OF_THE_CHANGE =
  /\b(?:(?:the|this|these) (?:new|added|changed|proposed|current|present|renamed|moved)|here|are (?:all |now |both |well |quite |still )*(?:consistent|correct|clear|complete|unchanged|untouched|covered|missing|dead|unused|redundant|wrong|present|attached|ok|fine|small|in place|as expected))\b/i

/** Plurals without an article describe a kind of things: `Timestamps in the event stream are …`, `Soft-deleted rows count …`. */
const KIND_OF_THINGS = new RegExp(
  `^(?!(?:the|these|those|this|its|their|his|her|our|my|your|all|some|both|most|many|few|several|no|two|three|four|five|half|\\d+|tests?|checks?|comments?|findings?|changes?|commits?|thanks|names?|steps?|results?|details?|remarks?|questions?|risks?|points?|notes?|screenshots?|logs?|links?|typos?|nits?|numbers|timings?|benchmarks?|measurements?|callers?|usages?)\\b)(?:[\\w\`/.-]+ ){0,3}[\\w-]{2,}(?<!ss|us|is|as|os)s(?: (?:in|of|from|on|under|over|above|with|between|for|to|at) [^,;:]{2,80}?)? (?:(?:still|also|already|often|both|only) )?(?:are|aren['’]t|do not|don['’]t|have|cannot|can['’]t|can|never|always|${PLURAL_DOES})\\b`,
  'i',
)
/** A one-clause sentence is just a finding about this change; a fact worth keeping adds a consequence, a further condition or an exception. */
const SAYS_MORE =
  /[;:]|, (?:so|and|but|which|as|while|not|on|after|whatever)\b|\b(?:still|already|not|only|don['’]t|cannot|up to|about|by default|as a rule|across|in v\d|differently)\b/i

/** The surroundings of a change: tools, environments and other people's systems stay when it is merged. */
const SURROUNDINGS = new RegExp(
  `^(?:in )?(?:the |our |an? )?(?:[\\w\`/.-]+ ){0,2}(?:staging|production|sandbox|ci|linter|type[- ]?checker|type checks|checker|runners?|emulator|simulator|bundler|compiler|orm|framework|driver|proxy|load balancer|cdn|broker|scheduler|sdk|library|provider|gateway|supplier files|fixtures|test helpers|front end|back end|warehouse|health check|cache key)(?:['’]s [\\w-]+(?: [\\w-]+)?)?,? (?:(?:[\\w\`/.-]+ ){0,4})?(?:does not|do not|doesn['’]t|don['’]t|never|only|always|cannot|can['’]t|is not|are not|has (?:a different|no|its own|up to)|have (?:different|no|their own)|stands for|${DOES})\\b`,
  'i',
)

/** A main verb in the past describes one event. */
const ONCE =
  /\b(?:was|were|wasn['’]t|weren['’]t|had|did|didn['’]t|couldn['’]t|failed|broke|crashed|hung|caused|led to|resulted|happened|occurred|turned out|got|went|came|became|showed|returned|forgot|missed|took|made|found|saw|gave|lost|left)\b/i
const OF_SOMETHING_NAMED_BEFORE =
  /^(?:this|that|these|those|it|its|so|and|but|also|still|then|thus|hence|however|not|they|their|he|she|here|there|such|both|the (?:above|former|latter|same|other|first|second|third|following|previous|new|old|current|proposed))\b(?! (?:codebase|repo|repository|project|service|team|code base|is (?:necessary|required|important|mandatory|forbidden|not allowed|best|essential))\b)/i
const HEDGED =
  /\b(?:might|maybe|perhaps|possibly|probably|could be|seems?|appears?|presumably|likely|apparently|hopefully|(?:i|we) (?:suspect|assume|guess))\b/i

/** The strength of a sentence that states something general: a rule, a causal link, or an observation of what recurs. Undefined if it describes one case, refers to an earlier one, or is uncertain. */
export function generalStrength(sentence: string): Strength | undefined {
  if (OF_SOMETHING_NAMED_BEFORE.test(sentence) || HEDGED.test(sentence)) return undefined
  if (isRule(sentence)) return 'rule'
  const recurring = RECURRING.test(sentence)
  const isPresent = !ONCE.test(sentence)
  const isOfTheChange = OF_THE_CHANGE.test(sentence)
  const stands = isPresent && !isOfTheChange && isStanding(sentence)
  const holds = recurring || stands || (isPresent && !isOfTheChange && !isOneThing(sentence))
  if (holds && CAUSAL.some((cue) => cue.test(sentence))) return 'causal'
  return recurring || stands ? 'observation' : undefined
}

/** Whether a sentence states a lasting fact: about a kind of things, about the surroundings of the change, or regardless of circumstances. */
function isStanding(sentence: string): boolean {
  if (SURROUNDINGS.test(sentence) || IN_ANY_CASE.test(sentence)) return true
  return KIND_OF_THINGS.test(sentence) && SAYS_MORE.test(sentence)
}

/** Whether a sentence is only about what one thing does, whose cause may be gone tomorrow. */
function isOneThing(sentence: string): boolean {
  return ONE_THING.test(sentence) && !BEYOND.test(sentence)
}

/** The strength of a sentence that is already known to be a pattern; does not check again whether it is general. */
export function strengthOfPattern(sentence: string): Strength {
  const isDirective = RULE.some((cue) => cue.test(sentence)) || MODAL.test(sentence)
  if (isDirective || isInstruction(sentence)) return 'rule'
  return CAUSAL.some((cue) => cue.test(sentence)) ? 'causal' : 'observation'
}

const OBJECT = '(?:the|a|an|every|each|all|any|both|no|its|their|only|with|for|in|on|against|before|after|from|to)\\b|`'
/** Verbs that hardly ever qualify the noun after them: `sort keys before …`. */
const PLURAL_OBJECT =
  '(?:sort|restart|measure|freeze|trim|reset) (?:[\\w-]+ )?[\\w-]+s (?:before|after|in|by|with|when|whenever|until|only|as)\\b'
const DO_SO = new RegExp(`^(?:(?:${PRACTICE})\\b|(?:${PRACTICE_OR_NOUN}) (?:${OBJECT})|${PLURAL_OBJECT})`, 'i')
const DO_SO_BY_ITSELF = new RegExp(
  `^(?:${PRACTICE}) (?!the\\b|this\\b|that\\b|these\\b|those\\b|it\\b|a\\b|an\\b)`,
  'i',
)
const DO_ONCE = new RegExp(`^(?:${TASK})\\b`, 'i')

/** Whether a sentence begins with the action that it asks for: `Close the pool`, `Validate every token`. */
export function isInstruction(sentence: string): boolean {
  return DO_SO.test(sentence) || DO_ONCE.test(sentence)
}

function isRule(sentence: string): boolean {
  if (RULE.some((cue) => cue.test(sentence))) return true
  if (MODAL.test(sentence)) return !ONE_THING.test(sentence) || FOR_ANY_OF_ITS_KIND.test(sentence)
  if (ONCE.test(sentence)) return false
  if (DO_ONCE.test(sentence)) return FOR_EVERY_CASE.test(sentence)
  return DO_SO_BY_ITSELF.test(sentence) || (DO_SO.test(sentence) && IN_GENERAL.test(sentence))
}
