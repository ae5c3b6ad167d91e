import { oneOf, type Random, zipf } from './random.ts'

/** The most common words of lessons, most frequent first. After them come names, of which a code base has thousands. */
const COMMON = `the a to in of when before is and after that for it with not use always never must because from on by
test run file build error check call return value type module function config path request response server client
database query index migration schema table row lock transaction commit branch merge review lint format import export
package version release deploy cache key token session user role header body parse validate escape encode decode retry
timeout limit queue worker thread async await promise callback event handler listener stream buffer socket port host
environment variable secret log trace metric alert flag option argument default missing empty null undefined number
string array object map set list tree node edge root leaf loop condition branch guard assert mock fixture snapshot
coverage flaky race order stable sort compare hash digest sign verify certificate key permission owner group directory
temporary rename atomic write read append truncate flush sync close open leak memory heap stack overflow recursion depth
width height color theme button form input label focus keyboard screen reader translate locale date zone clock offset
currency rounding decimal integer float precision page cursor offset total filter search match score weight threshold`
  .split(/\s+/)
  .filter((word, at, all) => all.indexOf(word) === at)

const NAMES = 20_000
const PARTS = [
  'user',
  'order',
  'invoice',
  'auth',
  'parse',
  'render',
  'cart',
  'report',
  'sync',
  'upload',
  'batch',
  'audit',
]

/** A sentence with the word frequencies of real lessons. */
export function sentence(random: Random, words: number): string {
  return Array.from({ length: words }, () => word(random)).join(' ')
}

export function filePath(random: Random): string {
  return `src/${oneOf(random, PARTS)}/${oneOf(random, PARTS)}-${zipf(random, 400)}.ts`
}

function word(random: Random): string {
  const at = zipf(random, COMMON.length + NAMES)
  return COMMON[at] ?? name(at - COMMON.length)
}

function name(number: number): string {
  const [first, second] = [PARTS[number % PARTS.length]!, PARTS[Math.floor(number / PARTS.length) % PARTS.length]!]
  return `${first}${second[0]!.toUpperCase()}${second.slice(1)}${Math.floor(number / PARTS.length ** 2)}`
}
