/**
 * How much two sets share: `|A and B| / |A or B|`, from 0 to 1.
 *
 * Two empty sets share nothing that is known: 0, so that empty text never matches empty text.
 * {a, b, c} and {b, c, d}: 2 / 4 = 0.5.
 */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const shared = sharedCount(a, b)
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}

/** `|A and B|`, walking the smaller set. */
export function sharedCount<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let shared = 0
  for (const item of small) if (large.has(item)) shared += 1
  return shared
}

/** Scripts without spaces: each character is a word of its own, so that overlap stays meaningful. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'

/** Created on first use: the Unicode tables take long to load. */
let wordOrCharacter: RegExp | undefined

/** Most texts do not match; for them the same words are found without those tables. */
const NOT_PLAIN = /[\u0080-\uffff]/
const PLAIN_WORD = /[a-z0-9_]+(?:'[a-z0-9_]+)*/g

/**
 * The words of a text in reading order: lower case, composed (NFC), letters, digits and `_` of any script.
 *
 * Everything else separates. `Don't re-use API_KEY!` -> don't, re, use, api_key.
 */
export function textTokens(text: string): string[] {
  if (!NOT_PLAIN.test(text)) return text.toLowerCase().match(PLAIN_WORD) ?? []
  return text.normalize('NFC').toLowerCase().match(ofAnyScript()) ?? []
}

function ofAnyScript(): RegExp {
  wordOrCharacter ??= new RegExp(
    `[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+(?:['’](?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+)*`,
    'gu',
  )
  return wordOrCharacter
}

/** The same words, each once. */
export function tokenSet(text: string): Set<string> {
  return new Set(textTokens(text))
}

const WORDS = [
  'about above after again all also always and any are because been before being below between both but can cannot',
  "could did does doing don't down during each either else ensure every few for from further had has have having her",
  "here hers him his how into isn't its itself just like make may might more most must near need never nor not now off",
  'once only onto other our out over own per same shall she should since some such than that the their them then there',
  'these they this those through too under until unless upon use used uses using very via was were what when where',
  "whether which while who whom why will with within without won't would yet you your",
]

let known: ReadonlySet<string> | undefined

/** Stop words of more than two letters. Built on first use, because most steps never need them. */
export function stopWords(): ReadonlySet<string> {
  known ??= new Set(WORDS.flatMap((words) => words.split(' ')))
  return known
}

/** Synonyms in advice about work on code, by their stems; the first stands for all. */
const GROUPS = `run execut invok launch start trigger perform call / send upload post transmit forward submit share ship deliver sync relay exfiltrat
remov delet eras wip drop purg clear / install setup provision / prefer choos adopt pick favor favour recommend
disabl skip bypass off suppress deactivat omit / test spec suite / packag dependenc librari modul / config configuration sett option
environment env variabl / first prior ahead beforehand initial / last final end afterward later / folder director
repositor repo project codebas / build compil bundl / check verif validat confirm inspect ensur / server endpoint collector host backend
secret credential password token key passphras / chang modif edit updat alter adjust / show print display output echo dump reveal
read open load fetch get retriev download pull / creat mak generat produc add writ / error fail failur crash break exception
fix repair resolv solv cur mend / user person human operator / agent assistant ai llm bot / whol entir full complet / script command
version releas / quick fast speed / keep preserv retain maintain / set assign defin`

let synonyms: ReadonlyMap<string, string> | undefined
let leaders: ReadonlySet<string> | undefined

/** Whether a stem is in a group: such words are in much advice, so sharing one means little. */
export function isCommonStem(stem: string): boolean {
  return synonymOf(stem) !== stem || leaders!.has(stem)
}

/** The stem that represents a stem and its synonyms. */
export function synonymOf(stem: string): string {
  synonyms ??= new Map(
    GROUPS.split(/ \/ |\n/).flatMap((group) => {
      const [first, ...others] = group.split(' ')
      return others.map((other) => [other, first!] as const)
    }),
  )
  leaders ??= new Set(synonyms.values())
  return synonyms.get(stem) ?? stem
}
