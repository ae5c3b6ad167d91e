/** Names that stand for people and for Mettle itself. An agent, a file or a program that calls itself so is not believed. */
const RESERVED: ReadonlySet<string> = new Set([
  'person',
  'people',
  'human',
  'user',
  'owner',
  'operator',
  'mettle',
  'mined',
])

/** Letters of other scripts that look like those of the names above. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  ɑ: 'a',
  α: 'a',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  ε: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ι: 'i',
  ı: 'i',
  ӏ: 'l',
  м: 'm',
  п: 'n',
  ո: 'n',
  η: 'n',
  о: 'o',
  ο: 'o',
  σ: 'o',
  օ: 'o',
  р: 'p',
  ρ: 'p',
  г: 'r',
  ѕ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ս: 'u',
  ц: 'u',
  ԝ: 'w',
  ω: 'w',
}
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 5: 's', 7: 't' }

/** Whether a name reads as one of those that stand for a person or for Mettle, in whatever case, script, form or spacing. */
export function isReservedName(name: string): boolean {
  const plain = [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
  // A digit in a name is mostly a number (`user2` is somebody's agent); one inside a word is mostly a letter.
  const words = [plain, plain.replace(/(?<=\p{L})[01357](?=\p{L})/gu, (digit) => DIGITS[digit]!)]
  return words.some((word) =>
    RESERVED.has(word.replace(/^(?:the|a|an)\s+/u, '').replace(/[^\p{L}\p{N}]/gu, '')),
  )
}
