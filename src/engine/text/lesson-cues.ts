import type { NOTICES } from '../../domain/values/session.ts'

/** Why something in a session may be a lesson for later. */
export type Notice = (typeof NOTICES)[number]

/** A longer text was hardly typed: it has pasted parts. */
const LONGEST_TYPED = 700
const LONGEST_LINE = 400

/** Phrases that express something, and regular expressions that are only tried if one of their words occurs. One large expression takes 10 ms to compile. */
interface Sayings {
  readonly phrases: readonly string[]
  readonly forms: readonly (readonly [words: readonly string[], form: RegExp])[]
}

function sayings(phrases: string, forms: readonly (readonly [words: string, form: RegExp])[]): Sayings {
  return {
    phrases: phrases.split('|').map((phrase) => (/[a-z]/.test(phrase) ? ` ${phrase} ` : phrase)),
    forms: forms.map(([words, form]) => [words.split('|').map((word) => ` ${word} `), form]),
  }
}

function isSaid({ phrases, forms }: Sayings, text: string): boolean {
  const lower = text.toLowerCase().replaceAll('’', "'")
  const plain = ` ${lower.replace(/[^a-zà-ÿ0-9'一-鿿]+|\B'|'\B/g, ' ')} `
  return (
    phrases.some((phrase) => (phrase.startsWith(' ') ? plain : lower).includes(phrase)) ||
    forms.some(([words, form]) => words.some((word) => plain.includes(word)) && form.test(lower))
  )
}

/** How people state what applies from now on, in a dozen languages; in other scripts, words are found anywhere in a text. */
const LASTING = sayings(
  `from now on|going forward|in future|in the future|next time|keep in mind|every time|whenever|as a rule|make sure|no need to|shouldn't|shouldnt|rather than|without asking|ask first|ask before|ask me first|ask me before|on purpose|directive|tdd|test first|tests first|supposed to|as we do|as we did|like we do|like we did|as in the other|like in the other|like in other|stick to|stick with|source of truth|claude md|agents md|gemini md|cursorrules|copilot instructions|have in mind|bear in mind|immer|nie|niemals|ab jetzt|ab sofort|künftig|kunftig|in zukunft|merk dir|denk dran|vergiss nicht|bitte kein|bitte nicht|statt|stattdessen|nicht ohne|nur mit|toujours|jamais|désormais|desormais|dorénavant|dorenavant|souviens toi|n'oublie|il ne faut|siempre|nunca|de ahora|recuerda|en vez de|en lugar de|no uses|no hagas|no subas|no toques|no borres|sin preguntar|no hay que|sempre|a partir de agora|não use|não faça|não mexa|não toque|não commita|em vez de|lembre|d'ora in poi|non usare|non fare|non toccare|invece di|ricorda|altijd|nooit|voortaan|in plaats van|onthoud|总是|始终|永远|从不|绝不|不要|千万别|以后|从现在|记住|记得|而不是|必须|不能|先问|禁止|别用|别改|别动|一律|前先|前要|всегда|никогда|впредь|запомни|нельзя|вместо|не трогай|не используй|сначала|必ず|絶対|常に|今後|覚えて|ないで|ではなく|じゃなく|する前に|コミット前|こと。|항상|절대|반드시|앞으로는|기억해|지 마|말고|금지`,
  [
    ['always', /(?<!can |could )\balways\b/],
    ['never', /\bnever\b(?! ?mind)/],
    ['remember', /\bremember(?: to\b| that\b| also\b|[:,])|(?:^|[,.;:!]|\band|\bplease) ?remember /m],
    ['prefer', /\bprefer\b(?! not)/],
    [
      'we',
      /(?<!\b(?:can|could|should|do|if|would) )\bwe (?:(?:don'?t|do not|never|only|always|usually|explicitly|removed|agreed|decided)\b|use \w+ (?:for|to|in|explicitly)\b|(?:name|deploy|store|ship|release|pin|prefix|avoid|tag|squash|rebase|target|support|log)\b|(?:already )?have (?:an?|our) \w+ for\b)/,
    ],
    [
      "don't|do|not",
      /(?:^|[,.;:!]|\b(?:please|should|can we|let's)) ?(?:don't|do not|not) (?!(?:worry|know|think|understand|see|care|mind|get|like|want|need|have|forget|sure|yet|now|really|only|just|fix|if|when|because|even|all|so|the|an?|in|at|on|from|that|this)\b)[a-z]|\b(?:also|and) (?:don't|do not) (?!we\b|you\b|they\b|have\b|want\b|know\b)[a-z]/m,
    ],
    ['stop', /\bstop [a-z]+ing\b/],
    ['instead', /\binstead of (?!that\b|this\b|\d)[^?\n]*(?:[.!\n]|$)/],
    ['must|should|may', /\b(?:must|should|may) (?:not|never|always)\b/],
    [
      'our|the',
      /\b(?:use|using|follow|stick to|like) (?:our|the (?:existing|same|usual))\b|\bour (?:conventions?|polic(?:y|ies)|rules?)\b/,
    ],
    ['please', /\bplease (?:use|keep|put|write|run|reply|make|respond|always)\b/],
    ["let's", /\blet's (?:not|keep|stick|always|use)\b/],
    ['wir', /\bwir (?:nutzen|verwenden|machen|haben) (?:kein|nie|immer|nur)\b/],
    ['ne|pas', /\bn(?:e |')\S.{0,30} (?:pas|jamais|plus)\b(?! \?)/],
    ['nicht', /^(?!.*\b(?:k[aoö]nn\p{L}*|will|möchte|würde|muss\p{L}*|müssen)\b).*\bnicht (?:\p{L}+ )?\p{L}+en\b/mu],
    ['keine|kein|keinen', /\bkeinen? \p{L}+ (?:auf|im|in|mit|ohne|außer|für)\b/u],
    ['non', /\bnon \p{L}+[aei]re\b/u],
    ['não', /\bnão \p{L}+[ae](?= \p{L})/u],
    ['geen', /(?:\b(?:gebruik|maak|zet|schrijf|commit|push)|,) geen \p{L}/u],
    ['faut|hay|bisogna', /\b(?:faut|hay que|bisogna) [^.!?\n]*(?:\b(?:avant|abord|antes|prima)\b|, no[nt]? )/],
    // About all things of a kind: "every bucket needs a tag", "models in staging must be views".
    ['all|every|each|any', /\b(?:all|every|each|any) [^.!?\n]+ (?:must|needs?|should|has to|have to)\b/],
    ['only', /\b(?:is|are) only (?:for|meant|allowed)\b|\bonly after\b|\bonly (?:runs?|works?|builds?|compiles?)\b/],
    ['lieu|plutôt|plutot', /\bau lieu d|\bplut[oô]t qu/],
  ],
)

/** How people correct an action, or state how things really are. */
const CORRECTS = sayings(
  `i don't want|messed up|not correct|not right|not true|not needed|not what i|you should|you shouldn't|why not|why don't|isn't there|is there no|have you made|double check|the idea is|i thought we|i thought you|i thought it|i would have expected|i would have thought|i just checked|none of|what are you doing|ideally|when i run|when running|if i run|after running|stimmt nicht|ist nicht|ist falsch|c'est faux|no es correcto|está mal|esta mal|warum nicht|wieso nicht|warum benutzt du|laufen nur|läuft nur|geht nur|bist du sicher|sollte das nicht|müsste das nicht|fehlt noch|pourquoi pas|pourquoi ne pas|il y a déjà|tu es sûr|es tu sûr|il manque|por qué no|ya hay|ya existe|estás seguro|falta el|falta la|porque não|por que não|tem certeza|já existe|perché non|c'è già|waarom niet|klopt niet|er is al|不对|错了|应该是|为什么不|为什么没|你确定|是不是应该|漏了|已经有|почему не|неправильно|уже есть|не так|違う|すでに|ちが|아니야|틀렸|이미`,
  [
    [
      'no|noo|nope|nah|wait|stop|nein|non|actually',
      /^(?:(?:and|but|hmm+|ah|oh|again|sorry|well),? )?(?:no+|nope|nah|wait|stop|nein|non|actually)\b(?! problem| worries|,? (?:that|it)'?s (?:fine|ok|good|all))/,
    ],
    ['is|are', /\b(?:is|are) (?:an?|the) \w+ (?:on|of|in) /],
    ['why', /\bwhy (?:are|do|did|is) (?:we|you|it|this)(?: not| only| still|n't)/],
    ['not', /\b(?:are|do|did|does|would|should|could|can) (?:we|you|this|it) not\b|\bnot (?:replicat|duplicat|test)/],
    ['first', /\bfirst(?: maybe)?\s*\?/],
    [
      'not',
      /(?:\b(?:is|are|use|lives|lives in) [\w./:-]+,? not (?:in |on )?)(?!sure|yet|only|just|an?\b|the\b|so\b|really|that|working)[\w./:-]/,
    ],
    ['but', /^but (?:wh|how|if|\w+n't)/],
    ['instead', /\b(?:can|could) (?:you|we) use .* instead of /],
    [
      'or',
      /\bor should (?:we|it|this)\b|\bor (?:it|they|else|the \w+) (?:won't|will|doesn't|don't|fails?|breaks?|gets?|crash\w*)\b/,
    ],
    ['otherwise', /\botherwise (?!look|it look|all\b|good|fine|great|lgtm|ok|i\b)/],
    ["can't|cannot", /\byou (?:can't|cannot) /],
    ['belongs|belong|goes|go|lives', /^(?!.*\?).*\b(?:belongs?|goes|\w+s go|lives) (?:in|into|under|through|next to) /],
    ['flaky|complain', /\b(?:is|are) flaky\b(?!\?)|\bcomplain\b/],
    ['btw|fyi', /\b(?:btw|fyi)\b(?![^.!\n]*\?|,? (?:can|could|please|let|also))/],
    ['no', /, no (?!problem|worries|need|rush)\w+(?:[.!]|$)/m],
    ['before', /\b(?:read|ask|run|check) [^.?\n]* before you\b/],
    ['nicht|pas|non|não|niet', /, ?(?:nicht|pas|non|não|niet) \p{L}/u],
    ['gehört|gehören', /\bgehör(?:t|en) (?:in|zu|nach|auf|unter)\b/],
    ['wrong', /^(?:\w+, )?wrong \w+[,.;!]|(?:\bis|\bwas|\bare|'s|\blooks) wrong\b/],
    ['has', /\bhas no (?:real )?(?:value|sense)\b/],
    [
      'we|you',
      /\b(?:we|you) (?:didn't|did not|forgot|missed)\b|\b(?:can|should) we (?:use our|be using|avoid|reuse)\b/,
    ],
    ["there|there's", /\bthere(?:'s| is) (?:also|already|no)\b/],
    ['already|actually', /\b(?:is|are) (?:already|actually)\b/],
    ["i|i'm", /\bi (?:get|got) th(?:is|ese)\b|\bi(?:'m| am) getting\b/],
    ['already', /\bwe already (?:have|use|do)\b/],
    // A doubting question: "isn't there …", "couldn't we …", "are these really …?", "how did this not …".
    [
      "isn't|aren't|wasn't|weren't|doesn't|don't|didn't|couldn't|can't|shouldn't|wouldn't|won't|haven't|hasn't",
      /\b(?:is|are|was|were|does|do|did|could|ca|should|would|wo|have|has)n't (?:an?|the|this|that|these|those|there|it|we|you|they|[a-z]+) [^.!\n]*\?/,
    ],
    ['really|actually|even', /\b(?:is|are|do|does|did|was|were) [^.!?\n]*\b(?:really|actually|even)\b[^.!\n]*\?/],
    ['sure', /\bare (?:we|you) sure\b|\bpretty sure (?:we|this|that|it)\b/],
    ['source|reason|point', /\bwhat(?:'s| is) the (?:source|reason|point) (?:for|of)\b/],
    ['wonder|wondering', /\bwonder(?:ing)?\b[^.!?\n]*\b(?:why|if it makes sense|whether)\b/],
  ],
)

/** How people ask for work to be undone. */
const REVERTS = sayings('revert|reverted|undo|undid|roll back|rolled back|rollback|back out', [])

/** A line printed by a program or copied from a page, not typed by a person. */
const PRINTED =
  /^\s*(?:[$>❯│├└⏺●✓✗×•+|]|\d+ [+-]|at \S+ \(|[\w./-]+:\d+(?::\d+)?:|\[?\d{4}-\d\d-\d\d|\[\d\d?:\d\d|(?:p?npm|yarn) (?:warn|err)|\{|\}|<|error[:=]|fatal:|Traceback|File "|#{1,4} |diff --git|@@ )|^\s*[\w.]*(?:Error|Exception): |(?:Low|Medium|High|Critical) Severity/i

/** A text that a client or a hook inserted as a prompt. */
const WRITTEN_BY_CLIENT =
  /^\s*(?:Operation stopped by hook|Implement the following plan|This session is being continued|\[Request interrupted|Caveat: )/i

/** Words of a person, in a text long enough to have been pasted. */
const IN_PERSON = /\b(?:i|i['’]d|i['’]m|we|let['’]s|you|please|my|ich|wir|bitte|je|on|nous|yo|nosotros)\b|[我你请们]/i

/** The part of a prompt that a person typed, without pasted text: fences, quotations, printed lines, long impersonal paragraphs. */
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

const isInPerson = (line: string) => IN_PERSON.test(line)

/** A pasted comment of a reviewer or a bot: it names code and addresses nobody. */
const isReview = (text: string) =>
  text.length > 160 && !/\b(?:let['’]s|please|can|my)\b/i.test(text.slice(-200)) && !/\b(?:i|we|you)\b/i.test(text)

/** The place of a prompt: the first of a session corrects nothing, and one after a refusal without words gives its reason. */
export interface PromptPlace {
  readonly isFirst: boolean
  readonly isAnswer?: boolean
}

/** Whether a prompt states something that may apply beyond today. */
export function cueInPrompt(text: string, { isFirst, isAnswer = false }: PromptPlace): Notice | undefined {
  const typed = typedWords(text)
  if (typed.length < 6) return undefined
  if (isSaid(LASTING, typed)) return 'rule'
  if (isFirst) return undefined
  if (isSaid(REVERTS, typed)) return 'reverted'
  const isReason = isAnswer && typed.split(/\s+/).length >= 5 && !/^(?:sorry|continue|go on)/i.test(typed)
  return isReason || isSaid(CORRECTS, typed) ? 'correction' : undefined
}

/** Words before the actual beginning of a sentence. */
const LEAD_IN =
  /^(?:(?:no+|nope|wait|stop|hey|hmm+|ah|oh|well|yes|yeah|ok(?:ay)?|please|sorry|actually|and|but|so|also|now|nein|non)\b[\s,.!:;—–-]+)+/i

const ASKS_BACK = /[?？]$|^(?:can|could|should|would|why|what|how|do|does|is|are|if) (?!not\b)/i

/** Verbs that state how things are, beginnings of a sentence that asks or orders, and questions that state something. */
const STATES =
  /\b(?:is|are|isn't|aren't|was|were|has|have|do(?:es)?n't|does|needs?|should(?:n't)?|must|will|won't|would|fails?|exists?|want|belongs?|can't|cannot|means?|uses?|ist|sind|läuft|laufen|braucht|est|sont|va|vont|es|son|van|é|são|fica|ficam|sono|vanno|zijn|moet|expects?|keeps?|works?|breaks?|gets?|makes sense)\b|^(?:the|this|that|it|it's|we|they|our|my|there|there's|those|these) /i
const ORDERS =
  /^(?:can|could|should|would|why|what|how|do|does|is|are|if|where|when|which|who|did|was|were|have|let's|please|then|add|fix|run|commit|push|update|make|create|write|use|remove|check|look|give|show|implement|review|explain|i'd like|i want)\b/i
const STATES_BY_ASKING = /\b(?:right|or|no|correct)\s*\?$|^why (?:can|do|not|is|are|did)/i

function sentencesOf(text: string): string[] {
  const sentences = typedWords(text).split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
  return sentences.map((one) => one.trim())
}

const OTHER_LETTERS = /[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2}/

/** Whether a prompt states a fact in a plain sentence. Many such facts are only about today, so this weighs less than a notice by its words. */
export function statesFact(text: string): boolean {
  return sentencesOf(text).some((one) => {
    const said = one.replaceAll('’', "'").replace(LEAD_IN, '')
    // "The cache is cold then, can we warm it?" states a fact before the question.
    const stated = said.replace(/,[^,]*[?？]$/, '')
    const words = stated.split(/\s+/).length
    // In other scripts, anything that is not a question counts.
    if (OTHER_LETTERS.test(stated)) return stated.length > 7 && !/[?？]$/.test(stated)
    if (words < 4 || words > 60) return false
    return /[?？]$/.test(stated) ? STATES_BY_ASKING.test(stated) : STATES.test(stated) && !ORDERS.test(stated)
  })
}

/** Sentences that apply only to the current work: a wish, a plan, a guess, wording for a text of today, or the thing that both are looking at. */
const OF_TODAY = [
  /^(?:i(?:'d| would)? (?:guess|personally|wonder|prefer a)\b|for (?:example|instance|the first|starters)\b|just\b|looking at\b|once (?:we|this|that|it)\b|(?:we|you) (?:(?:also|still|now) )?(?:need to|have to)\b(?! (?:always|never))|write (?:down|up|me)\b|q:|this:|this (?:branch|pr|change|commit|shouldn't)\b|it (?:somehow|still|seems|looks|always)\b|really\b|then\b|[-*+] |\d+[.)] |still\b)/i,
  /\b(?:for now|for the moment|so far|this time|last time|right now|the changes you|you (?:just )?(?:did|made|wrote)|in this (?:branch|pr|change|commit|session|task)|the one here|fürs erste|pour l'instant|por ahora)\b|暂时|这次/i,
  /\bwe don't (?:really )?(?:need|have to|want to)\b|\bno need to (?:do|change|fix) (?:that|it|this)\b|\b(?:is|are) (?:still )?failing\b/i,
  /\binstead of ["“][^"”]+ [^"”]+["”]|["“][^"”]+["”] should (?:be|say|read)\b|:$|\betc\.?$|\b\w+\(\w*\) (?:casts?|calls?|returns?|is|are)\b/i,
]
/** A wish is about today, unless it says otherwise. */
const WISHES =
  /^i(?:'d| would)? (?:like|want|need)\b|\blet's (?!not\b|stick\b|keep (?:to|using|the)\b)|^(?:ich (?:möchte|will|hätte)|je (?:veux|voudrais)|quiero)\b|^我想/i
const FOR_EVER =
  /\b(?:always|never|from now on|in (?:the )?future|going forward|whenever|every time|next time|as a rule|tdd|immer|nie|niemals|künftig|toujours|jamais|désormais|siempre|nunca)\b|总是|永远|以后/i
const POINTS = /\b(?:this|that|it|it's|these|those|them|here|das|dies|ça|cela|eso|esto)\b|[这那]/i
const FEWEST_AFTER_POINTING = 9
/** A code identifier in an impersonal sentence: it was probably pasted from a review. */
const NAMES_CODE = /\b[A-Za-z]+(?:[a-z][A-Z]|_[a-z]|\.[A-Z])\w+/
/** A rule that is announced as one, or begins with its duration: it comes from a person, whatever code it names. */
const ANNOUNCED =
  /^(?:(?:one|an?|another|our|my|new|more|last|general|hard|house|team|important) ){0,3}(?:rule|convention|policy|reminder|thing|regel|règle|regla) ?:/i
const GIVEN =
  /^(?:always|never|from now on|in (?:the )?future|going forward|whenever|every time|as a rule|immer|niemals|nie|künftig|toujours|jamais|désormais|siempre|nunca)\b/i

function isOfToday(sentence: string): boolean {
  const said = sentence.replaceAll('’', "'").replace(LEAD_IN, '')
  const words = said.split(/\s+/).length
  if (OF_TODAY.some((form) => form.test(said)) || (WISHES.test(said) && !FOR_EVER.test(said))) return true
  const isAnnounced = ANNOUNCED.test(said)
  if (NAMES_CODE.test(said) && words > 14 && !isInPerson(said) && !isAnnounced && !GIVEN.test(said)) return true
  // In a rule, "here" is the repository.
  const pointing = isAnnounced ? said.replace(/\bhere\b/gi, '') : said
  return words < FEWEST_AFTER_POINTING && POINTS.test(pointing) && !/\bthis (?:repo|project|code)/i.test(said)
}

/** The first sentence of a text that states something lasting; a question by itself states nothing. */
export function lastingSentence(text: string): string | undefined {
  const said = sentencesOf(text).find((one) => isSaid(LASTING, one) && !ASKS_BACK.test(one) && !isOfToday(one))
  const bare =
    said
      ?.replace(LEAD_IN, '')
      .replace(/(?:[\s.!;,:…]|[:;]-?[)(|])+$/, '')
      .replace(/^\((.*)\)$/, '$1') ?? ''
  return bare === '' ? undefined : `${bare.charAt(0).toUpperCase()}${bare.slice(1)}${/[。！]$/.test(bare) ? '' : '.'}`
}

/** A person's words when they refused a step; some clients put words of their own before them. */
const REFUSAL =
  /\b(?:the )?user (?:said|says|provided the following (?:reason|feedback)(?: for the rejection)?)\s*:\s*([\s\S]*)$/i

export function refusalWords(output = ''): string {
  return (REFUSAL.exec(output)?.[1] ?? '').trim()
}

const FEWEST_LETTERS = 8
/** A refused plan or question is answered by the next one, so only lasting words count there. */
const PLANS = /plan|question/i

/** The fields of a step that show whether it was refused, or failed and then passed in another form. */
export interface Taken {
  readonly name: string
  readonly kind: string
  readonly command?: string | undefined
  readonly ended?: string | undefined
  readonly output?: string | undefined
}

/** Whether a person refused a step and gave a reason. */
export function cueInRefusal({ name, ended, output }: Taken): Notice | undefined {
  const words = ended === 'denied' ? refusalWords(output) : ''
  if (words.length < FEWEST_LETTERS || /^the user wants to clarify/i.test(words)) return undefined
  return !PLANS.test(name) || isSaid(LASTING, words) || isSaid(CORRECTS, words) ? 'refusal' : undefined
}

/** A call that failed, by its tool and its command. */
export interface Tried {
  readonly name: string
  readonly command: string
}

/** Failures caused by the way a tool was called, not by the current code. */
const OF_THE_CALL =
  /parse error|syntax error near|no such file or directory|not found\b|does not exist|unknown (?:option|command|flag|shorthand|skill|revision)|unrecognized|invalid (?:option|argument|value|id)|non-uuid|^usage:|must be (?:provided|specified|set|run)|requires? (?:a|an|at least|the)|cannot (?:write|find|open|use|be)|file exists|already exists|permission denied|operation not permitted|not a (?:git|directory|valid|terminal)|did not match|ECONNREFUSED|address already in use|is locked|HTTP 4\d\d|rate limit|timed? ?out|missing/im
const OF_THE_DAY =
  /^--- FAIL|^FAIL\b|\bundefined: |error TS\d|\(typecheck\)|CONFLICT \(|AssertionError|panic:|\d+ (?:failed|issues?:)|syntax error: unexpected|mismatched types|✕|✗/m
const LOOKS =
  /^(?:cd [^&;]+ && )?(?:ls|cat|head|tail|grep|rg|find|fd|pwd|which|type|stat|wc|git (?:status|log|show|diff|branch|rev-parse|ls-files|ls-tree|cat-file|config|grep|check-ignore|remote)|echo|test|sed -n|awk|jq|tree|env|printenv)\b/
const MOST_KEPT = 300

/** The shell returns the exit code of the last program, not of the one that did the work. */
const HIDES_EXIT =
  /\|\s*(?:tail|head|grep|tee|cat)\b[^|;&]*$|\|\|\s*(?:true|echo\b[^|;&]*)$|;\s*(?:true|echo\b[^|;&]*)$/
/** Messages of a program that had nothing to work on, even if it exits like a failing test. */
const NOTHING_DONE =
  /\[setup failed\]|build constraints exclude|matched no packages|no (?:test files|tests? (?:found|ran|to run|matched|collected))|0 tests? (?:found|ran|collected)|\/dev\/tty|not a tty|no such (?:service|task|target|script)|missing script/i
/** A longer output is about more than a failed call. */
const MOST_OF_A_FAILED_CALL = 1_200

/** The work of a step: the first words of its last command that does more than look, or its tool; undefined if it only looks or edits. */
export function workOf({ name, kind, command = '' }: Taken): string | undefined {
  if (kind !== 'shell') return kind === 'read' || kind === 'edit' ? undefined : name
  if (LOOKS.test(command)) return undefined
  const commands = command.includes('\n') ? [command] : command.split(/ (?:&&|;) |; /)
  const last = commands.findLast((one) => !LOOKS.test(one)) ?? command
  return last.trim().split(/\s+/, 3).join(' ') || undefined
}

/** Whether a step failed, even if the exit code is that of a program that trims the output. */
export function hasFailed({ command = '', ended, output = '' }: Taken): boolean {
  return ended === 'failed' || (ended === 'passed' && HIDES_EXIT.test(command) && OF_THE_DAY.test(output))
}

/** The call of a step that failed because of how it was called; undefined for any other. */
export function triedIn(step: Taken): Tried | undefined {
  const { name, kind, command = '', ended, output = '' } = step
  if (workOf(step) === undefined) return undefined
  if (ended === 'passed' && !(HIDES_EXIT.test(command) && output.length <= MOST_OF_A_FAILED_CALL)) return undefined
  if (ended !== 'failed' && ended !== 'passed') return undefined
  const isOfTheCall = OF_THE_CALL.test(output) && !OF_THE_DAY.test(output) && ended === 'failed'
  if (!isOfTheCall && !NOTHING_DONE.test(output)) return undefined
  return { name, command: kind === 'shell' ? command.slice(0, MOST_KEPT) : '' }
}

/** Whether a step that passed is another form of one that failed: the same tool, and for a command a common word. */
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
  return command.split(/[\s"'=$(){}|;&]+/).filter((word) => /^[a-z][\w-]{1,30}$/i.test(word) && !SAYS_LITTLE.test(word))
}

export const ASKS = {
  most: 3,
  /** The weight of a plain statement, or of work that failed and passed later; everything else weighs 1, which is enough to ask. */
  weak: 0.25,
  /** Less weight is enough the first time, once a session has this size: its prompts, and a tenth of its steps. */
  first: 4,
  steps: 0.1,
  /** Later times wait until the session has grown by this factor and this amount. */
  growth: 2.5,
  more: 2,
}

/** How often a session was asked, the weight waiting since then, and the size of the session, now and at the last time. */
export interface AskTally {
  readonly asked: number
  readonly waiting: number
  readonly size: number
  readonly sizeThen: number
}

/** Whether to ask now. The intervals grow, so that three questions are enough for a session of any length. */
export function isAskDue({ asked, waiting, size, sizeThen }: AskTally, policy = ASKS): boolean {
  if (asked >= policy.most || waiting === 0) return false
  if (asked === 0) return waiting >= 1 || size >= policy.first
  return waiting >= 1 && size > sizeThen * policy.growth + policy.more
}
