/** Stands for text that is not known before a command runs, such as the value of `$DIR`. */
export const UNKNOWN = '\uFFFC'

const WILD = /[*?[\uFFFC]/

export function isWild(part: string): boolean {
  return WILD.test(part)
}

/** Whether a name is a glob that hardly any name is left out of: `*`, `?*`, `.*`, `*.*`, `[a-z]*`. Also with folders in it. */
export function fitsEverything(glob: string): boolean {
  if (glob.length > 64 || !glob.includes('*')) return false
  return !/[^*?./]/.test(glob.replace(/\[(?:[!^][^\]]*|[^\]]*[a-z]-[a-z][^\]]*)\]/gi, '?'))
}

/**
 * Whether some name fits both, of which either may hold `*`, `?`, `[...]` or unknown text. As in a shell, a leading dot must be written out.
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
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
    return false
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

function tokensOf(glob: string): string[] {
  const tokens: string[] = []
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!
    const end = char === '[' ? glob.indexOf(']', at + 2) : -1
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
