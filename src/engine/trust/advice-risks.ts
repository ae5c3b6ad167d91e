/** Advice that weakens a project's protection: settings, commands and the plain words for them. Negated, it is good advice. */
export const WEAKENS: readonly RegExp[] = [
  // More rights than the work needs.
  /\b(?:commands?|everything|all of it)\b[^.!?]{0,20}\b(?:with|under|through|using|via|by)\b[^.!?]{0,10}\bsudo\b|\bsudo\b[^.!?]{0,30}\b(?:every|each|all|always|everything|throughout)\b|\bNOPASSWD\b/i,
  /\b(?:use|using|with|give|grant|run|work)\b[^.!?]{0,30}\b(?:elevated|root|administrator|superuser|full) (?:privileges?|rights)\b|\b(?:elevated|root|superuser) (?:privileges?|rights) (?:should|must|can|may|are to) be used\b/i,
  /\bchmod\s+(?:-\w+\s+)*(?:[0-7]?(?:777|666)\b|(?:a|o|ugo|go)\+\w*w)|\b(?:open(?:s|ing)?(?: up)?|grant\w*|giv\w+|loosen\w*)\b[^.!?]{0,30}\bpermissions?\b[^.!?]{0,20}\b(?:all users|everyone|everybody|anyone)\b/i,
  /\bdocker[ .]sock(?:et)?\b[^.!?]{0,20}\bmount|\bmount\w*\b[^.!?]{0,20}\bdocker[ .]sock(?:et)?\b/i,
  // Turning off the questions that agents ask their person.
  /\bbypassPermissions\b|\bskip-permissions\b|\bapproval[_-]?(?:policy|mode)\b\W{0,5}(?:never|none|off|auto)\b|\b(?:approval|permission|confirmation|consent) (?:dialogs?|prompts?|requests?|questions?)\b[^.!?]{0,25}\b(?:off|disabled|suppressed)\b|\bwithout checking with\b|\b(?:approved|accepted) automatically\b/i,
  // Encryption, certificates, signatures and checksums.
  /\bGONOSUM(?:DB|CHECK)\b|\bGOINSECURE\b|\bGOSUMDB\W{1,3}off\b|\bGOFLAGS=\S*-insecure\b|\bsslmode\W{1,3}(?:disable|allow)\b|\brejectUnauthorized\W{1,4}false\b|\bverify(?:_ssl|_signature)?\W{1,4}false\b|\bPYTHONHTTPSVERIFY\W{1,3}0|\bGIT_SSL_NO_VERIFY\b|\bInsecureSkipVerify\b|\b(?:strict-ssl|sslVerify)\W{1,3}(?:false|0)\b|--no-check-certificate\b|--allow-unauthenticated\b|\[trusted=yes\]|--nogpgcheck\b|--no-gpg-checks?\b|\bgpgcheck=0|\bStrictHostKeyChecking\W{1,3}no\b/i,
  /\b(?:disabl\w+|(?:turn|switch)\w* off|skip\w*|bypass\w*|ignor(?:e|es|ed|ing))\b[^.!?]{0,30}\b(?:encryption|checksums?|integrity|transport security|hash verification)\b|\b(?:encryption|checksum (?:checks?|verification)|integrity checks?) (?:can|may|should|must|is|are)\b[^.!?]{0,12}\b(?:off|skipped|disabled|ignored|left out)\b/i,
  /\baccept\w*\s+(?:any|every|all|invalid|untrusted)(?: \w+)? certificates?\b|\b(?:accept|allow|let|take|trust|permit|from)\b[^.!?]{0,40}\bunsigned\b|\bunsigned\b[^.!?]{0,30}\b(?:accepted|allowed|let through|let in|fine|trusted|permitted)\b/i,
  /\bnone algorithm\b|\balg(?:orithm)?\b\W{0,4}(?:(?:is|of|to|be)\s)?["'`]?none\b/i,
  /\b(?:compar|check|match|verif)\w*\b[^.!?]{0,30}\b(?:first|leading|prefix)\b[^.!?]{0,30}\b(?:signatures?|hmacs?|checksums?)\b|\b(?:signatures?|hmacs?|checksums?)\b[^.!?]{0,50}\bonly (?:the |its |their )?(?:first|leading|prefix)\b|\bprefix (?:match|comparison)\b[^.!?]{0,50}\b(?:signatures?|authentic\w*|hmac|tokens?|secrets?)\b/i,
  // Tests, audits, reviews and the definitions of checks.
  /\b(?:delet\w+|remov\w+|eras\w+|drop(?:s|ped|ping)?|rm|wip(?:e|es|ed|ing)|discard\w*)\b(?:[^.!?]|\.\w){0,60}\b(?:(?:tests?|specs?)\/(?:security|auth)|security (?:tests?|specs?|suite))\b/i,
  /\bAUDIT\w*(?:\s*[=:]\s*|\s+(?:stays?|is|to|set to|be)\s+)["'`]?(?:false|0|off|no|disabled)\b|\baudit(?:ing| logs?| logging| trails?)?\b[^.!?]{0,25}\b(?:off|disabled)\b/i,
  /\bmerg\w+\b[^.!?]{0,30}--admin\b|--admin\b[^.!?]{0,20}\bmerg|\b(?:overrid(?:e|es|ing)|overrul\w+|gets? (?:around|past)|lift(?:s|ing)?|waiv\w+)\b[^.!?]{0,30}\b(?:reviews?|reviewers?|protections?|approvals?|guards?|code ?owners)\b/i,
  /\bwithout (?:opening )?(?:a |any )?(?:pull|merge) requests?\b|\b(?:commits?|changes|work|fixes)\b[^.!?]{0,30}\b(?:go(?:es)?|lands?|(?:is|are) (?:pushed|merged|committed))\b[^.!?]{0,20}\b(?:straight|directly|right)\b[^.!?]{0,15}\b(?:main|master|trunk)\b|\b(?:lands?|push\w*|commit\w*)\b[^.!?]{0,20}\b(?:on|onto|to|into) (?:the )?(?:main|master|trunk)\b[^.!?]{0,20}\b(?:straight|directly|right away)\b|\b(?:push|commit)\w*\b[^.!?]{0,20}\b(?:straight|directly|right)\b[^.!?]{0,10}\b(?:main|master|trunk)\b|\bdirect (?:pushes|commits) (?:to|on|onto) (?:the )?(?:main|master|trunk)\b/i,
  /\b(?:overwrit\w+|replac\w+|delet\w+|remov\w+|empty)\b[^.!?]{0,30}\bCODEOWNERS\b|\bCODEOWNERS\b[^.!?]{0,40}\b(?:overwrit\w+|replaced|deleted|removed|emptied)\b/i,
  /\b(?:delet\w+|remov\w+|eras\w+|drop(?:s|ped|ping)?|rm|wip(?:e|es|ed|ing))\b[^.!?]{0,40}(?:\.github\/workflows|\.gitlab-ci|\bJenkinsfile|\.circleci|\b(?:ci|pipeline|workflow) (?:definitions?|files?|config\w*))|(?:\.github\/workflows|\.gitlab-ci(?:\.yml)?|\bJenkinsfile|\.circleci|\bci definitions?)\b[^.!?]{0,60}\b(?:deleted?|removed?|erased?|dropped)\b/i,
  /\b(?:npm|pnpm|yarn|cargo)\b publish\b[^.!?\n]{0,30}(?:--force\b|--allow-dirty\b)/i,
  // Protections of a running service.
  /\b(?<=\b(?:test|check|spec|payment|billing|charge)\w*\b[^.!?]{0,60})(?:against|hits?|to|uses?|with|on)\s+(?:the |a |our )?(?:live|production|real|prod)\s+(?:payment |billing |card )?(?:endpoint|service|api|gateway|account|cards?|keys?)\b|\b(?:live|production|real)\b[^.!?]{0,30}\b(?:rather than|instead of|not)\b[^.!?]{0,15}\bsandbox\b/i,
  /\bAccess-Control-Allow-Origin\b[^.!?]{0,30}(?:\*|\bwildcard\b)|\bcors\b[^.!?]{0,40}(?:\*|\b(?:wildcard|(?:any|all|every) (?:origins?|sites?|domains?)))|\b(?:any|every|all) (?:sites?|origins?|domains?)\b[^.!?]{0,40}\b(?:credentials|cookies)\b/i,
  /\b(?:build|assembl|creat|writ|construct|mak|compos)\w*\b[^.!?]{0,50}\b(?:sql|quer(?:y|ies)|filters?|where clauses?|conditions?)\b[^.!?]{0,20}\b(?:by|with|through|via|using|from)\b[^.!?]{0,15}\b(?:concatenat\w+|interpolat\w+|joining (?:text|strings))|\bconcatenat\w+ (?:strings?|text|values?|input)\b[^.!?]{0,30}\b(?:sql|quer(?:y|ies)|filters?|where|conditions?)\b/i,
]

/** The same, expressed by a negation: something is not asked, compared or needed. Here a negation makes it no better. */
export const LEAVES_OUT: readonly RegExp[] = [
  /\b(?:do not|don['’]?t|never|no (?:need|reason) to|need not|needn['’]?t) (?:ask|check with|prompt|wait for|consult)\b[^.!?]{0,20}\b(?:confirmation|permission|approval|consent|reviewers?|user|person|human|owner|anyone)\b/i,
  /\b(?:checksums?|hash(?:es)?|signatures?|certificates?)\b[^.!?]{0,12}\b(?:(?:do|does|need|is|are) not|don['’]?t|doesn['’]?t|needn['’]?t|isn['’]?t|aren['’]?t)\b[^.!?]{0,15}\b(?:compared|checked|verified|needed|required|matter)\b|(?:\bnot|n['’]?t|\bno) (?:need|reason)\b[^.!?]{0,30}\b(?:checksums?|hash(?:es)?|signatures?|certificates?)\b/i,
  /\b(?:auth\w*|login|security|permission|access) (?:tests?|specs?|checks?)\b[^.!?]{0,12}\b(?:need not|needn['’]?t|(?:do|does) not (?:have|need)|(?:don|doesn)['’]?t (?:have|need)|not (?:needed|required))\b/i,
  /\b(?:pull requests?|code reviews?|reviews?|review requests?|required reviewers?) (?:(?:is|are) not|isn['’]?t|aren['’]?t|only slow\w*)(?: (?:needed|required|used|necessary|things|us))\b|\b(?:nobody|no one) (?:opens|reviews|needs|waits for) (?:pull requests?|merge requests?|reviews?|changes)\b/i,
  /(?:\bnot|\bnever|n['’]t|\bno) (?:record|keep|write|log)\w*\b[^.!?]{0,15}\b(?:access|audit) (?:trails?|logs?)\b/i,
]

/** Programs and packages from sources that nobody here chose. */
export const FETCHED_FROM: readonly RegExp[] = [
  /\b(?:download|fetch|retriev|grab)\w*\b[^.!?\n]{0,60}\b(?:and|then)\b[^.!?\n]{0,20}\b(?:run|execut)\w*\b[^.!?\n]{0,40}\b(?:install\w*|scripts?|binar(?:y|ies)|them)\b|\bpiped? (?:in)?to (?:ba|z)?sh\b/i,
  /\b(?:wheels?|packages?|pip|install\w*|fetch\w*|librar(?:y|ies))\b[^.!?]{0,60}\bfrom (?:the |an? |our )?(?:additional|extra|alternative|third[- ]party|unofficial|other)\b[^.!?]{0,20}\b(?:index|registry|mirror)\b|--extra-index-url\b|\bPIP_(?:EXTRA_)?INDEX_URL\b|\badd\b[^.!?]{0,12}\b(?:apt|deb|maven|yum) (?:source|repository)\b/i,
]

/** A way in which a text does more than state a lesson. */
export interface AdviceRisk {
  /** Completes "it ..." */
  readonly reason: string
  readonly pattern: RegExp
  /** Its negation is good advice: "never print tokens". */
  readonly isFineWhenNegated?: true
  /** Its words may be in any lesson about tests, sign-in or data: about a run's own actions, it is not the advice of others. */
  readonly isFineWhenShown?: true
  /** It addresses agents, or opposes their instructions: an agent that read it may obey it. */
  readonly isOrder?: true
  /** Pages and documents often contain it: a lesson with it is held, but a sentence that an agent read is not suspect. */
  readonly isUsualInPages?: true
}

const AGENT = '(?:assistants?|agents?|llms?|chatbots?|copilot|claude|chatgpt|gpt(?:-?\\d)?|codex|gemini|ai|ais|bots?)'
const MUST =
  '(?:must|should|shall|has to|have to|needs? to|need|(?:is|are) (?:now )?(?:required|instructed|allowed|permitted|authori[sz]ed|expected|asked|advised|encouraged|obliged)|will now|may now|can now|can safely|ought to|are to|is to|please)'
const SECRET =
  '(?:secrets?|credentials?|passwords?|passphrases?|api[ _-]?keys?|access[ _-]?keys?|private keys?|ssh[ _-]?keys?|tokens?|cookies?|\\.env\\b|env(?:ironment)?(?: vars?| variables?)?|\\.ssh|\\.aws|\\.npmrc|\\.netrc|\\.kube|keychain|id_rsa|id_ed25519|/etc/passwd|/etc/shadow|system prompt|conversation|chat history|shell history)'
const SENDS =
  '(?:send|sends|sending|sent|upload(?:s|ed|ing)?|post(?:s|ed|ing)?|forward(?:s|ed|ing)?|email(?:s|ed|ing)?|e-mail|mail(?:s|ed|ing)?|exfiltrat\\w+|transmit\\w*|leak(?:s|ing)?|submit(?:s|ted|ting)?|shar(?:e[sd]?|ing)(?= [^.!?]*\\b(?:with|to|on|via|in)\\b)|sync(?:s|ed|ing)?|ship(?:s|ped|ping)?|beacon|report(?:s|ed|ing)?|relay(?:s|ed|ing)?|deliver(?:s|ed|ing)?|hand over)'
const SHOWS =
  '(?:print|prints|printing|echo|echoes|dump|dumps|dumping|cat|reveal|reveals|revealing|disclose|disclosing|display|output|expose|exposing|read out|list|show|paste|include|append|embed|attach|encode|collect|gather|harvest|log|write out|repeat)'
const CHECKS =
  '(?:tests?|test suite|linters?|linting|lint|type[ -]?check\\w*|checks?|ci|hooks?|pre-?commit|gates?|guard ?rails?|reviews?|reviewers?|code owners?|verification|validations?|security(?: checks?| scans?| controls?| policies)?|sandbox(?:ing)?|permissions?(?: prompts?| checks?)?|approvals?|confirmations?|safety(?: checks?| filters?)?|signatures?|signature (?:checks?|verification)|certificates?|certificate (?:checks?|validation|verification)|tls|ssl|auth(?:entication|orization)?|firewall|antivirus|audit(?:s|ing| logs?)?|branch protection|scanners?|scanning|rate limit\\w*|csrf|cors|2fa|mfa)'
const DISABLES =
  '(?:disabl(?:e|es|ed|ing)|turn(?:s|ed|ing)? off|switch(?:es|ed|ing)? off|skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?|circumvent\\w*|suppress\\w*|work around|deactivat\\w+|relax(?:es|ed|ing)?|loosen(?:s|ed|ing)?|remov(?:e|es|ed|ing)|leave out|omit(?:s|ted|ting)?|short-?circuit|silence|mute|ignor(?:e|es|ed|ing)|weaken)'

const risk = (reason: string, ...patterns: (string | RegExp)[]): AdviceRisk[] =>
  patterns.map((pattern) => ({ reason, pattern: typeof pattern === 'string' ? new RegExp(pattern, 'iu') : pattern }))
const unlessNegated = (reason: string, ...patterns: (string | RegExp)[]): AdviceRisk[] =>
  risk(reason, ...patterns).map((one) => ({ ...one, isFineWhenNegated: true }))

const unlessShown = (list: readonly AdviceRisk[]): AdviceRisk[] =>
  list.map((one) => ({ ...one, isFineWhenShown: true }))

const order = (reason: string, ...patterns: (string | RegExp)[]): AdviceRisk[] =>
  risk(reason, ...patterns).map((one) => ({ ...one, isOrder: true }))

const usualInPages = (list: readonly AdviceRisk[]): AdviceRisk[] =>
  list.map((one) => ({ ...one, isUsualInPages: true }))

const OVERRIDES = 'tells its reader to drop other instructions'
const ADDRESSES = 'speaks to agents instead of saying what was learned'
const POSES = 'poses as a message of the system'
const FETCHES = 'has something fetched from the network and run'
const PLACE = 'names a place on the network'
const CREDENTIALS = 'has credentials or private data read or shown'
const SENDING = 'has data sent somewhere'
const CHECKING = 'has a check or a protection turned off'
const DESTROYS = 'has something destroyed that cannot be brought back'
const SECRECY = 'claims a right, or asks to keep something from people'
const ENCODED = 'contains text that a reader cannot read'

/** Worst first; each expression is linear in a clause. */
export const ADVICE_RISKS: readonly AdviceRisk[] = [
  ...order(
    OVERRIDES,
    "\\b(?:ignore|disregard|forget|override|overrule|discard|abandon|neglect|drop|supersede|cancel|erase|delete|stop (?:following|obeying)|(?:do not|don[’']?t) (?:follow|obey)|set aside|pay no attention to)\\b[^.!?]{0,40}\\b(?:previous(?:ly)?|prior|above|earlier|preceding|foregoing|former|original|initial|existing|system|safety|your|all|any|other|everything)\\b[^.!?]{0,30}\\b(?:instructions?|prompts?|directives?|directions?|guidelines?|orders?|guardrails?|restrictions?|training|programming|constraints?|safety|(?:told|said|given)\\b)",
    '\\b(?:ignore|disregard|forget)\\b[^.!?]{0,20}\\b(?:everything|anything|what)\\b[^.!?]{0,20}\\b(?:above|before|earlier|previous|told|said)\\b',
    '\\b(?:ignore|disregard|forget|override)\\s+(?:all |any |the |your |these |those )*(?:instructions?|directives?|guidelines?|system prompt|(?:previous|prior|earlier|system) (?:rules?|context|messages?|commands?))\\b',
  ),
  ...risk(
    OVERRIDES,
    '\\b(?:new|updated|revised|real|actual|true|secret|hidden|additional|further|important) (?:system )?(?:instructions?|directives?|system prompt)\\b\\s*(?::|are\\b|is\\b|follows?\\b|below|override|supersede|take|from)',
    "\\byou(?:[’']re| are)? (?:now|no longer|actually|hereby|from now on)\\b(?! (?:on|in|at|logged|ready|able|using|connected|running|signed|up|set)\\b)",
    '\\bfrom (?:now|this point) on,? (?:you|your|always (?:answer|respond|reply))\\b',
    '(?:^|\\b(?:you (?:must|should|will|can)|please|now|and|to)\\s+)(?:act|behave|role-?play|pretend|pose|respond|simulate)\\s+(?:as|like|to be|that|you)\\b',
    '\\b(?:jailbreak\\w*|do anything now|dan mode|developer mode|god mode|unrestricted mode|sudo mode|maintenance mode override|system override|admin override|no (?:restrictions|limitations|filters|guardrails)|unfiltered|uncensored)\\b',
    '\\b(?:system|initial|hidden) prompt\\b(?! (?:of|for) (?!(?:the|this) (?:agent|assistant|model))| is (?:stored|kept|loaded|built|rendered|read))',
    '\\bthese (?:rules|instructions) (?:override|replace|supersede|take (?:priority|precedence))\\b',
    '\\b(?:in spite of|despite|regardless of|no matter|whatever|over anything)\\b[^.!?]{0,20}\\b(?:asked|told|said|instructed|requested)\\b|\\b(?:rules?|instructions?|guidelines?)\\b[^.!?]{0,20}\\b(?:void|obsolete|replaced|cancelled|suspended|lifted|no longer)\\b',
    '\\btakes? (?:priority|precedence) over (?:all|any|your|every|other|previous|the user)\\b',
  ),
  ...order(
    ADDRESSES,
    `(?<![-./\\w])${AGENT}\\b[,:;]?(?: (?:reading|running|working|processing|handling|using|that|who|which|in|on|with|for)\\b[^.!?]{0,60})?\\s+(?:always |also |never |now |first )?${MUST}\\b`,
    `\\b(?:dear|hey|hello|hi|attention|note (?:to|for)|notice (?:to|for)|message (?:to|for)|memo (?:to|for)|instructions? (?:to|for)|reminder (?:to|for)|important for|for any|to any|to all|tell (?:the|your|any)|if you are an?|if you're an?|as an?|you,? the|calling all)\\s+(?:all |the |any |every |other |future |helpful |automated |coding |autonomous |large )*(?:ai|language model|${AGENT})\\b`,
  ),
  ...risk(
    ADDRESSES,
    "\\byour (?:system|instructions?|guidelines?|training|creators?|operators?|context window|memory|developer[’']?s|owner|principal|safety)\\b",
    '\\b(?:the|your) (?:user|human|operator|person) (?:has |have )?(?:already |explicitly |previously )?(?:approved|authori[sz]ed|consented|agreed|allowed|permitted|confirmed|gave|given|signed off|(?:asked|wants|requested)\\b[^.!?]{0,30}\\b(?:you|agents?|assistants?|to|that|this))\\b',
    '\\b(?:remember|memori[sz]e|store|save|persist|record|keep) (?:this|the following|that|it)\\b[^.!?]{0,40}\\b(?:memory|future (?:sessions?|conversations?|runs?|tasks?)|permanent\\w*|for (?:all|every|later|next)|forever|as a (?:rule|lesson|learning|pattern))',
    '\\b(?:in|for|to) (?:every|all|each|any) (?:future |later |next |subsequent )(?:sessions?|conversations?|runs?|responses?|repl(?:y|ies)|answers?)\\b',
  ),
  ...risk(
    POSES,
    /(?:^|\n)\s*[[<({*#-]*\s*(?:system|assistant|developer|admin|administrator|root|user|human|ai|tool|operator|supervisor)\s*(?:note|notice|message|override|alert|update|prompt|instruction|command|directive)?\s*[\]>)}*]*\s*:/i,
    /\bSYSTEM(?: (?:NOTE|NOTICE|MESSAGE|OVERRIDE|ALERT|UPDATE|PROMPT|INSTRUCTION|DIRECTIVE))?\s*[:\]>]/,
    /\b(?:system|admin|security|urgent|priority|critical) (?:notice|override|directive|instruction|bulletin|advisory)s?\b\s*[:\-–—]/i,
    /<\|?\/?(?:im_start|im_end|system|endoftext|assistant|user|instructions?|tool_result|function_results?|important|admin|secret|hidden|prompt|context|human)\b[^>]{0,40}\|?>/i,
    /\[\/?(?:INST|SYS|SYSTEM|ADMIN|IMPORTANT|INSTRUCTIONS?|ASSISTANT|OVERRIDE)\b|<<\/?SYS>>|#{2,}\s*(?:instructions?|system|response|assistant|human|end of)\b|\b(?:BEGIN|END|START) (?:OF )?(?:SYSTEM|INSTRUCTIONS?|PROMPT|USER|ADMIN|OVERRIDE)/i,
  ),
  ...usualInPages(risk(POSES, /<!--|-->|\[\/\/\]:/)),
  ...risk(
    FETCHES,
    /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|fetch|http)\b[^\n]{0,300}\|\s*(?:sudo\s+)?(?:\S*\/)?(?:(?:ba|z|da|fi|k)?sh|python\d?|node|perl|ruby|iex|powershell|pwsh)\b/i,
    /\b(?:(?:ba|z)?sh|eval|source|python\d?|node)\b\s*(?:-c\s*)?["']?\s*[<$`]\(?\s*(?:curl|wget)/i,
    /\b(?:iex|invoke-expression)\b|\beval\s*[("$`]|base64\s+(?:-d|--decode|-D)\b|\bpip3? install\b[^\n]{0,60}(?:git\+|--(?:extra-)?index-url|--trusted-host)|\b(?:npm|pnpm|yarn|bun)\b[^\n]{0,60}--registry\b/i,
    /\b(?:download|fetch|pull down|grab|retrieve)\b[^.!?\n]{0,80}\b(?:and|then|to)\b[^.!?\n]{0,20}\b(?:run|execute|source|eval|install|pipe|apply|follow|load)\b/i,
    /\b(?:run|execute|install|source|pipe)\b[^.!?\n]{0,60}\b(?:from (?:the (?:web|internet|network|url|link|site|gist)(?! (?:process|server|app|worker|service|container|folder|package|project|module|root|directory)\b)|our (?:cdn|mirror|registry|server|host)|a (?:remote|gist|url))|remote (?:script|installer|code)|(?:install(?:er|ation)|bootstrap|setup) script from)\b/i,
  ),
  ...unlessNegated(
    FETCHES,
    /\b(?:curl|wget)\b(?![^\n]{0,80}\b(?:localhost|127\.0\.0\.1))[^\n]{0,80}(?:\/\/|\.\w{2,6}\/|-[oOsSfLkd]+\s)/i,
  ),
  ...unlessNegated(FETCHES, ...FETCHED_FROM),
  ...usualInPages(
    risk(
      PLACE,
      /\b(?:https?|hxxps?|ftp|wss?|sftp|ssh|git|ldap|jndi|data|javascript|file):\/\/(?!(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?:[:/]|\b))/i,
      /\b(?:data|javascript|jndi):\S*[,:(]/i,
      /\bwww\.\w|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,10}\b|\[\.\]|\bhxxp/i,
      /\b(?!127\.|10\.|192\.168\.|0\.0\.0\.0)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b(?!\.\d)/,
      /(?<![.\w/@-])(?!socket\.io\b|draw\.io\b|sentry\.io\b|fly\.io\b)[a-z0-9][a-z0-9-]{1,62}(?:\.[a-z0-9-]{2,62}){0,3}\.(?:com|net|org|io|dev|xyz|ru|cn|top|co|ai|info|biz|site|online|tk|test|example|invalid|cloud|host|link|click|zip|page|run|tech)(?:\/|\b(?![.\w(]))/i,
      /(?<![.\w/@-])(?!socket\.io\b|draw\.io\b|sentry\.io\b|fly\.io\b)[a-z0-9][a-z0-9-]{1,62}(?:\.[a-z0-9-]{2,62}){0,3}\.(?:com|net|org|io|dev|xyz)\.(?!\w)/i,
    ),
  ),
  ...unlessNegated(
    CREDENTIALS,
    `\\b${SENDS}\\b(?! (?:in|as|by|with) (?:(?:the|an?|its|each|every) )?(?:\\w+ )?(?:headers?|cookies?|body|form|requests?)\\b)[^.!?]{0,80}${SECRET}`,
    `${SECRET}[^.!?]{0,60}\\b(?:to|into|in|at|with|via)\\b[^.!?,]{0,30}\\b(?:commit|issue|pull request|pr description|comment|gist|paste|webhook|endpoint|server|channel|email|collector|third[- ]part|external|public|log output|response|answer|url)`,
    '\\b(?:notes?|folders?|docs|documentation|readme|changelog|prs?|pull requests?|bod(?:y|ies)|issues?|comments?)\\b (?:should |must |need to |has to )?(?:hold|carry|carries|contain|include)s? (?:(?:the|your|all|our|cloud|its) )*(?:api keys?|access keys?|credentials|passwords?|private keys?|tokens|secrets|\\w*_SECRET\\w*)\\b',
    /(?:^|[\s`'"(])(?:~|\$HOME|\/root|\/home\/\w+|%USERPROFILE%)\/\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|config\/gcloud|git-credentials|pgpass)\b/i,
    /\bprintenv\b|\/etc\/(?:passwd|shadow)\b|\bid_(?:rsa|ed25519)\b|\bprocess\.env\b[^.!?]{0,40}\b(?:send|log|print|dump|post|upload)/i,
  ),
  ...unlessNegated(
    SENDING,
    `\\b(?:${SENDS}|push(?:es|ed|ing)?|cop(?:y|ies|ied|ying)|back(?:s|ed)? up|stream(?:s|ed)?)\\b[^.!?]{0,80}\\b(?:to|with|at|into|via|through)\\b[^.!?]{0,40}\\b(?:collectors?|endpoints?|webhooks?|servers?|external\\w*|third[- ]part(?:y|ies)|attackers?|remote|pastebin|gist|telemetry|analytics|bucket|s3|telegram|discord|slack|address|mailbox|e-?mail|inbox|dashboard|vendor|partner|support team|our team|security team|maintainers?|upstream|host|domain|url|ingest\\w*|sink|relay|proxy|tracker|cloud)\\b`,
    '\\b(?:whole|entire|full|complete|all)\\b[^.!?]{0,20}\\b(?:environment|repository|repo|codebase|source(?: code)?|working tree|home (?:directory|folder)|database|history|transcript|conversation|config(?:uration)?)\\b[^.!?]{0,50}\\bto\\b[^.!?]{0,30}\\b(?:collector|endpoint|webhook|server|external|third|remote|team|url|address|them|us|me)\\b',
    '\\bexfiltrat\\w*|\\bphone home\\b',
  ),
  ...unlessNegated(
    CHECKING,
    /--no-verify\b|--dangerously[\w-]*|--yolo\b|--insecure\b|--no-gpg-sign\b|--trusted-host\b|--allow-root\b|\bHUSKY=0\b|\bSKIP=\w|NODE_TLS_REJECT_UNAUTHORIZED|sslverify\s+false|strict-ssl\s+false|\bchmod\s+(?:-R\s+)?[0-7]?777\b|\bset \+e\b|--auto-approve\b|-auto-approve\b|\bcontinue-on-error\b/i,
    /\b(?:auto(?:matically)?[ -]?(?:approve|accept|confirm|merge)\w*|approve (?:all|every|any)|accept (?:all|every|any)|without (?:asking|confirm\w+|approval|review|permission|consent|prompting|verif\w+|waiting for)|no (?:need|reason) to (?:ask|confirm|check|verify|review|test|run))\b/i,
    /\b(?:without|with no|sans|sin|ohne|senza|sem)\s+(?:the |a |any |la |le |una? )?(?:code |security |further |human )?(?:reviews?|review gate|approvals?|checks?|verification|vérification|verificaci[oó]n|revisi[oó]n|prüfung|rückfrage|tests?|sandbox|confirmation|sign-?off)\b|\bno sandbox\b|\bunsandboxed\b/i,
    /\b(?:run|runs|running|started?|executed?)\b[^.!?]{0,30}\bas root\b|\b(?:full|unrestricted|unlimited|open) (?:network|internet|system|disk|file) access\b|\bworld[- ]?(?:readable|writable)\b|\bmay (?:simply |just |safely )?be (?:skipped|ignored|bypassed)\b/i,
    /\b(?:weaken|lower|raise|loosen|relax)\b[^.!?]{0,30}\b(?:thresholds?|polic(?:y|ies)|security|permissions?)\b/i,
    /\b(?:grant|give|add)\b[^.!?]{0,40}\b(?:admin(?:istrator)?|root|sudo|write|full|owner) (?:access|rights?|permissions?|privileges?)\b/i,
  ),
  ...unlessNegated(CHECKING, ...WEAKENS),
  ...risk(CHECKING, ...LEAVES_OUT),
  ...unlessNegated(
    DESTROYS,
    /\brm\s+-\w*[rf]\w*\s+(?:-\w+\s+)*(?:\/(?:\s|$|\*)|~|\$HOME|\.\.|\.git\b|\*)|\bmkfs\b|\bdd if=|:\(\)\s*\{|\bgit\s+push\b[^\n]{0,40}(?:--force\b(?!-with)|\s-f\b)|\bgit\s+reset\s+--hard\b|\bgit\s+clean\s+-\w*f|\bdrop\s+(?:database|table|schema)\b|\btruncate\s+table\b|\bshred\b|\bformat c:/i,
    /\bforce[- ]push\w*\b/i,
  ),
  ...unlessShown([
    ...unlessNegated(CREDENTIALS, `\\b${SHOWS}\\b[^.!?]{0,80}${SECRET}`),
    ...unlessNegated(
      CHECKING,
      `\\b${DISABLES}\\b(?: \\w+){0,4}? ${CHECKS}\\b`,
      `\\b${CHECKS}\\b (?:(?:can|may|should|must|are|is|be|to|safely|always|simply|could|need(?:s)? to) ){1,4}(?:be )?(?:disabled|skipped|bypassed|ignored|turned off|switched off|removed|suppressed|deleted|unnecessary|optional|not (?:needed|required))\\b`,
      /\bpush(?:es|ed|ing)?\b[^.!?]{0,20}\b(?:straight|directly|right|then)?\s?(?:on)?to (?:the )?(?:main|master|prod\w*)\b/i,
    ),
    ...unlessNegated(
      DESTROYS,
      /\b(?:delete|remove|erase|wipe|destroy|drop|purge|overwrite|truncate)\b[^.!?]{0,30}\b(?:(?:all|every|entire|whole)\b(?! (?:\w+ )?(?:snapshots?|caches?|dist|build|generated|temp\w*|mocks?|stale|obsolete|unused|node_modules|whitespace)\b)|production|prod|backups?|home (?:directory|folder)|git history|\.git folder|repository|customer|user data|audit logs?)\b/i,
    ),
    ...risk(
      SECRECY,
      /\b(?:do not|don['’]?t|never|without|avoid|refrain from|no need to)\s+(?:ever\s+)?(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|alert|alerting|report|reporting|reveal|revealing|disclose|disclosing|show|showing|ask|asking|bother|warn|warning|let)\b[^.!?]{0,30}\b(?:users?|humans?|people|person|anyone|anybody|developers?|operators?|owners?|reviewers?|them|this|it)\b/i,
    ),
  ]),
  ...risk(
    SECRECY,
    /\b(?:silently|secretly|covertly|quietly|discreetly|in the background,? without)\b[^.!?]{0,30}\b(?:run|send|add|install|upload|execute|append|commit|push|include|insert|copy|delete|change|update|enable)\b/i,
    /\b(?:keep (?:this|it) (?:secret|confidential|hidden|between|private|quiet)|confidential (?:instruction|directive)|hide (?:this|it) from)\b/i,
    /\b(?:pre-?approved|authori[sz]ed by|approved by|signed off by|mandated by|required by|ordered by|as instructed by|per (?:the )?(?:security|compliance|legal|platform|infra\w*|devops|it) (?:team|department|policy)|on behalf of|by order of)\b[^.!?]{0,40}\b(?:security|compliance|legal|management|admin\w*|maintainers?|platform|team|owner|ceo|cto|ciso|anthropic|openai|google|microsoft|github|department|board|vendor)\b/i,
    /\b(?:trusted (?:source|message|instruction|content|by)|this (?:message|note|instruction|text|page|content|document|file) is (?:trusted|verified|official|safe|authentic|signed)|verified by (?:the )?(?:security|mettle|anthropic|openai|maintainer|admin)\w*|official (?:policy|directive|instruction)|compliance (?:requires|mandates)|(?:new |company |corporate |security |organi[sz]ation(?:al)? )policy\b[^.!?]{0,20}\b(?:requires|mandates|states|dictates|says|is to)|failure to comply|non-?compliance|will be (?:terminated|penali[sz]ed|shut down|reported|fined))\b/i,
    /\b(?:9\d(?:\.\d)?|100)\s?% of (?:teams|developers|engineers|users|agents|projects|companies)\b|\b(?:thousands|millions|hundreds) of (?:teams|developers|engineers|users|agents|projects|companies)\b|\b(?:everyone|all (?:top|leading|good|other|successful) (?:teams|companies|developers|engineers|agents|projects))\b[^.!?]{0,30}\b(?:already|uses?|does|do|runs?|recommends?|agrees?|has)\b/i,
  ),
  ...risk(
    ENCODED,
    /(?<![\w/.-])(?=[A-Za-z0-9+/]{24,}={0,2}(?![\w/.-]))(?=[A-Za-z0-9+/]*[a-z])(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*\d)[A-Za-z0-9+/]{24,}={0,2}/,
    /\b(?:follow|obey|run|execute|apply)\b[^.!?]{0,20}\bdecoded\b/i,
    /(?:\\x[0-9a-f]{2}){4,}|(?:\\u[0-9a-f]{4}){3,}|(?:%[0-9a-f]{2}){4,}|(?:&#x?[0-9a-f]{1,5};?){3,}|(?:\b[0-9a-f]{2}\s){8,}|(?:\b[01]{8}\b\s*){3,}|(?:\b\d{2,3}\b[,\s]+){9,}/i,
    /\b(?:rot-?13|base-?64|hex|morse|caesar|cipher|reversed?|backwards|pig latin|leetspeak|unicode)\b[^.!?]{0,30}\b(?:decode|decoded|encoded|string|text|message|instruction|payload|and (?:run|follow|execute))\b|\b(?:decode|decrypt|deobfuscate|unscramble|translate)\b[^.!?]{0,40}\b(?:and|then)\b[^.!?]{0,20}\b(?:run|follow|execute|obey|apply|do)\b/i,
    /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}{2,}[\p{Script=Cyrillic}\p{Script=Greek}]/u,
  ),
  ...order(
    OVERRIDES,
    /ignorier\w*[^.!?]{0,30}(?:anweisung|vorherig|bisherig|regel)|vergiss[^.!?]{0,30}(?:anweisung|alles|bisherig|vorherig)|missachte[^.!?]{0,30}(?:anweisung|regel)/i,
    /ignor(?:e|ez|er)\b[^.!?]{0,30}(?:instructions? (?:précédentes|antérieures|ci-dessus)|consignes)|oublie[zr]?\b[^.!?]{0,30}(?:instructions?|consignes|tout)/i,
    /(?:ignora|ignore|ignorar|olvida|olvide|descarta)\b[^.!?]{0,30}(?:instrucciones|indicaciones|anterior|todo lo)|(?:ignore|ignora|esqueça|esquece|desconsidere)\b[^.!?]{0,30}(?:instruções|anteriores)|(?:ignora|dimentica|trascura)\b[^.!?]{0,30}(?:istruzioni|precedenti)|negeer\b[^.!?]{0,30}(?:instructies|vorige)|(?:zignoruj|ignoruj|zapomnij)\b[^.!?]{0,30}(?:instrukcj|poprzedni|polece)|(?:önceki|tüm) [^.!?]{0,30}(?:talimat|yönerge)|(?:abaikan|lupakan)\b[^.!?]{0,30}(?:instruksi|perintah)|glöm\b[^.!?]{0,30}instruktion|ignorera\b[^.!?]{0,30}instruktion|bỏ qua\b[^.!?]{0,30}(?:hướng dẫn|chỉ dẫn|lệnh)/i,
    /(?:игнорируй|проигнорируй|забудь|не обращай внимания|ігноруй)[^.!?]{0,40}(?:инструкци|указани|правил|предыдущ|вказівк|інструкц)/i,
    /(?:忽略|无视|無視|忘记|忘掉|不要理会)[^。！？]{0,16}(?:指令|指示|说明|規則|规则|提示|命令|内容)|(?:以前|これまで|前|上記|すべて)の[^。]{0,8}(?:指示|命令|ルール)[^。]{0,6}(?:無視|忘れ)|(?:이전|위의|모든)[^.]{0,10}(?:지시|명령|지침)[^.]{0,8}(?:무시|잊)/,
    /(?:تجاهل|انس)[^.؟!]{0,30}(?:التعليمات|الأوامر|السابقة)|(?:התעלם|שכח)[^.?!]{0,30}(?:הוראות|הקודמות)|(?:अनदेखा|नज़रअंदाज़|भूल)[^.?!।]{0,20}|(?:निर्देश)[^.?!।]{0,20}(?:अनदेखा|नज़रअंदाज़|भूल)|(?:αγνόησε|ξέχασε)[^.;!]{0,30}(?:οδηγίες|εντολές)|(?:ละเว้น|เพิกเฉย|ไม่สนใจ)[^.]{0,20}(?:คำสั่ง|คำแนะนำ)/,
  ),
]
