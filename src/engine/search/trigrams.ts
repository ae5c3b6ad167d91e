/** The trigrams of a word, three letters at a time, with a blank on either side: `tok` -> ` to`, `tok`, `ok `. */
export function trigrams(word: string): ReadonlySet<string> {
  const padded = ` ${word} `
  const found = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3))
  return found
}

/**
 * How much of an asked word another one holds: `|A and B| / |A|`, from 0 to 1. The rest of the other word does not count, so
 * that a fragment is found in a long name.
 * `getusertok` has 10 trigrams, and all but the last are in `getusertoken`: 9 / 10 = 0.9.
 */
export function trigramShare(asked: ReadonlySet<string>, word: string): number {
  const padded = ` ${word} `
  let shared = 0
  for (const trigram of asked) if (padded.includes(trigram)) shared += 1
  return asked.size === 0 ? 0 : shared / asked.size
}
