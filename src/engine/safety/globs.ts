/** Stands for text that is not known before a command runs, such as the value of `$DIR`. */
export const UNKNOWN = '\uFFFC'

const WILD = /[*?[\uFFFC]/

export function isWild(part: string): boolean {
  return WILD.test(part)
}

/** Whether a name is a glob that matches almost every name: `*`, `?*`, `.*`, `*.*`, `[a-z]*`. It may contain folders. */
export function fitsEverything(glob: string): boolean {
  if (!glob.includes('*')) return false
  return !/[^*?./]/.test(squeezed(glob).replace(/\[(?:[!^][^\]]*|[^\]]*[a-z]-[a-z][^\]]*)\]/gi, '?'))
}

/**
 * Whether some name matches both texts, each of which may hold `*`, `?`, `[...]` or unknown text. As in a shell, a leading dot must be written out.
 *
 * `.s*h` and `.ssh` meet; `*sh` and `.ssh` do not.
 */
export function globsMeet(given: string, known: string): boolean {
  const a = given.toLowerCase()
  const b = known.toLowerCase()
  if (!WILD.test(a)) return b.includes('*') ? fitsStars(a, b.split('*')) : a === b
  if (/^[*?[]/.test(a) && b.startsWith('.')) return false
  return meet(tokensOf(a), tokensOf(b))
}

/** Whether a plain name has these pieces in this order, the first at its beginning and the last at its end. */
function fitsStars(name: string, pieces: readonly string[]): boolean {
  const first = pieces[0]!
  const last = pieces.at(-1)!
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at)
    if (found === -1 || found + piece.length > name.length - last.length) return false
    at = found + piece.length
  }
  return true
}

const ANY = '?'
const STAR = '*'

const LONGEST_NAME = 255

/** The shortest glob that matches the same names, for a text longer than any file name: `[aaa…]` is one letter, and many stars are one. If it still needs more letters than a name can have, it matches none. */
export function squeezed(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  const short = WILD.test(name) ? shortGlob(name) : name
  const letters = short.replace(/[*\uFFFC]/g, '')
  return letters.length <= LONGEST_NAME ? short : letters.slice(0, LONGEST_NAME).replace(/[?[]/g, '_')
}

function shortGlob(name: string): string {
  const last = name.lastIndexOf(']')
  let short = ''
  for (let at = 0; at < name.length; at++) {
    const char = name[at]!
    if (char === '[' && at + 2 <= last) {
      short += ANY
      at = name.indexOf(']', at + 2)
    } else short += char
  }
  return short.replace(/[*\uFFFC]{2,}/g, (stars) => (stars.includes(UNKNOWN) ? UNKNOWN : STAR))
}

function tokensOf(glob: string): string[] {
  const tokens: string[] = []
  const last = glob.lastIndexOf(']')
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!
    const end = char === '[' && at + 2 <= last ? glob.indexOf(']', at + 2) : -1
    if (char === '*' || char === UNKNOWN) tokens.push(STAR)
    else if (char === '?' || end !== -1) tokens.push(ANY)
    else tokens.push(`=${char}`)
    if (end !== -1) at = end
  }
  return tokens
}

/** From the end to the beginning: `row[j]` says whether the tokens of `a` from here on and those of `b` from j on can be the same text. */
function meet(a: readonly string[], b: readonly string[]): boolean {
  let below = Array.from({ length: b.length + 1 }, (_, j) => b.slice(j).every((token) => token === STAR))
  for (let i = a.length - 1; i >= 0; i--) {
    const row = new Array<boolean>(b.length + 1)
    row[b.length] = a[i] === STAR && below[b.length]!
    for (let j = b.length - 1; j >= 0; j--) {
      if (a[i] === STAR || b[j] === STAR) row[j] = below[j]! || row[j + 1]!
      else row[j] = (a[i] === b[j] || a[i] === ANY || b[j] === ANY) && below[j + 1]!
    }
    below = row
  }
  return below[0]!
}
