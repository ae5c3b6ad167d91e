import type { NOTICES } from '../../domain/values/session.ts'

/** Why something in a session may teach what holds beyond it. */
export type Notice = (typeof NOTICES)[number]

/** More than so many characters were hardly typed: they hold what was pasted. */
const LONGEST_TYPED = 700
const LONGEST_LINE = 400

/** Words with which people state what shall hold from now on, in five languages. */
const LASTING =
  /(?<![a-zà-ÿ])(?:(?<!can |could )always|never(?! ?mind)|from now on|going forward|in (?:the )?future|next time|remember(?: to| that| also|:|,)|keep in mind|every time|whenever|as a rule|make sure|(?:i|we)(?:['’]d| would)?(?: always)? prefer|prefer (?!not)|(?<!(?:can|could|should|do|if|would) )we (?:don['’]?t|do not|never|only|always|usually|explicitly|removed|agreed|decided|use \w+ (?:for|to|in|explicitly))|our (?:convention|policy|rule)s?|(?<=^|[,.;:!] ?|please |should |can we |let['’]s )(?:don['’]t|do not|not) (?!worry|know|think|understand|see|care|mind|get|like|want|need|have|forget|sure|yet|now|really|only|just|fix)[a-z]+|no need to|stop [a-z]+ing|(?:must|should|may) (?:not|never|always)|shouldn['’]?t (?:we|be|do|commit|use|have|need)?|instead of (?!that|this|\d)|rather than|without asking|ask (?:me )?(?:first|before)|on purpose|directive|tdd|tests? first|(?<=^|[,.;:!] ?|and |please )remember |(?:is|are|was) supposed to|we (?:already )?have (?:an?|our) \w+ for|(?:use|using|follow|stick to|like) (?:our|the (?:existing|same|usual))|please (?:use|keep|put|write|run|reply|make|respond|always)|let['’]s (?:not|keep|stick|always|use)|(?:as|like) (?:we|in) (?:do|did|the other|other)|immer|nie(?:mals)?|ab (?:jetzt|sofort)|k[uü]nftig|in zukunft|merk dir|denk dran|vergiss nicht|bitte (?:kein|nicht|nie|immer)|statt(?:dessen)?|wir (?:nutzen|verwenden|machen|haben) (?:kein|nie|immer|nur)|nicht ohne|toujours|jamais|d[eé]sormais|dor[eé]navant|souviens-toi|n['’]oublie|ne .{1,30} (?:pas|jamais)|au lieu d|plut[oô]t qu|siempre|nunca|(?:a partir|de) (?:de )?ahora|recuerda|en (?:vez|lugar) de|no (?:uses|hagas|subas|toques|borres)|sin preguntar)(?![a-z])|总是|始终|永远|从不|绝不|不要|千万别|以后|从现在|记住|记得|而不是|必须|不能|先问/im

/** Words with which people correct what was just done, or state how things really are. */
const CORRECTS =
  /^(?:(?:and|but|hmm+|ah|oh|again|sorry|well),? )?(?:no+|nope|nah|wait|stop|nein|non|actually)\b(?! problem| worries)|\b(?:i don['’]t want|messed up|has no (?:real )?(?:value|sense)|(?:is|are) (?:an?|the) \w+ (?:on|of|in) |(?:is|was|are|that['’]s|it['’]s|looks) (?:not (?:correct|right|true|needed)|wrong)|not what i|you should(?:n['’]t)?(?: have)?|why (?:are|do|did|is) (?:we|you|it|this)(?: not| only| still|n['’]t)|why (?:not|don['’]t)|(?:are|do|did|does|would|should|could|can) (?:we|you|this|it) not|isn['’]t there|is there no|(?:we|you) (?:didn['’]t|did not|forgot|missed)|have you ma[dk]e|double[- ]check|not (?:replicat|duplicat|test)\w*|there(?:['’]s| is) (?:also|already|no)|the idea is|i thought (?:we|you|it)|(?:can|should) we (?:use our|be using|avoid|reuse)|i would have (?:expected|thought)|what are you doing|(?:is|are) (?:already|actually)|ideally|(?:stimmt|ist) (?:nicht|falsch)|das ist falsch|c['’]est faux|no es correcto|est[aá] mal)|\bfirst(?: maybe)?\s*\?|不对|错了|应该是/i

/** A line that a program printed or a page holds, not a person. */
const PRINTED =
  /^\s*(?:[$>❯│├└⏺●✓✗×•+|]|\d+ [+-]|at \S+ \(|[\w./-]+:\d+(?::\d+)?:|\[?\d{4}-\d\d-\d\d|\{|\}|<|error[:=]|fatal:|Traceback|File "|#{1,4} |diff --git|@@ )|^\s*[\w.]*(?:Error|Exception): |(?:Low|Medium|High|Critical) Severity/i

/** A text that a client or a hook put where a person types. */
const WRITTEN_BY_CLIENT =
  /^\s*(?:Operation stopped by hook|Implement the following plan|This session is being continued|\[Request interrupted|Caveat: )/i

/** How a person speaks, where a text is long enough to have been pasted. */
const IN_PERSON =
  /\b(?:i|i['’]d|i['’]m|we|let['’]s|you|please|my|ich|wir|bitte|je|on|nous|yo|nosotros)\b|[我你请们]/i

/** What a person typed of a prompt, without what they pasted: fences, quotations, printed lines, long paragraphs in nobody's voice. */
export function typedWords(text: string): string {
  if (WRITTEN_BY_CLIENT.test(text)) return ''
  const lines = text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split('\n')
    .filter((line) => !PRINTED.test(line) && line.trim() !== '')
  const own = lines.filter((line) => line.length <= LONGEST_LINE || isInPerson(line))
  const typed = own.join('\n').trim()
  if (text.length <= LONGEST_TYPED) return isReview(typed) ? '' : typed
  const spoken = own.filter((line) => line.length <= 240 && isInPerson(line))
  return [...spoken.slice(0, 1), ...spoken.slice(1).slice(-1)].join('\n')
}

function isInPerson(line: string): boolean {
  return IN_PERSON.test(line)
}

/** A comment of a reviewer or a bot, word for word: it names code and speaks to nobody. */
function isReview(text: string): boolean {
  return (
    text.length > 160 &&
    !/\b(?:i|we|let['’]s|you|please|can|my)\b/i.test(text.slice(-200)) &&
    !/\b(?:i|we|you)\b/i.test(text)
  )
}

/** Where a prompt stands: the first of a session corrects nothing, and one after a refusal without words says why. */
export interface PromptPlace {
  readonly isFirst: boolean
  readonly isAnswer?: boolean
}

/** Whether a prompt states something that may hold beyond today. */
export function noticePrompt(text: string, { isFirst, isAnswer = false }: PromptPlace): Notice | undefined {
  const typed = typedWords(text)
  if (typed.length < 6) return undefined
  if (LASTING.test(typed)) return 'rule'
  if (isFirst) return undefined
  const isReason = isAnswer && typed.split(/\s+/).length >= 5 && !/^(?:sorry|continue|go on)/i.test(typed)
  return isReason || CORRECTS.test(typed) ? 'correction' : undefined
}

/** Words with which people begin before they say what they mean. */
const LEAD_IN =
  /^(?:(?:no+|nope|wait|stop|hey|hmm+|ok(?:ay)?|please|sorry|actually|and|but|so|also|nein|non)\b[\s,.!:;—–-]+)+/i

const ASKS_BACK = /[?？]$|^(?:can|could|should|would|why|what|how|do|does|is|are|if) (?!not\b)/i

/** The first sentence of a text that says what is to last, as a sentence; a question says nothing by itself. */
export function lastingSentence(text: string): string | undefined {
  const sentences = typedWords(text).split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
  const said = sentences.map((one) => one.trim()).find((one) => LASTING.test(one) && !ASKS_BACK.test(one))
  const bare = said?.replace(LEAD_IN, '').replace(/[\s.!;,:…]+$/, '') ?? ''
  return bare === ''
    ? undefined
    : `${bare.charAt(0).toUpperCase()}${bare.slice(1)}${/[。！]$/.test(bare) ? '' : '.'}`
}

/** What a person typed when they refused a step; some clients put words of their own before it. */
const REFUSAL =
  /\b(?:the )?user (?:said|says|provided the following (?:reason|feedback)(?: for the rejection)?)\s*:\s*([\s\S]*)$/i

export function refusalWords(output = ''): string {
  return (REFUSAL.exec(output)?.[1] ?? '').trim()
}

const FEWEST_LETTERS = 8
/** A refused plan or question is answered by the next one; only what is said to last counts there. */
const PLANS = /plan|question/i

/** A step, as far as it tells whether something was refused, or failed and then passed in another form. */
export interface Taken {
  readonly name: string
  readonly kind: string
  readonly command?: string | undefined
  readonly ended?: string | undefined
  readonly output?: string | undefined
}

/** Whether a person refused a step and said why. */
export function noticeRefusal({ name, ended, output }: Taken): Notice | undefined {
  const words = ended === 'denied' ? refusalWords(output) : ''
  if (words.length < FEWEST_LETTERS || /^the user wants to clarify/i.test(words)) return undefined
  return !PLANS.test(name) || LASTING.test(words) || CORRECTS.test(words) ? 'refusal' : undefined
}

/** A call that failed, by its tool and its command. */
export interface Tried {
  readonly name: string
  readonly command: string
}

/** Failures of the way in which a tool was called, not of the code of the day. */
const OF_THE_CALL =
  /parse error|syntax error near|no such file or directory|not found\b|does not exist|unknown (?:option|command|flag|shorthand|skill|revision)|unrecognized|invalid (?:option|argument|value|id)|non-uuid|^usage:|must be (?:provided|specified|set|run)|requires? (?:a|an|at least|the)|cannot (?:write|find|open|use|be)|file exists|already exists|permission denied|operation not permitted|not a (?:git|directory|valid|terminal)|did not match|ECONNREFUSED|address already in use|is locked|HTTP 4\d\d|rate limit|timed? ?out|missing/im
const OF_THE_DAY =
  /^--- FAIL|^FAIL\b|\bundefined: |error TS\d|\(typecheck\)|CONFLICT \(|AssertionError|panic:|\d+ (?:failed|issues?:)|syntax error: unexpected|mismatched types|✕|✗/m
const LOOKS =
  /^(?:cd [^&;]+ && )?(?:ls|cat|head|tail|grep|rg|find|fd|pwd|which|type|stat|wc|git (?:status|log|show|diff|branch|rev-parse|ls-files|ls-tree|cat-file|config|grep|check-ignore|remote)|echo|test|sed -n|awk|jq|tree|env|printenv)\b/
const MOST_KEPT = 300

/** The call of a step that failed for how it was called; undefined for any other. */
export function triedIn({ name, kind, command = '', ended, output = '' }: Taken): Tried | undefined {
  if (ended !== 'failed' || kind === 'read' || kind === 'edit') return undefined
  if (kind === 'shell' && (command === '' || LOOKS.test(command))) return undefined
  if (!OF_THE_CALL.test(output) || OF_THE_DAY.test(output)) return undefined
  return { name, command: kind === 'shell' ? command.slice(0, MOST_KEPT) : '' }
}

/** Whether a step that passed is another form of one that failed: the same tool, and for a command a word in common. */
export function isCure({ name, kind, command = '', ended }: Taken, tried: readonly Tried[]): boolean {
  if (ended !== 'passed' || (kind === 'shell' && LOOKS.test(command))) return false
  return tried.some((failed) => {
    if (failed.name !== name || kind !== 'shell') return failed.name === name
    const known = wordsOf(failed.command)
    return failed.command !== command && wordsOf(command).some((word) => known.includes(word))
  })
}

const SAYS_LITTLE = /^(?:cd|echo|head|tail|grep|cat|export|true|dev|null|run)$/

function wordsOf(command: string): string[] {
  return command
    .split(/[\s"'=$(){}|;&]+/)
    .filter((word) => /^[a-z][\w-]{1,30}$/i.test(word) && !SAYS_LITTLE.test(word))
}

export const ASKS = {
  /** A session is asked so often at most. */
  most: 3,
  /** So many things must wait for the first, second and third time, */
  waiting: [1, 2, 5],
  /** or the oldest of them so many prompts. */
  prompts: [0, 4, 6],
}

/**
 * Whether to ask now, by what was noticed since the last time. The first thing is asked about immediately; later ones together, so that three times last for a long session.
 */
export function isAskDue(
  { asked, waiting, prompts }: { readonly asked: number; readonly waiting: number; readonly prompts: number },
  policy = ASKS,
): boolean {
  if (asked >= policy.most || waiting === 0) return false
  return waiting >= (policy.waiting[asked] ?? 1) || prompts >= (policy.prompts[asked] ?? 0)
}

/** What is shorter is not recorded as a lesson. */
const SHORTEST_LESSON = 20
const LESSON_LINE = /^[\s>*_`-]*Lesson:\**\s*(\S.{15,600})$/gim

/** The lessons that an agent wrote as lines of their own: `Lesson: never push without asking first.` */
export function lessonLines(text: string): string[] {
  if (!text.includes('Lesson:')) return []
  const lines = [...text.matchAll(LESSON_LINE)].map(([, said]) => said!.replace(/[*_`\s]+$/, ''))
  return lines.filter((line) => line.length >= SHORTEST_LESSON && !/^(?:\.\.\.|…)/.test(line))
}
