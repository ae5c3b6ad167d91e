const PLAIN_NAME = /^[A-Za-z]{1,15}(?:-[a-z]{1,15})?$/

/** What may announce a password that is a word: `docker login -p word`, `redis-cli -a word`, `--password word`. */
const ANNOUNCES = / -[apw] |passw|passphrase| pass|sshpass|identified/i

const PLAIN_TEXT = /^-{0,2}[A-Za-z]{1,15}(?:[.]? (?:-{0,2}[A-Za-z]{1,15}|--))*[.]?$/

/**
 * Whether a text is nothing but short words: `npm test -- upload`, `Done.` Every rule that looks for secrets wants a digit, a sign, more letters than a word
 * has, or a flag or name that announces a password, so what looks for them need not be loaded.
 */
export function isPlainText(text: string): boolean {
  return PLAIN_TEXT.test(text) && !ANNOUNCES.test(text)
}

/**
 * Whether a text is a name that may stand anywhere as it is: `main`, `Bash`, `plan-writer`. No rule takes so few letters for a secret, and none
 * of them poses as anything in a prompt. Most names are such, and told in no time.
 */
export function isPlainName(text: string): boolean {
  return PLAIN_NAME.test(text)
}
