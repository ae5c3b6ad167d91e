const SHORTEST = 3
const LONGEST = 64
const VOWELS = 'aeiou'
const PLAIN = /^[\x20-\x7f]*$/

/** A word without its grammatical ending, after Porter (1980), and without accents, as in the word index of SQLite: `connected` and `connections` are both `connect`. */
export function wordStem(word: string): string {
  // The Unicode tables take long to load, and most words need none.
  const plain = PLAIN.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '')
  if (plain.length < SHORTEST || plain.length > LONGEST) return plain
  let stem = withoutPlural(plain)
  stem = withoutPast(stem)
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  stem = replaced(replaced(stem, DOUBLE_ENDINGS), SINGLE_ENDINGS)
  return tidied(withoutLast(stem))
}

function withoutPlural(word: string): string {
  if (/.(?:sses|ies)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const ending = ['ed', 'ing'].find((one) => word.endsWith(one) && hasVowel(word.slice(0, -one.length)))
  if (ending === undefined) return word
  const stem = word.slice(0, -ending.length)
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsDoubled(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

const rulesOf = (rules: string) =>
  rules.split(',').map((rule) => rule.split('>') as [ending: string, replacement: string])
const DOUBLE_ENDINGS = rulesOf(
  'ational>ate,tional>tion,enci>ence,anci>ance,izer>ize,logi>log,bli>ble,alli>al,entli>ent,eli>e,ousli>ous,ization>ize,ation>ate,ator>ate,alism>al,iveness>ive,fulness>ful,ousness>ous,aliti>al,iviti>ive,biliti>ble',
)

const SINGLE_ENDINGS = rulesOf('icate>ic,ative>,alize>al,iciti>ic,ical>ic,ful>,ness>')

const LAST_ENDINGS = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ')

/** Only the first ending that matches is tried. */
function replaced(word: string, rules: ReturnType<typeof rulesOf>): string {
  const rule = rules.find(([ending]) => word.endsWith(ending))
  if (rule === undefined) return word
  const stem = word.slice(0, -rule[0].length)
  return measure(stem) > 0 ? stem + rule[1] : word
}

function withoutLast(word: string): string {
  const ending = LAST_ENDINGS.find((one) => word.endsWith(one))
  if (ending === undefined) return word
  const stem = word.slice(0, -ending.length)
  return measure(stem) > 1 && (ending !== 'ion' || /[st]$/.test(stem)) ? stem : word
}

function tidied(word: string): string {
  let stem = word
  if (stem.endsWith('e')) {
    const rest = stem.slice(0, -1)
    const size = measure(rest)
    if (size > 1 || (size === 1 && !endsShort(rest))) stem = rest
  }
  return stem.endsWith('ll') && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem
}

/** How many times a vowel is followed by a consonant: `tree` 0, `trouble` 1, `private` 2. */
function measure(stem: string): number {
  let size = 0
  const sounds = soundsOf(stem)
  for (let at = 1; at < sounds.length; at += 1) if (sounds[at - 1] && !sounds[at]) size += 1
  return size
}

/** Which letters are vowels; a `y` is one after a consonant. */
function soundsOf(word: string): boolean[] {
  const sounds: boolean[] = []
  for (const letter of word) sounds.push(VOWELS.includes(letter) || (letter === 'y' && sounds.at(-1) === false))
  return sounds
}

function hasVowel(stem: string): boolean {
  return /[aeiou]|.y/.test(stem)
}

function endsDoubled(stem: string): boolean {
  return stem.length > 1 && stem.at(-1) === stem.at(-2) && !VOWELS.includes(stem.at(-1)!)
}

/** Consonant, vowel, consonant, as in `hop`; not `w`, `x` or `y` at the end. */
function endsShort(stem: string): boolean {
  const [first, second, third] = soundsOf(stem).slice(-3)
  return first === false && second === true && third === false && !/[wxy]$/.test(stem)
}
