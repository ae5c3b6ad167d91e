import type { Embedder } from '../search/static-embedder.ts'
import { groupsOf, type Statement, statementOf, type Token } from './statement.ts'

/** How two lessons relate: one lesson in two wordings, two lessons that cannot both hold, two that are near and that only somebody who reads them can tell apart, or two lessons. */
export interface Relation {
  readonly relation: 'same' | 'conflict' | 'near' | 'different'
  /** What decided, in words for people. */
  readonly reason: string
  /** The share of content words that both have, from 0 to 1. */
  readonly similarity: number
  /** How near they are in words and meaning together, from 0 to 2; of several lessons the nearest is offered first. */
  readonly nearness: number
  /** Of a conflict: what one says in place of the other. */
  readonly differ?: readonly [string, string]
  /** For a conflict: the first leaves no room for the second. It makes another choice for the same purpose, or denies all that the second says. */
  readonly isFinal?: boolean
}

/** Pairs of opposites: swapping one for the other reverses a lesson. */
const OPPOSITES = groupsOf(
  'enable disable,on off,accept reject,accept refuse,keep remove,keep close,open close,include exclude,add remove,increase decrease,raise lower,ascending descending,pass fail,work fail,succeed fail,parallel serially,parallel sequentially,synchronous asynchronous,sync async,up down,true false,public private,local global,client server,single double,upgrade downgrade,lock unlock,more less,lazy eager,manual automatic,online offline,start stop,tab space,mutable immutable,encrypt decrypt,rebase merge,first last,left right,required optional,verbose quiet,internal external,sensitive insensitive,show hide,earliest latest,minimum maximum',
)
/** Introduces the one thing that is recommended, or the one place or value that holds. */
const EXCLUSIVE =
  /^(?:use|prefer|build|deploy|import|upgrade|write|store|send|encode|release|pin|install|target|format|validate|sort|cache|limit)\b|^set \S|\b(?:is|are|lives?|comes?|belongs?|listens?|served|written|stored|uses?|requires?|needs?|runs? on)\b/
/** Introduces a choice: for what comes after it, or where from. */
const CHOICE = /^(use|prefer|(?:deploy|release|build|publish) (?:only )?from)(?: the)?$/
const OWNED = /^(?:owns|maintains)\b/

/** Words whose two sides can change places without changing the meaning. */
const EITHER_ORDER = /^(?:and|or|with|plus|beside|&)$/
const ARTICLE = /^(?:the|an?|our|its?)$/
const IS = /^(?:i|is|are|ar|was|wa|were)$/

/** From how much nearness on two lessons are near. A denial contradicts only what shares so many words; in other words, a sentence has few in the same place. */
export const RELATION = { near: 1, denied: 0.6, kept: 0.72 }

/**
 * Whether two lessons say the same, contradict each other, are near, or speak of different things. Code takes only a repetition for the same: the same words with content, and the same words that turn a sentence round (not, only, until, by), in the same order but for a part that moved to the front. Their reasons may differ. Whether sentences that are only near mean the same no comparison of words can tell: `Retry GET` and `Retry POST` are nearer than most restatements.
 *
 * `Port 8080 is used by the exporter` and `Port 9090 ...`: conflict. `Use pnpm, not npm` and `This repository uses pnpm instead of npm`: same. `Format the code, then open the PR` and `Run the formatter before you open a pull request`: near.
 */
export function relationOf(a: string, b: string, embedder?: Embedder, policy = RELATION): Relation {
  if (a.trim() !== '' && a.trim() === b.trim())
    return { relation: 'same', reason: 'the same words', similarity: 1, nearness: 2 }
  const one = statementOf(inOrder(a, b))
  const two = inWordsOf(statementOf(inOrder(b, a)), one)
  const shared = [...one.words.keys()].filter((stem) => two.words.has(stem))
  const opposed = opposedIn(one, two)
  const known = new Set([...shared, ...opposed.flat()])
  const [mine, yours] = [leftOf(one, known), leftOf(two, known)]
  const common = shared.filter((stem) => !one.words.get(stem)!.isLight).length + opposed.length
  const all =
    common + [mine, yours].reduce((sum, { soft, hard, light }) => sum + soft.length + hard.length + light * 0.3, 0)
  const similarity = all === 0 ? Number(shared.length > 0) : common / all
  const meaning = embedder?.similarity(embedder.embed(one.usual), embedder.embed(two.usual)) ?? similarity
  const nearness = similarity + meaning
  const answer = (relation: Relation['relation'], reason: string) => ({ relation, reason, similarity, nearness })
  const differ = (x: string, y: string) => ({
    ...answer('conflict', `one says ${x}, the other ${y}`),
    differ: [x, y] as const,
  })

  const [fewer, more] = [mine.soft.length, yours.soft.length].sort((x, y) => x - y) as [number, number]
  const slots = slotsOf(one, two)
  const { agree, deny, isDeniedInBoth, isSwapped } = signsOf(shared, one, two)
  // In a rewording, a clause that denies may replace one that asserts: `it is generated; change the source` and `do not edit it`.
  const isReworded = similarity < policy.kept && opposed.length === 0 && (one.isMixed || two.isMixed)
  const isOneTopic = similarity > 0 && (fewer === 0 ? more <= Math.max(1, common) : similarity >= 0.6)
  if (isOneTopic && mine.hard.length + yours.hard.length === 0) {
    if (isSwapped) return answer('conflict', 'one recommends what the other advises against')
    if (areReordered(shared, one, two) || areExchanged(one, two)) return answer('conflict', 'they give opposite orders')
    const isOpposed = opposed.length % 2 === 1
    // `do not disable it` is `enable it`; `never at startup, manually` is not `automatically at startup`.
    const isCancelled = deny > agree && opposed.every(([x, y]) => one.words.get(x)?.sign !== two.words.get(y)?.sign)
    const isFinal = one.isNegated && mine.soft.length + mine.light === 0
    const isDenied = deny > agree && !isDeniedInBoth && similarity >= policy.denied
    if ((isOpposed ? !isCancelled : isDenied) && !isReworded)
      return isOpposed ? differ(...opposed[0]!) : { ...answer('conflict', 'one denies what the other says'), isFinal }
    if (slots?.isOne && !one.isNegated && !two.isNegated) return differ(...slots.words)
    if (isRepeated(one, two)) return answer('same', 'the same words')
  }
  const numbers = [mine, yours].map(({ hard }) => hard.filter((stem) => /^v?\d/.test(stem)))
  const isCount = [mine, yours].every(({ hard }, side) => hard.length > 0 && hard.length === numbers[side]!.length)
  if (isCount && fewer === 0 && more <= 1 && common > 0) return differ(numbers[0]!.join(' '), numbers[1]!.join(' '))
  if (slots?.isOne && !one.isNegated && !two.isNegated) return { ...differ(...slots.words), isFinal: slots.isFinal }
  return nearness >= policy.near
    ? answer('near', 'near in words and meaning')
    : answer('different', 'each names something that the other does not')
}

/** A text with `before you merge` as `before merge` if the other says when to do something by the same word: then neither says what must come first, as in `never push before you ask`. */
function inOrder(text: string, other: string): string {
  return text.replace(/\bbefore (?:you|i|we|they) (?=(\w{3,4}))/gi, (said, word) =>
    new RegExp(`\\bbefore (?:\\w+ )?${word}`, 'i').test(other) ? 'before ' : said,
  )
}

/** Whether two statements are the same words, but for their reasons: in the same order but for a part that moved to the front, or in any order where no word turns them round. */
function isRepeated(one: Statement, two: Statement): boolean {
  const [mine, yours] = [wordsThatCount(one, two), wordsThatCount(two, one)]
  const [said, other] = [mine.said, yours.said.join(' ')]
  if (mine.isLonger && yours.isLonger) return false
  if (!mine.isTurned && [...said].sort().join(' ') === [...yours.said].sort().join(' ')) return true
  return said.some((_, at) => [...said.slice(at), ...said.slice(0, at)].join(' ') === other)
}

/** What a statement says, without light words and reasons that only it has, and whether a word turns it round. */
function wordsThatCount({ all, words }: Statement, other: Statement) {
  const counted = all.filter(({ isContent, turns, isReason }) => isContent || (turns !== undefined && !isReason))
  const isExtra = ({ stem, isContent }: Token) => isContent && words.get(stem)!.isLight && !other.words.has(stem)
  const said = counted.filter((token) => !isExtra(token))
  return {
    said: said.map(({ turns, stem }) => turns ?? stem),
    isLonger: counted.some((token) => isExtra(token) && !token.isReason),
    isTurned: said.some(({ turns }) => turns !== undefined),
  }
}

/** A statement with the other's form of each word that differs only in its ending: `delivery` and `delivered`, `format` and `formatter`. */
function inWordsOf(statement: Statement, { words }: Statement): Statement {
  const kin = new Map<string, string>()
  for (const [stem, { isHard }] of statement.words) {
    if (isHard || words.has(stem) || stem.length < SHORTEST_KIN) continue
    const other = [...words.keys()].find((one) => !statement.words.has(one) && isKin(one, stem))
    if (other !== undefined) kin.set(stem, other)
  }
  if (kin.size === 0) return statement
  const named = (stem: string) => kin.get(stem) ?? stem
  const all = statement.all.map((token) => ({ ...token, stem: named(token.stem) }))
  return { ...statement, all, words: new Map([...statement.words].map(([stem, word]) => [named(stem), word])) }
}

const SHORTEST_KIN = 5
const isKin = (a: string, b: string) => {
  const letters = Math.max(SHORTEST_KIN, Math.min(a.length, b.length) - 1)
  const isTypo = a.length === b.length && a[0] === b[0] && [...a].sort().join('') === [...b].sort().join('')
  return isTypo || (Math.abs(a.length - b.length) < SHORTEST_KIN && a.slice(0, letters) === b.slice(0, letters))
}

/** The pairs of opposites that the statements have one each of; no word is in two pairs. */
function opposedIn(one: Statement, two: Statement): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  const [mine, yours] = [one, two].map(({ all }) => new Set(all.map(({ stem }) => stem))) as [Set<string>, Set<string>]
  for (const [first, second] of OPPOSITES)
    for (const [x, y] of [[first!, second!] as const, [second!, first!] as const]) {
      if (!mine.has(x) || mine.has(y) || !yours.has(y) || yours.has(x)) continue
      // `it fails` and `it does not work` are no opposites.
      if ([x, y].includes('fail') && one.words.get(x)?.sign !== two.words.get(y)?.sign) continue
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

/** How many of the common words both assert or both deny, how many only one of them denies, and whether two of them changed places. */
function signsOf(shared: readonly string[], one: Statement, two: Statement) {
  const signs = shared
    .map((stem) => [one.words.get(stem)!, two.words.get(stem)!] as const)
    .filter(([x, y]) => !x.isLight && x.sign !== 0 && y.sign !== 0)
  const changed = signs.filter(([x, y]) => x.sign !== y.sign)
  return {
    agree: signs.length - changed.length,
    deny: changed.length,
    isDeniedInBoth: signs.some(([x, y]) => x.sign === -1 && y.sign === -1),
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

/** Whether two sentences have the same words, and the two sides of some of them changed places: `A overrides B` and `B overrides A`. A part that only moved to the front, as in `in tests, use A` and `use A in tests`, does not count. */
function areExchanged({ all: x }: Statement, { all: y }: Statement): boolean {
  const tokensOf = (all: readonly Token[]) => all.filter(({ word }) => !ARTICLE.test(word))
  const [mine, yours] = [tokensOf(x), tokensOf(y)].map((all) => all.map(({ stem }) => stem)) as [string[], string[]]
  if (mine.length !== yours.length || [...mine].sort().join(' ') !== [...yours].sort().join(' ')) return false
  let from = 0
  while (from < mine.length && mine[from] === yours[from]) from += 1
  let to = mine.length
  while (to > from && mine[to - 1] === yours[to - 1]) to -= 1
  const [before, after] = [mine.slice(from, to), yours.slice(from, to)]
  for (let first = 1; first < before.length; first += 1)
    for (let last = 1; first + last <= before.length; last += 1) {
      const middle = before.slice(first, before.length - last)
      const exchanged = [...before.slice(before.length - last), ...middle, ...before.slice(0, first)]
      // `the port is A and B is the host`: the link joins two clauses, not the items of a list.
      const areClauses = [mine[from - 1], mine[to]].every((stem = '') => IS.test(stem))
      if (exchanged.some((stem, at) => stem !== after[at])) continue
      // `use A; B fails` and `use B; A fails` count, but not two clauses that only changed places.
      if (middle.length === 0)
        return from > 0 && tokensOf(x)[from + first - 1]!.part !== tokensOf(x)[from + first]!.part
      return areClauses || !middle.every((stem) => EITHER_ORDER.test(stem))
    }
  return false
}

/** The equal beginnings and ends of two sentences, and what is between them. */
function frameOf({ all: x }: Statement, { all: y }: Statement) {
  let before = 0
  while (before < x.length && x[before]!.stem === y[before]?.stem) before += 1
  let after = 0
  while (after < Math.min(x.length, y.length) - before && x.at(-1 - after)!.stem === y.at(-1 - after)!.stem) after += 1
  const [mine, yours] = [x, y].map((words) => words.slice(before, words.length - after)) as [Token[], Token[]]
  const around = [...x.slice(0, before), ...x.slice(x.length - after)]
  return { before, after, mine, yours, around }
}

/** The words that differ between two otherwise equal sentences, and whether only one thing can be in that place. */
function slotsOf(one: Statement, two: Statement) {
  const [{ all: x }, { all: y }] = [one, two]
  const { before, after, around, ...between } = frameOf(one, two)
  // `from main` and `from the release branch` name two places; `from a clean checkout` says how.
  const named = (tokens: readonly Token[]) => tokens.filter(({ word }) => word !== 'the')
  const [mine, yours] = [named(between.mine), named(between.yours)]
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
  const stands = before === 0 ? OWNED.test(words(x.slice(x.length - after))) : EXCLUSIVE.test(words(x.slice(0, before)))
  const isCount = [mine, yours].every(
    ([token, ...rest]) => rest.length === 0 && (token!.word === 'one' || /^\d+$/.test(token!.stem)),
  )
  const [, choice] = CHOICE.exec(words(x.slice(0, before))) ?? []
  const isFinal = isAlone && choice !== undefined && (choice.endsWith('from') || after > 0)
  const isOne = isCount || (isAlone && stands)
  return { words: [words(mine), words(yours)] as const, isOne, isFinal }
}
