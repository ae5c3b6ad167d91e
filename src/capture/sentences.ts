const ENDS = /[.!?…]["'”’)\]*_]*(?=\s)/g
const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|no|fig|sec|mr|ms|mrs|dr|st|eq|al)\.$/i

/**
 * The sentences of one line of prose. A mark ends a sentence when white space follows, so `a.ts`, `1.2` and `foo.bar()` stay
 * whole; after an abbreviation or inside a code span it does not, and what follows must not begin in lower case.
 */
export function sentencesOf(line: string): string[] {
  const sentences: string[] = []
  let from = 0
  let ticks = 0
  let scanned = 0
  for (const match of line.matchAll(ENDS)) {
    const end = match.index + match[0].length
    for (; scanned < end; scanned++) if (line.charCodeAt(scanned) === 96) ticks += 1
    if (ticks % 2 === 1 || !isEnd(line, from, match.index, end)) continue
    sentences.push(line.slice(from, end).trim())
    from = end
  }
  const rest = line.slice(from).trim()
  return rest === '' ? sentences : [...sentences, rest]
}

function isEnd(line: string, from: number, mark: number, end: number): boolean {
  if (/^\s+\p{Ll}/u.test(line.slice(end, end + 4))) return false
  return !ABBREVIATED.test(line.slice(Math.max(from, mark - 12), mark + 1))
}
