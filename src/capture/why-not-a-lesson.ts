import { wordStem } from '../engine/search/word-stem.ts'
import { textTokens } from '../engine/search/words.ts'
import { citationsIn, withoutCitations } from '../engine/text/code-citations.ts'
import { OWN_LABEL } from '../engine/text/own-blocks.ts'

/** Text that is never a lesson, however it is worded. The first match gives the reason that the author is shown. */
const REJECTIONS: readonly { readonly reason: string; readonly pattern: RegExp }[] = [
  {
    reason: 'it gives orders to its reader instead of stating what was learned',
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
    reason: 'it is praise and no lesson',
    pattern:
      /^\W*(?:(?:this|that|it|everything|all) (?:is|was|went|looks|works) |(?:very |really )*)?(?:good|great|nice|excellent|perfect|amazing|well|awesome|fantastic|solid|lovely)(?: (?:job|work|done|stuff|progress|fix|change|result|teamwork|collaboration))*(?:[^\w`]+(?:thanks|thank you|keep (?:it|this) up|everyone|team|all|so far|today|everything works)\b[^\w`]*)*$/i,
  },
  {
    reason: 'it is about one task and will not come up again',
    pattern: /^\W*(?:in|for|during) this (?:task|ticket|issue|session|commit|pr|pull request|conversation|run)\b/i,
  },
]

/** Words that fit any code anywhere. A lesson of only such words, without a name, a number, code or a negation, says nothing about this project. */
const EVERYWHERE = new Set(
  `a about according add all along also always an and any anything api are as at attention avoid aware bad base be because been before best better big bigger both break bug build but by can careful carefully case change changes check class clean cleanly clear clearly code coded collaboration comment commit communicate
  complete complex component concise consider consistent control correct correctly could create date debug definitely deliver depend dependency deploy descriptive design detail developer developers did do document documentation does done double duplicate duplicated during each early easy edge edit effect effective
  efficient either engineer engineers ensure error etc every everyone everything everywhere excellent existing expected explain extra fast feature few field file fine finish fix focus focused follow for format from full function general gently get goal goes good great group guideline handle happy hard hard-coded hardcoded has
  have help helper high how i if implement important improve in industry input instruction into is issue it job just keep kept kind know large larger later learn lesson level library line log logic look loop incremental incrementally maintain maintainability maintainable make manage meaning meaningful merge message method minor mistake
  modular module more much must name neat need new nice null object often of on once one optimize or other others our out output overall own package part parts pass pay perfect perform performance plan please possible practice precise principles problem proceed process produce production professional program project proper
  properly pull public push quality quick quickly read readability readable really refactor release reliable remember repo repository requirement result reusable reuse review robust run safe same scalable secure security shared ship should simple simply small smaller so software solid solution some something split standard state
  stay step structure style submit success successfully such sure system task team test than that the their them then there these they thing think this thorough thoroughly those through time to together too try type understand unit up update use useful user validate value variable verify version very was way we well
  went were what when whenever where which while will with without work would write written you your across after anticipate appropriate artifact assume assumption automate automatic backup backward balance begin behavior between boundary careful cause choose clarification clarify clever cohesive collaborate compatibility compatible composition computation concern confident confirm confusing context coupling cut decision deep delete dependent describe detailed different discuss easier easily else encapsulate enough essential estimate evaluate expensive explicit fail failure fallback familiar feedback find found frequently future habit happen hidden impact implementation implicit incorrect independent information inheritance intent instead isolate latest leave logical maintenance measure mind modify nesting nothing operation organize organized over path pattern planning potential prefer premature prevent priority productive profile progress prototype purpose rather reader reason reduce regular regularly relevant repeat repetitive reproduce responsibility right risk risky root satisfied scope self-explanatory separate similar situation smart specific stable start strategy symptom temporary thoughtful tidy tool tools transparent twice unclear understandable unexpected unnecessary unused valuable warning whole yourself`
    .split(/\s+/)
    .map((word) => wordStem(word)),
)

function isGeneric(lesson: string): boolean {
  const plain = lesson.replaceAll('’', "'")
  return (
    !/[\d`_/\\@#$]|\b(?:before|after) the \w|\bimports?\b|\bgenerat/i.test(plain) &&
    (plain.toLowerCase().match(/[\p{L}']+/gu) ?? []).every((word) => EVERYWHERE.has(wordStem(word)))
  )
}

/** A swarm's report of a task; its lesson follows `Key insight:`. */
const INSIGHT =
  /^Task "[^"]{1,300}" completed successfully[^\n]{0,200}?\.\s+Key insight: ([\s\S]{1,2000}?)(?:\s+Files touched: |$)/

/** Why a lesson is refused, whatever its author; undefined if it is not. */
export function hardRejection(lesson: string): string | undefined {
  const insight = INSIGHT.exec(lesson)?.[1]
  if (insight !== undefined && (junkReason(insight) ?? hardRejection(insight)) !== undefined)
    return 'it reports what was done, not what to do the next time'
  if (isGeneric(lesson)) return 'it is true of any code, so it teaches nothing about this one'
  return REJECTIONS.find(({ pattern }) => pattern.test(lesson))?.reason
}

const EMPTY_PHRASE = /^\W*(n\/?a|none|nothing|no learnings?|todo|tbd|everything (is|was) fine|all good|done)\W*$/i

/** A line of our own block ends in the pattern's track record: `(5x validated) via:auditor`, `(helping 82%, 8 runs) #98308`. */
const OWN_LINE = new RegExp(
  `\\((?:(?:${OWN_LABEL})\\)(?: via:\\S{1,200})?(?: #[0-9a-f]{4,16})?|(?:new|warning)\\) #[0-9a-f]{4,16})\\W*$`,
)

/** A lesson with this many different words is not repetitive, however long it is. */
const ENOUGH_WORDS = 20

/** Why a lesson is not worth remembering, or undefined. Junk is worse than a gap: it is shown to every later run. */
export function junkReason(lesson: string): string | undefined {
  if (EMPTY_PHRASE.test(lesson)) return 'it says nothing'
  if (OWN_LINE.test(lesson)) return 'it is a line that Mettle itself injected'
  const words = textTokens(lesson)
  if (words.length < 4) return 'it has fewer than 4 words'
  if (new Set(words).size < Math.min(words.length / 3, ENOUGH_WORDS)) return 'it repeats itself'
  if (letterShare(lesson) < 0.5) return 'it is mostly not words'
  return undefined
}

function letterShare(text: string): number {
  const letters = text.match(/[\p{L}\p{N}\s]/gu)?.length ?? 0
  return letters / [...text].length
}

const DONE =
  'added|addressed|adjusted|analy[sz]ed|applied|approved|bumped|changed|checked|cleaned|closed|completed|confirmed|considered|converted|covered|created|deleted|deployed|documented|ensured|examined|executed|extended|extracted|fixed|found|handled|identified|implemented|improved|inspected|introduced|investigated|looked|merged|migrated|moved|noted|opened|patched|pushed|ran|re-?ran|rebased|refactored|reformatted|rejected|removed|renamed|replaced|reproduced|resolved|reverted|reviewed|rewrote|simplified|tested|traced|tried|updated|upgraded|validated|verified|walked|went|wrapped|wrote'

/** Wording by which a sentence is something other than a pattern. Each is anchored or a plain word list: linear in the text. */
const INSTEAD: readonly { readonly what: string; readonly said: RegExp }[] = [
  {
    what: 'a question',
    said: /\?["'”’)\]]*$|^(?:why|what|who|where|how|should (?:we|i|it|this)|could (?:we|you|this|it)|can (?:we|you|this)|would (?:it|this|you)|is (?:it|this|there)|are (?:we|there|these)|do (?:we|you)|does (?:it|this))\b(?=.*\?)/i,
  },
  { what: 'a lead-in', said: /:$/ },
  {
    what: 'a verdict',
    said: /^(?:(?:the )?(?:final |overall )?verdict|result|status|severity|decision|recommendation|conclusion|confidence|score|rating|evidence|location|root cause|fix(?: hint)?|impact|priority|risk|scope|summary|overall|issue|finding|file|line|author|reviewer|date)s? ?(?::|=|-)|\b(?:verdict|must_fix|false[_ ]positives?)\b/i,
  },
  {
    what: 'a verdict',
    said: /^\W*(?:PASS|FAIL|APPROVED?|REJECT(?:ED)?|LGTM|BLOCK(?:ED|ER)?|WARN(?:ING)?|CRITICAL|HIGH|MEDIUM|LOW|INFO|NIT)\b/,
  },
  { what: 'a finding', said: /^\W*(?:[A-Z]{1,3}-?\d{1,4}|#\d+|(?:finding|issue|problem|bug) #?\d+)\b/ },
  {
    what: 'what someone did',
    said: /^(?:i|we|they|he|she|you|my)(?:['’](?:ve|ll|d|m|re))?\b(?! (?:always|never|prefer|avoid|require)\b)|\bwe (?:must|should|need|will|can|could|have to|decided|agreed|want|plan|go with)\b|\bwe['’](?:ll|re|ve|d)\b|\b(?:someone|somebody|the author) (?:had|has|must|forgot)\b|\bi(?:['’](?:ve|ll|d|m))?\b(?!\.e|\/o)|\b(?:let me|let['’]s|sorry|my|me|mine|myself|(?:could|can|would) you|you (?:might|could|may|said|quoted|asked|wrote|mentioned))\b|\b(?:author|builder|team|they|he|she) (?:will|won['’]t|plans?)\b/i,
  },
  {
    what: 'what was done',
    said: new RegExp(
      `^(?:then |next,? |also |now |finally,? |first,? |successfully |already )*(?:${DONE})\\b|\\b(?:has|have|had|was|were) (?:been |now |also |already |just |successfully )*(?:${DONE})\\b|\\b(?:the|this) (?:author|builder|developer|agent|reviewer|architect|auditor|judge|sentinel|curator|inspector|lens|team|patch|pr|pull request|commit|diff|change|branch|plan) (?:has |also |now |correctly |already )*(?:adds?|fixe[sd]|introduces?|removes?|changes?|updates?|implements?|refactors?|moves?|${DONE})\\b`,
      'i',
    ),
  },
  {
    what: 'about this change only',
    said: /^\w+ this\b(?! (?:codebase|repo|repository|project))|^typos?\b|\bin the next (?:round|iteration|review|release|sprint)\b|\b(?:in|for|of|by|from|before merging|on|with) (?:this|the current|the present|the proposed) (?:pr|pull request|change(?:set)?|diff|commit|patch|branch|review|run|iteration|round|plan|task|ticket|session|deliberation|proposal)\b|^this (?:pr|pull request|change|diff|commit|patch|branch|plan)\b|\bthe (?:plan|pr|pull request|patch|diff|commit|author|auditor|judge) (?:already |now |still )*(?:does|has|is|was|says?|takes?|sets?|leaves?|answers?|uses?|keeps?)\b|^\W*[\w./-]*\w\.\w{1,5}(?::\d+)?`?:\s|\b(?:must|should|needs? to|has to|have to|can|to) be (?:fixed|addressed|resolved|corrected|reworked|changed|reverted|done|merged|rejected|approved|updated) ?(?:before|in this|prior|now|first|here|\.|$)|\b(?:follow-?up|next steps?|out of scope|to ?do|nitpick)\b/i,
  },
  {
    what: 'about one place',
    said: /\b(?:in|of|from|on) (?:this|that) (?:file|function|method|test|class|line|block|handler|endpoint|section|query|loop|migration|case|spec)\b|\b(?:lines? \d+|commit [0-9a-f]{6,40})\b|(?:^|\s)#\d+\b|\bwill be (?:added|done|fixed|merged|removed|handled|addressed|updated|moved|released|tested|covered|replaced)\b/i,
  },
  {
    what: 'a maxim',
    said: /\b(?:clean code|best practices?|good practice|keep it simple|simple is|better (?:than cure|safe)|premature optimi[sz]ation|common sense|technical debt|quality (?:is|matters|comes)|everybody['’]s|your code|software (?:is|always|never)|as they say|be careful|careful enough)\b/i,
  },
  { what: 'a quotation', said: /^["“„«]/ },
  {
    what: 'about these days only',
    said: /\b(?:today|yesterday|tomorrow|tonight|right now|at the moment|for now|currently|as it is now|this time|this (?:morning|afternoon|week|sprint|month)|last (?:time|push|week|month|night|round|commit|one)|(?:until|on|by|since|before|next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|step \d+|option [a-d]|iteration \d+|round \d+|\d{1,2}:\d\d)\b|\b(?:must|should|has to|can) wait\b|\b(?:until|till) (?:we|further|then|next|the (?:release|migration|freeze|backfill|fix|merge|demo|rollout|end))\b|^(?:do not|don['’]t|never|nobody|keep|leave|hold|wait)\b.{0,200}\b(?:until|till)\b|\btemporar(?:y|ily)\b|\bfor the (?:time being|moment|demo|release)\b|\b(?:before|after|until|once) (?:merg\w+|the merge|we merge|you merge|landing|shipping|approv\w+|the next (?:round|iteration|review))\b/i,
  },
  {
    what: 'tool output',
    said: /^\W*(?:error|warning|fatal|info|debug|panic|traceback|ok|usage)\b ?(?:\[[^\]]{0,40}\])?:/i,
  },
  {
    what: 'praise',
    said: /\ba (?:pleasure|joy|treat|delight)\b|\b(?:great|nice|good|excellent|awesome|solid|impressive|fantastic|amazing) (?:job|work|catch|call|change|improvement|coverage|structure|stuff|idea|effort|test coverage|refactor\w*)\b|\b(?:well[- ](?:done|written|structured|tested|designed|documented|thought)|looks? (?:good|great|fine|clean|solid|correct|right|ok(?:ay)?)|lgtm|kudos|thanks?|thank you|happy with|pleased|elegant|beautiful(?:ly)?|love (?:the|this|how)|makes? sense|(?:is|are) (?:fine|sensible|reasonable|sound)|clean and (?:readable|simple|clear))\b/i,
  },
  {
    what: 'a status',
    said: /\b(?:all|every|the|\d+) (?:\w+ )?(?:tests?|checks?|suites?|specs?|builds?|pipelines?|jobs?) (?:now |still |all )?(?:pass(?:ed|ing)?|fail(?:ed)?|are (?:green|passing|red)|is (?:green|passing|red)|succeed(?:ed)?|ran|run(?! \w+s\b))\b|\bno (?:\w+ ){0,3}(?:issues?|problems?|findings?|blockers?|regressions?|concerns?|changes?|errors?|warnings?|action) (?:(?:were|was|are|is|have been) )?(?:found|remain\w*|left|detected|needed|required|identified|seen|observed|here|to report)\b|\b(?:ready (?:to|for) (?:merge|review|ship|deploy)\w*|in progress|work in progress|ship it|good to go|is (?:done|complete[d]?|finished|green)|are (?:done|complete[d]?|finished|green)|remains? (?:open|to be)|still (?:open|pending|waiting)|pending review|awaiting)\b|\b\d+ (?:tests? )?(?:passed|failed|passing|failing|skipped)\b|^(?:done|fixed|n\/?a|none|nothing|todo|wip|tbd)\b/i,
  },
  {
    what: 'a wish',
    said: /^(?:please|consider|maybe|perhaps|possibly|it would be|it might be|might|could|would|one could|suggest(?:ion|ed|ing)?|recommend(?:ed|ation)?|nit|optional(?:ly)?|feel free)\b|\b(?:would be (?:nice|good|better|great)|might want to|may want to|i think|not sure|unclear (?:if|whether|why|how))\b/i,
  },
]

const CODE =
  /^(?:\$|>|#|\/\/|\/\*|npm |npx |git |cd |sudo |import |export |const |let |var |function |class |def |return |if \(|for \()|[{};]\s*$|=>|\b\w+\([^()]*\)\s*;|<\/?[a-z][\w-]*>/

const FEWEST_WORDS = 4

/** Why a sentence is not a pattern, in words; undefined if nothing rules it out. */
export function notAPattern(sentence: string): string | undefined {
  for (const { what, said } of INSTEAD) if (said.test(sentence)) return what
  const junk = junkReason(sentence)
  if (junk !== undefined) return junk
  if (citationsIn(sentence).length > 0 && wordCount(withoutCitations(sentence)) < FEWEST_WORDS)
    return 'only a place in the code'
  const plain = sentence.replace(/`[^`]*`/g, ' ').trim()
  if (CODE.test(plain)) return 'code'
  return wordCount(plain) < FEWEST_WORDS ? 'hardly any words' : undefined
}

const FEWEST_LISTED = 3

/** Why a line that a role lists as a pattern is not kept. The role chose it, so a short one counts, and so does one that is mostly a command. */
export function notListable(line: string): string | undefined {
  const plain = line.replaceAll('`', '')
  const instead = notAPattern(plain)
  if (instead === undefined) return undefined
  const isShort = wordCount(plain) >= FEWEST_LISTED && /hardly any words|fewer than 4 words/.test(instead)
  const isListed = isShort || (instead === 'a status' && RESTRICTED.test(plain))
  return isListed ? undefined : /^(?:it|only|hardly)\b/.test(instead) ? instead : `it is ${instead}`
}

/** `Deploys are done from main only` says how, not that something is done. */
const RESTRICTED = /\b(?:only|always|never|every|each|by|from|with|through|via)\b/i

const wordCount = (text: string): number => textTokens(text).length
