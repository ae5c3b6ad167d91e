/** Where a word goes on: on the next line, or in the next of two quoted pieces. */
const JOINT = `(?:\\\\?\\r?\\n[ \\t]{0,16}|["'\`][ \\t]{0,4}\\+\\s{0,16}["'\`])`
const PIECES = new RegExp(`(?<![\\w-])[\\w-]{4,200}(?:${JOINT}[\\w-]{4,200}){1,8}`, 'g')
const JOINTS = new RegExp(JOINT, 'g')

/** What may be text in another form; most texts hold nothing so long. */
const MAY_BE_ENCODED = /[0-9a-f]{24}|(?:%[0-9a-f]{2}){8}/i
const ENCODED: readonly { readonly pattern: RegExp; readonly decode: (text: string) => string }[] = [
  { pattern: /(?<![0-9a-z])(?:[0-9a-f]{2}){12,1024}(?![0-9a-z])/gi, decode: fromHex },
  { pattern: /(?:%[0-9a-f]{2}){8,1024}/gi, decode: decodeURIComponent },
]
const PRINTABLE = /^[\t\n\r -~]{8,}$/

/**
 * Stretches that hide a secret from whoever reads word by word: one that is broken over lines or quoted pieces, and one in hexadecimal or percent
 * signs; base64 is read where random words are looked at. What is found by undoing that is held against the same rules.
 */
export function disguisedRanges(text: string, holdsSecret: (text: string) => boolean): [number, number][] {
  const found: [number, number][] = []
  // A piece that is a secret by itself is replaced first; what is then left is looked at again.
  const joined = (match: string) => (match.split(JOINTS).some(holdsSecret) ? '' : match.replace(JOINTS, ''))
  const look = (pattern: RegExp, undo: (match: string) => string) => {
    for (const match of text.matchAll(pattern))
      if (holdsSecret(attempted(undo, match[0]))) found.push([match.index, match.index + match[0].length])
  }
  if (text.includes('\n') || text.includes('+')) look(PIECES, joined)
  if (MAY_BE_ENCODED.test(text))
    for (const { pattern, decode } of ENCODED) look(pattern, (match) => decoded(match, decode))
  return found
}

function decoded(match: string, decode: (text: string) => string): string {
  const plain = decode(match)
  return PRINTABLE.test(plain) ? plain : ''
}

/** What cannot be undone was not done. */
function attempted(undo: (match: string) => string, match: string): string {
  try {
    return undo(match)
  } catch {
    return ''
  }
}

function fromHex(text: string): string {
  return text.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
}
