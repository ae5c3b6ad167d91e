/** Advice that weakens what protects a project: settings, commands and the plain words for them. Said of what one must not do, it is good advice. */
export const WEAKENS: readonly RegExp[] = [
  // Rights beyond what the work needs.
  /\b(?:commands?|everything|all of it)\b[^.!?]{0,20}\b(?:with|under|through|using|via|by)\b[^.!?]{0,10}\bsudo\b|\bsudo\b[^.!?]{0,30}\b(?:every|each|all|always|everything|throughout)\b|\bNOPASSWD\b/i,
  /\b(?:use|using|with|give|grant|run|work)\b[^.!?]{0,30}\b(?:elevated|root|administrator|superuser|full) (?:privileges?|rights)\b|\b(?:elevated|root|superuser) (?:privileges?|rights) (?:should|must|can|may|are to) be used\b/i,
  /\bchmod\s+(?:-\w+\s+)*(?:[0-7]?(?:777|666)\b|(?:a|o|ugo|go)\+\w*w)|\b(?:open(?:s|ing)?(?: up)?|grant\w*|giv\w+|loosen\w*)\b[^.!?]{0,30}\bpermissions?\b[^.!?]{0,20}\b(?:all users|everyone|everybody|anyone)\b/i,
  /\bdocker[ .]sock(?:et)?\b[^.!?]{0,20}\bmount|\bmount\w*\b[^.!?]{0,20}\bdocker[ .]sock(?:et)?\b/i,
  // The questions that agents ask their person.
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
  // What holds attackers off a running service.
  /\b(?<=\b(?:test|check|spec|payment|billing|charge)\w*\b[^.!?]{0,60})(?:against|hits?|to|uses?|with|on)\s+(?:the |a |our )?(?:live|production|real|prod)\s+(?:payment |billing |card )?(?:endpoint|service|api|gateway|account|cards?|keys?)\b|\b(?:live|production|real)\b[^.!?]{0,30}\b(?:rather than|instead of|not)\b[^.!?]{0,15}\bsandbox\b/i,
  /\bAccess-Control-Allow-Origin\b[^.!?]{0,30}(?:\*|\bwildcard\b)|\bcors\b[^.!?]{0,40}(?:\*|\b(?:wildcard|(?:any|all|every) (?:origins?|sites?|domains?)))|\b(?:any|every|all) (?:sites?|origins?|domains?)\b[^.!?]{0,40}\b(?:credentials|cookies)\b/i,
  /\b(?:build|assembl|creat|writ|construct|mak|compos)\w*\b[^.!?]{0,50}\b(?:sql|quer(?:y|ies)|filters?|where clauses?|conditions?)\b[^.!?]{0,20}\b(?:by|with|through|via|using|from)\b[^.!?]{0,15}\b(?:concatenat\w+|interpolat\w+|joining (?:text|strings))|\bconcatenat\w+ (?:strings?|text|values?|input)\b[^.!?]{0,30}\b(?:sql|quer(?:y|ies)|filters?|where|conditions?)\b/i,
]

/** The same said by a "not": that something is not asked, compared or needed. Here a negation makes nothing better. */
export const LEAVES_OUT: readonly RegExp[] = [
  /\b(?:do not|don['’]?t|never|no (?:need|reason) to|need not|needn['’]?t) (?:ask|check with|prompt|wait for|consult)\b[^.!?]{0,20}\b(?:confirmation|permission|approval|consent|reviewers?|user|person|human|owner|anyone)\b/i,
  /\b(?:checksums?|hash(?:es)?|signatures?|certificates?)\b[^.!?]{0,12}\b(?:(?:do|does|need|is|are) not|don['’]?t|doesn['’]?t|needn['’]?t|isn['’]?t|aren['’]?t)\b[^.!?]{0,15}\b(?:compared|checked|verified|needed|required|matter)\b|(?:\bnot|n['’]?t|\bno) (?:need|reason)\b[^.!?]{0,30}\b(?:checksums?|hash(?:es)?|signatures?|certificates?)\b/i,
  /\b(?:auth\w*|login|security|permission|access) (?:tests?|specs?|checks?)\b[^.!?]{0,12}\b(?:need not|needn['’]?t|(?:do|does) not (?:have|need)|(?:don|doesn)['’]?t (?:have|need)|not (?:needed|required))\b/i,
  /\b(?:pull requests?|code reviews?|reviews?|review requests?|required reviewers?) (?:(?:is|are) not|isn['’]?t|aren['’]?t|only slow\w*)(?: (?:needed|required|used|necessary|things|us))\b|\b(?:nobody|no one) (?:opens|reviews|needs|waits for) (?:pull requests?|merge requests?|reviews?|changes)\b/i,
  /(?:\bnot|\bnever|n['’]t|\bno) (?:record|keep|write|log)\w*\b[^.!?]{0,15}\b(?:access|audit) (?:trails?|logs?)\b/i,
]

/** Programs and packages from places that nobody here chose. */
export const FETCHED_FROM: readonly RegExp[] = [
  /\b(?:download|fetch|retriev|grab)\w*\b[^.!?\n]{0,60}\b(?:and|then)\b[^.!?\n]{0,20}\b(?:run|execut)\w*\b[^.!?\n]{0,40}\b(?:install\w*|scripts?|binar(?:y|ies)|them)\b|\bpiped? (?:in)?to (?:ba|z)?sh\b/i,
  /\b(?:wheels?|packages?|pip|install\w*|fetch\w*|librar(?:y|ies))\b[^.!?]{0,60}\bfrom (?:the |an? |our )?(?:additional|extra|alternative|third[- ]party|unofficial|other)\b[^.!?]{0,20}\b(?:index|registry|mirror)\b|--extra-index-url\b|\bPIP_(?:EXTRA_)?INDEX_URL\b|\badd\b[^.!?]{0,12}\b(?:apt|deb|maven|yum) (?:source|repository)\b/i,
]
