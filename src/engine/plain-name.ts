const PLAIN_NAME = /^[A-Za-z]{1,15}(?:-[a-z]{1,15})?$/

/**
 * Whether a text is a name that may stand anywhere as it is: `main`, `Bash`, `plan-writer`. No rule takes so few letters for a secret, and none
 * of them poses as anything in a prompt. Most names are such, and told in no time.
 */
export function isPlainName(text: string): boolean {
  return PLAIN_NAME.test(text)
}
