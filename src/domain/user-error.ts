/** Something the reader can fix. Surfaces print `message` and `hint` without a stack and exit with 1 (2 for usage); anything else that is thrown is a bug of ours. */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly code: string
  /** One line to type or to do next. */
  readonly hint: string

  constructor(code: string, message: string, hint: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}

const errorsOf = (code: string) => (message: string, hint: string, options?: { cause?: unknown }) =>
  new UserError(code, message, hint, options)

export const inputError = errorsOf('input')
export const notFound = errorsOf('not-found')
export const configError = errorsOf('config')

/** The known name that is nearest to what was typed, if any is near enough to be meant: few letters apart, or the only one that begins with it. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase()
  let best: string | undefined
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const name of known) {
    const steps = editDistance(wanted, name.toLowerCase(), least)
    if (steps < least) {
      least = steps
      best = name
    }
  }
  return best ?? onlyLonger(wanted, known)
}

function onlyLonger(wanted: string, known: readonly string[]): string | undefined {
  const longer = known.filter((name) => name.toLowerCase().startsWith(wanted))
  return wanted.length >= 3 && longer.length === 1 ? longer[0] : undefined
}

/** The number of single-letter changes that turn one word into the other, counted up to `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

export function didYouMean(typed: string, known: readonly string[]): string {
  const name = nearest(typed, known)
  return name === undefined ? '' : ` Did you mean '${name}'?`
}

/** A text as one word of a command line: `a b` -> `'a b'`. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
