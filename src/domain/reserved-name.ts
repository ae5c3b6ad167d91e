/** Names that stand for people and for Mettle itself. An agent, a file or a program that uses one is not believed. */
const RESERVED: ReadonlySet<string> = new Set('person people human user owner operator mettle mined'.split(' '))

/** Letters of other scripts that look like those of the names above. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  'aаɑα dԁ eеёε hһн iіιı lӏ mм nпոη oоοσօ pрρ rг sѕ tтτ uυսц wԝω'
    .split(' ')
    .flatMap(([letter, ...others]) => others.map((other) => [other, letter!])),
)
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 5: 's', 7: 't' }

/** Whether a name reads as one of those that stand for a person or for Mettle, in whatever case, script, form or spacing. */
export function isReservedName(name: string): boolean {
  const plain = [...name.normalize('NFKD').toLowerCase()].map((letter) => LOOKALIKES[letter] ?? letter).join('')
  // A digit at the end of a word is usually a number (`user2` is somebody's agent); one inside a word usually stands for a letter.
  const words = [plain, plain.replace(/(?<=\p{L})[01357](?=\p{L})/gu, (digit) => DIGITS[digit]!)]
  return words.some((word) => RESERVED.has(word.replace(/^(?:the|a|an)\s+/u, '').replace(/[^\p{L}\p{N}]/gu, '')))
}
