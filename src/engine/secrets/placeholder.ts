const PLACEHOLDER =
  /^(?:\\?\$[A-Z_{(]|\{\{?|<|%[a-z({]|\*{3}|x{4}|\.{3}|…|your|my[-_]|change[-_]?(?:me|it)|replace[-_]?(?:me|with)|insert[-_]|enter[-_]|example(?:[-_. ]|[a-z]*$)|placeholder|process\.|os\.|env\.|import\.|secrets\.|vars\.|self\.|this\.|#\{|@\{|:[a-z]\w{0,40}$|\[redacted)/i

/** Whether a value names a secret or stands in for one: `${DB_PASSWORD}`, `<token>`, `process.env.KEY`, `****`. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value)
}

/** Values of `password:` that are not passwords: types, states, labels, and words for where it comes from. */
const NO_PASSWORD =
  /^(?:str(?:ing)?|text|chars?|varchar|bytes?|int(?:eger)?|number|float|bool(?:ean)?|true|false|yes|no|on|off|none|null|nil|undefined|void|any|unknown|never|object|function|symbol|bigint|array|list|map|dict|json|yaml|optional|required|mandatory|missing|empty|blank|hidden|masked|removed|redacted|secrets?|passwords?|passwd|pass|passphrase|pwd|token|key|value|values|default|prompt|stdin|stdout|env|environ(?:ment)?|file|form|input|field|encrypted|encoded|decoded|hash(?:ed)?|plain(?:text)?|raw|invalid|valid|incorrect|correct|wrong|expired|changed|reset|set|unset|unchanged|ok|fail(?:ed|s)?|success|error|disabled|enabled|here|todo|tbd|n\/a|bcrypt|scrypt|argon|include|same-origin|omit|new-password|current-password|self|this|user|username|login|config|settings|params?|args?|props|data|state|type|name|label|see|ask|not|the|a|an|is|in|for|and|or|with|must|should|may|can|will|from|to|by)$/i

/** Whether a value is not a password: a placeholder, a word about passwords, a label such as `Passwort`, a template, or a sentence without spaces. */
export function isNoPassword(value: string): boolean {
  return isPlaceholder(value) || NO_PASSWORD.test(value) || /^[A-Z][a-z]{2,20}$|[$#]\{|[\u2e80-\uffff]/.test(value)
}

const PLAIN_NAME = /^[A-Za-z]{1,15}(?:-[a-z]{1,15})?$/

/** Signs that a password may be a plain word: `docker login -p word`, `redis-cli -a word`, `--password word`. */
const ANNOUNCES = / -[apw] |passw|passphrase| pass|sshpass|identified/i

const PLAIN_TEXT = /^-{0,2}[A-Za-z]{1,15}(?:[.]? (?:-{0,2}[A-Za-z]{1,15}|--))*[.]?$/

/** Whether a text has only short words: `npm test -- upload`, `Done.` Every rule for secrets needs a digit, a sign, more letters than a word has, or a flag or name that announces a password, so the rules need not be loaded for such a text. */
export function isPlainText(text: string): boolean {
  return PLAIN_TEXT.test(text) && !ANNOUNCES.test(text)
}

/** Whether a text is a plain name: `main`, `Bash`, `plan-writer`. No rule treats so few letters as a secret, and they cannot pose as anything in a prompt. A fast path, because most names are plain. */
export function isPlainName(text: string): boolean {
  return PLAIN_NAME.test(text)
}
