import type { Embedder } from '../search/static-embedder.ts'
import { wordStem } from '../search/word-stem.ts'

/** How two lessons relate: one lesson in two wordings, two lessons that cannot both hold, or two lessons. */
export interface Relation {
  readonly relation: 'same' | 'conflict' | 'different'
  /** What decided, in words for people. */
  readonly reason: string
  /** Share of the words with content that both have, from 0 to 1. */
  readonly similarity: number
  /** Of a conflict: for the same purpose something else is recommended. */
  readonly isOtherChoice?: boolean
}

const stemsOf = (words: string) => words.split(' ').map((word) => wordStem(word))
const groupsOf = (groups: string) => groups.split(',').map(stemsOf)

/** Words that say nothing about what a lesson recommends. */
const FILLER = new Set(
  stemsOf(
    'a an the this that these those it its is are was were be been being do does did has have had must should shall will would may can could need require to of for by as so if when while whenever then than there here we you your our their they them i me my he she who which what where whether and or but also just please now on in at with into onto from under over through via per about always every each all any some sure make use get go come put let ensure remember want both one such very own still already otherwise because since until unless after before first only up instead rather out twice again nobody not never no without avoid forbid so too unless here anything everything everywhere many much',
  ),
)
/** Words that count if both texts have them, and are no difference if only one has. */
const LIGHT = new Set(
  stemsOf(
    'run keep set give take write hold contain live sit stay work file code project repository repo time allow fine ok good new start call prefer favor enough able finish cause amount item thing case way directly itself current usual mode know see look lead leave become long follow belong carry forever request entry name everything second missing lack empty straight said',
  ),
)
const NEGATIONS = new Set(
  'not never no avoid forbid forbidden prohibited nobody nothing none missing lack lacks lacking neither nor banned empty ignore ignores ignored'.split(
    ' ',
  ),
)
/** Without what follows, what comes before fails or may not be: what follows is required. */
const CONDITION = /\b(?:without|unless)\b/
const FAILS = /\b(?:fails?|breaks?|crash(?:es)?|hangs?)\b/
const SAME_WORDS = new Map(
  groupsOf(
    'remove delete erase drop purge,check verify validate confirm inspect,change modify edit update alter,error failure exception,fail break crash,fix repair resolve,folder directory,repository repo codebase,test spec,build compile,config configuration setting,environment env,dependency package library,function method,document doc,second sec s,minute min,hour hr,megabyte mb,database db,answer response,several multi multiple,maximum max most,minimum least,begin start launch,prefer favor choose,automatic automatically,global globally,ask approval permission consent okay,variable var,beside next,small smaller short,compare comparison,add create write,touch modify',
  ).flatMap(([first, ...others]) => others.map((other) => [other, first!] as const)),
)
/** Words of opposite meaning: a lesson with the other one of a pair says the opposite. */
const OPPOSITES = groupsOf(
  'enable disable,on off,accept reject,accept refuse,keep remove,keep close,open close,include exclude,add remove,increase decrease,raise lower,ascending descending,pass fail,work fail,succeed fail,parallel serially,parallel sequentially,synchronous asynchronous,sync async,up down,true false,public private,local global,client server,single double,upgrade downgrade,lock unlock,more less,lazy eager,manual automatic,online offline,start stop,mutable immutable,encrypt decrypt,rebase merge,first last,left right,required optional,verbose quiet,internal external,sensitive insensitive,show hide,earliest latest,minimum maximum',
)
const NUMBERS = ' two three four five six seven eight nine ten eleven twelve'.split(' ')

/** After such words stands the one thing that is recommended, or the one place or value that holds. */
const EXCLUSIVE =
  /^(?:use|prefer|build|deploy|import|upgrade|write|store|send|encode|release|pin|install|target|format|validate|sort|cache|limit)\b|^set \S|\b(?:is|are|lives?|comes?|belongs?|listens?|served|written|stored|uses?|requires?|needs?|runs? on)\b/
const OWNED = /^(?:owns|maintains)\b/

const CONTRAST =
  /[;.](?=\s|$)|\s[-–—]\s|,?\s(?=(?:not|never|no|use|do not|prefer)\s)(?<=,\s|and\s|;\s)|\sand (?=\w+ (?:not|never)\s)|\b(?=instead of|rather than)/
const EXCEPTS = /\b(?:except|but|other than|apart from)\b/i
const REASON =
  /,\s?as\b|,\s?or (?=.*\b(?:missing|fails?|breaks?|crash\w*|lost)\b)|\b(?:because|since|so that|otherwise|so it|even though|although|to (?:avoid|prevent))\b/
/** What stands on both sides of these is the same in either order. */
const EITHER_ORDER = /^(?:and|or|with|plus|beside|&)$/

interface Word {
  /** A number, a name out of code, a path or a flag: another one is another thing. */
  readonly isHard: boolean
  readonly isLight: boolean
  /** 1 recommended or said, -1 advised against or denied, 0 a reason. */
  readonly sign: -1 | 0 | 1
  /** It stands after a `without` or `unless`. */
  readonly isCondition: boolean
  /** By a `before` or `after`: 1 comes first, 2 second, 0 unknown. */
  readonly order: 0 | 1 | 2
}

interface Token {
  readonly word: string
  readonly stem: string
  readonly isContent: boolean
}

interface Statement {
  readonly words: ReadonlyMap<string, Word>
  /** All words in their order, those without content too. */
  readonly all: readonly Token[]
  readonly isNegated: boolean
  /** The words with a capital letter that do not begin it. */
  readonly names: readonly string[]
}

/**
 * A wording with additions keeps this share of its words, and farther apart in meaning they are two lessons. What is said in other words is as near in meaning as `meant`, shares some words, and is no copy of
 * the other sentence with something else in a place of it.
 */
export const RELATION = { kept: 0.72, far: 0.66, meant: 0.7, shared: 0.42, framed: 0.25 }

/**
 * Whether two lessons say the same, contradict each other, or speak of different things. They speak of one thing if their words with content are the same but for
 * additions of one side; then they say the same, unless a number, a name, a negation, an order or the thing recommended differs.
 *
 * `Port 8080 is used by the exporter` and `Port 9090 ...`: conflict. `Use pnpm, not npm` and `This repository uses pnpm instead of npm`: same.
 */
export function relationOf(a: string, b: string, embedder?: Embedder, policy = RELATION): Relation {
  if (a.trim() !== '' && a.trim() === b.trim()) return { relation: 'same', reason: 'the same words', similarity: 1 }
  const [one, two] = [statementOf(a), statementOf(b)]
  const shared = [...one.words.keys()].filter((stem) => two.words.has(stem))
  const opposed = opposedIn(one, two)
  const known = new Set([...shared, ...opposed.flat()])
  const [mine, yours] = [leftOf(one, known), leftOf(two, known)]
  const common = shared.filter((stem) => !one.words.get(stem)!.isLight).length + opposed.length
  const all =
    common + [mine, yours].reduce((sum, { soft, hard, light }) => sum + soft.length + hard.length + light * 0.3, 0)
  const similarity = all === 0 ? Number(shared.length > 0) : common / all
  const answer = (relation: Relation['relation'], reason: string) => ({ relation, reason, similarity })
  const differ = (x: string, y: string) => answer('conflict', `one says ${x}, the other ${y}`)

  const cosine = () => embedder?.similarity(embedder.embed(a), embedder.embed(b))
  const [fewer, more] = [mine.soft.length, yours.soft.length].sort((x, y) => x - y) as [number, number]
  const slots = slotsOf(one, two)
  const { agree, deny, isSwapped } = signsOf(shared, one, two)
  const isReordered = areReordered(shared, one, two) || areExchanged(one, two)
  const isOneTopic = similarity > 0 && (fewer === 0 ? more <= Math.max(1, common) : similarity >= 0.6)
  if (isOneTopic && mine.hard.length + yours.hard.length === 0) {
    if (isSwapped) return answer('conflict', 'one recommends what the other advises against')
    if (isReordered) return answer('conflict', 'they give opposite orders')
    const isOpposed = opposed.length % 2 === 1
    if (deny > agree !== isOpposed)
      return isOpposed ? differ(...opposed[0]!) : answer('conflict', 'one denies what the other says')
    if (slots?.isOne && !one.isNegated && !two.isNegated) return differ(...slots.words)
    const isKept = fewer === 0 && (common > 1 || more === 0) && similarity >= policy.kept
    if (isKept && (cosine() ?? 1) >= policy.far) return answer('same', 'the same words with content')
  }
  const numbers = [mine, yours].map(({ hard }) => hard.filter((stem) => /^v?\d/.test(stem)))
  if (numbers.every(({ length }) => length > 0) && fewer === 0 && more <= 1 && common > 0)
    return differ(numbers[0]!.join(' '), numbers[1]!.join(' '))
  if (slots?.isOne && !one.isNegated && !two.isNegated)
    return { ...differ(...slots.words), isOtherChoice: slots.isOtherChoice }
  const isCounted = [mine, yours].some(({ soft, hard }) => [...soft, ...hard].some((stem) => /^v?\d/.test(stem)))
  const isOther = isSwapped || deny >= agree || isReordered || isCounted || opposed.length > 0
  const isNamedOtherwise =
    EXCEPTS.test(a) !== EXCEPTS.test(b) || (namesMore(one, mine, two) && namesMore(two, yours, one))
  const isReworded = similarity >= policy.shared && frameOf(one, two).share < policy.framed
  if (!isOther && !isNamedOtherwise && isReworded && (cosine() ?? 0) >= policy.meant)
    return answer('same', 'the same meaning in other words')
  return answer('different', 'each names something that the other does not')
}

/** Whether a statement names something, by a word out of code or with a capital letter, that another does not. */
function namesMore({ names }: Statement, { hard }: ReturnType<typeof leftOf>, { all }: Statement): boolean {
  return hard.length > 0 || names.some((name) => !all.some(({ stem }) => stem === name))
}

/** The pairs of opposites of which each statement has the other one; no word is in two of them. */
function opposedIn(one: Statement, two: Statement): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  const [mine, yours] = [one, two].map(({ all }) => new Set(all.map(({ stem }) => stem))) as [Set<string>, Set<string>]
  for (const [first, second] of OPPOSITES)
    for (const [x, y] of [[first!, second!] as const, [second!, first!] as const]) {
      if (!mine.has(x) || mine.has(y) || !yours.has(y) || yours.has(x)) continue
      if (!found.flat().some((word) => word === x || word === y)) found.push([x, y])
    }
  return found
}

function leftOf({ words }: Statement, known: ReadonlySet<string>) {
  const unknown = [...words].filter(([stem]) => !known.has(stem))
  const isContrast = [...words.values()].some(({ sign }) => sign === 1)
  const left = unknown.filter(([, { isLight, sign }]) => !isLight && (sign !== -1 || !isContrast))
  const stems = (wanted: boolean) => left.filter(([, { isHard }]) => isHard === wanted).map(([stem]) => stem)
  const light = unknown.filter(([, { isLight }]) => isLight).length
  return { soft: stems(false), hard: stems(true), light }
}

/** How many of the common words both say or both deny, how many only one of them denies, and whether two of them changed places. */
function signsOf(shared: readonly string[], one: Statement, two: Statement) {
  const signs = shared
    .map((stem) => [one.words.get(stem)!, two.words.get(stem)!] as const)
    .filter(([x, y]) => !x.isLight && x.sign !== 0 && y.sign !== 0)
  const changed = signs.filter(([x, y]) => x.sign !== y.sign)
  return {
    agree: signs.length - changed.length,
    deny: changed.length,
    isSwapped:
      (changed.some(([x]) => x.sign === 1) && changed.some(([x]) => x.sign === -1)) ||
      changed.some(([x, y]) => x.isCondition || y.isCondition),
  }
}

function areReordered(shared: readonly string[], one: Statement, two: Statement): boolean {
  const orders = shared
    .map((stem) => [one.words.get(stem)!.order, two.words.get(stem)!.order] as const)
    .filter(([x, y]) => x !== 0 && y !== 0)
  const changed = orders.filter(([x, y]) => x !== y).length
  return changed > 1 && changed > orders.length - changed
}

/**
 * Whether two sentences have the same words, and what stands on both sides of some of them changed places: `A overrides B` and `B overrides A`. A part that only moved to the
 * front, as in `in tests, use A` and `use A in tests`, is no exchange.
 */
function areExchanged({ all: x }: Statement, { all: y }: Statement): boolean {
  const stems = (tokens: readonly Token[]) =>
    tokens.filter(({ word }) => !/^(?:the|an?)$/.test(word)).map(({ stem }) => stem)
  const [mine, yours] = [stems(x), stems(y)]
  if (mine.length !== yours.length || [...mine].sort().join(' ') !== [...yours].sort().join(' ')) return false
  let from = 0
  while (from < mine.length && mine[from] === yours[from]) from += 1
  let to = mine.length
  while (to > from && mine[to - 1] === yours[to - 1]) to -= 1
  const [before, after] = [mine.slice(from, to), yours.slice(from, to)]
  for (let first = 1; first < before.length - 1; first += 1)
    for (let last = 1; first + last < before.length; last += 1) {
      const middle = before.slice(first, before.length - last)
      const exchanged = [...before.slice(before.length - last), ...middle, ...before.slice(0, first)]
      if (exchanged.every((stem, at) => stem === after[at])) return !middle.every((stem) => EITHER_ORDER.test(stem))
    }
  return false
}

/** How two sentences begin and end alike, what stands between, and which share of the shorter one is alike; 0 if only one of them says something between. */
function frameOf({ all: x }: Statement, { all: y }: Statement) {
  let before = 0
  while (before < x.length && x[before]!.stem === y[before]?.stem) before += 1
  let after = 0
  while (after < Math.min(x.length, y.length) - before && x.at(-1 - after)!.stem === y.at(-1 - after)!.stem) after += 1
  const [mine, yours] = [x, y].map((words) => words.slice(before, words.length - after)) as [Token[], Token[]]
  const around = [...x.slice(0, before), ...x.slice(x.length - after)]
  const content = (tokens: readonly Token[]) => tokens.filter(({ isContent }) => isContent).length
  const isFilled = content(mine) > 0 && content(yours) > 0
  const share = isFilled ? content(around) / Math.min(content(x), content(y)) : 0
  return { before, after, mine, yours, around, share }
}

/** The words that differ where two sentences are the same around them, and whether only one thing can stand there. */
function slotsOf(one: Statement, two: Statement) {
  const [{ all: x }, { all: y }] = [one, two]
  const { before, after, mine, yours, around } = frameOf(one, two)
  const isOther = (token: Token, others: readonly Token[]) => others.every(({ stem }) => stem !== token.stem)
  if (
    [mine, yours].some(({ length }) => length === 0 || length > 3) ||
    !around.some(({ isContent }) => isContent) ||
    !mine.every((token) => isOther(token, yours))
  )
    return undefined
  const words = (tokens: readonly Token[]) => tokens.map(({ word }) => word).join(' ')
  const isAlone =
    [...mine, ...yours].every(({ isContent }) => isContent) &&
    mine.every((token) => isOther(token, y)) &&
    yours.every((token) => isOther(token, x))
  const isOpposite = OPPOSITES.some(
    (pair) => mine.length * yours.length === 1 && pair.includes(mine[0]!.stem) && pair.includes(yours[0]!.stem),
  )
  const stands = before === 0 ? OWNED.test(words(x.slice(x.length - after))) : EXCLUSIVE.test(words(x.slice(0, before)))
  const isCount = [mine, yours].every(
    ([token, ...rest]) => rest.length === 0 && (token!.word === 'one' || /^\d+$/.test(token!.stem)),
  )
  const isOtherChoice =
    isAlone && after > 0 && /^(?:always |we |please )?(?:use|prefer)$/.test(words(x.slice(0, before)))
  const isOne = isOpposite || isCount || (isAlone && stands)
  return { words: [words(mine), words(yours)] as const, isOne, isOtherChoice }
}

/** The statements of late, since a text is compared with many others. */
const kept = new Map<string, Statement>()
const MOST_KEPT = 1_000

function statementOf(raw: string): Statement {
  const known = kept.get(raw)
  if (known !== undefined) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const statement = readStatement(raw)
  kept.set(raw, statement)
  return statement
}

function readStatement(raw: string): Statement {
  const text = normal(raw)
  const words = new Map<string, Word>()
  const all: Token[] = []
  let isNegated = false
  const order = orderIn(text)
  let at = 0
  for (const part of text.split(CONTRAST)) {
    const reasons = part.split(REASON)
    for (const [index, clause] of reasons.entries()) {
      const tokens = tokensOf(clause)
      const denials =
        tokens.filter(({ word }) => NEGATIONS.has(word)).length +
        Number(/^\s*(?:instead of|rather than)\b/.test(clause))
      const isDenied = denials % 2 === 1
      const condition = tokens.findIndex(({ word }) => CONDITION.test(word))
      const isRequired = isDenied || FAILS.test(clause)
      if (isDenied) isNegated = true
      const signAt = (place: number) => {
        if (index > 0) return 0
        if (condition < 0) return isDenied ? -1 : 1
        if (place < condition) return isRequired ? 0 : 1
        return isRequired ? 1 : -1
      }
      for (const [place, { word, isCode }] of tokens.entries()) {
        const sign = signAt(place)
        at = text.indexOf(word, at) === -1 ? at : text.indexOf(word, at)
        const stem = stemOf(word)
        const isContent = isCode || !FILLER.has(stem)
        all.push({ word, stem, isContent })
        if (!isContent) continue
        const isReason = index > 0
        const isNamed = /[\d/\\_@]|\w\.\w|^[-.]\w/.test(word) || (isCode && !LIGHT.has(stem))
        const isHard = isNamed && !isReason
        const before = words.get(stem)
        words.set(stem, {
          isHard: isHard || before?.isHard === true,
          isLight: isReason || (!isHard && LIGHT.has(stem)),
          sign: before === undefined || before.sign === sign ? sign : 0,
          isCondition: condition >= 0 && place > condition,
          order: before === undefined || before.order === order(at) ? order(at) : 0,
        })
      }
    }
  }
  const names = (raw.match(/(?<=[\p{L}\d,`] )`?\p{Lu}[\p{L}\d]*/gu) ?? []).map((name) =>
    stemOf(name.replace('`', '').toLowerCase()),
  )
  return { words, all, isNegated, names }
}

/** In one form what has several: contractions, preferences, a failing thing and the one that works. */
function normal(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .toLowerCase()
    .replace(/\bcan(?:'t|not)\b/g, 'can not')
    .replace(/n't\b/g, ' not')
    .replace(/\bun(?=\w{3,}ed\b)/g, 'not ')
    .replace(/\b((?:not|never) .+?) (?:until|before (?=(?:you|i|we|they) ))/, '$1 unless ')
    .replace(/'s\b/g, '')
    .replace(/\b(\d+)(s|ms|mb|gb|kb|min|h)\b/g, '$1 $2')
    .replace(/\b(prefer\w*)( .+?)? (?:over|to) /, '$1$2 instead of ')
    .replace(/\b(?:never|does not) (?:stop|end)s?\b/, 'forever')
    .replace(/^(?:because|since) ([^,]+), (.+)$/, '$2 because $1')
    .replace(/^stop (?=\w+ing\b)/, 'not ')
    .replace(/\bleave (.+?) alone\b/, 'not touch $1')
    .replace(
      /^(.+?) (?:keeps? failing|fails|does not work|is (?:too )?(?:broken|slow|deprecated|flaky))(?: here)?[;,.:] (?:use )?(.+?)(?: (?:fixes it|fixes that|works|passes|does)\b.*)?$/,
      'use $2 instead of $1',
    )
}

function tokensOf(clause: string): { word: string; isCode: boolean }[] {
  return clause.split('`').flatMap((piece, index) =>
    piece
      .split(/[\s,;()"'!?=]+/)
      .map((word) => word.replace(/^[:*]+|[.:*%/]+$/g, ''))
      .flatMap((word) => (/^\p{L}+(?:-\p{L}+)+$/u.test(word) ? word.split('-') : [word]))
      .filter((word) => word !== '')
      .map((word) => ({ word, isCode: index % 2 === 1 })),
  )
}

function stemOf(word: string): string {
  const number = NUMBERS.indexOf(word)
  if (number > 0) return `${number + 1}`
  const stem = wordStem(word)
  return SAME_WORDS.get(stem) ?? stem
}

/** Which side of a `before` or an `after` a place in the text is on. */
function orderIn(text: string): (at: number) => 0 | 1 | 2 {
  const link = /\b(before|after)\b/.exec(text)
  const split = link?.index === 0 ? text.indexOf(',') : (link?.index ?? -1)
  if (link === null || split < 0) return () => 0
  const isSecondLater = (link[1] === 'before') !== (link.index === 0)
  return (at) => (at < split === isSecondLater ? 1 : 2)
}
