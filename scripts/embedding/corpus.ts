import { readFileSync } from 'node:fs'
import { packageSentences } from './extract-sentences.ts'
import { type CorpusPackage, fetchPackage } from './fetch-packages.ts'
import { seededRandom, shuffled } from './seeded-random.ts'
import { SETTINGS } from './settings.ts'

export interface Corpus {
  /** Every sentence, by package, for word counts. */
  readonly packages: readonly (readonly string[])[]
  /** The teacher's input: a limited number of sentences per package, in a fixed random order. */
  readonly chosen: readonly string[]
}

export function corpusPackages(): CorpusPackage[] {
  return JSON.parse(readFileSync(new URL('./corpus-packages.json', import.meta.url), 'utf8')) as CorpusPackage[]
}

/** Each sentence once, in the package that comes first. */
export function readCorpus(work: string): Corpus {
  const random = seededRandom(SETTINGS.seed)
  const seen = new Set<string>()
  const chosen: string[] = []
  const packages = corpusPackages().map((wanted) => {
    const fresh = packageSentences(fetchPackage(wanted, work)).filter((sentence) => !seen.has(sentence))
    for (const sentence of fresh) seen.add(sentence)
    const short = fresh.filter((sentence) => sentence.split(' ').length <= SETTINGS.sentences.maxWords)
    chosen.push(...shuffled(short, random).slice(0, SETTINGS.sentences.perPackage))
    return fresh
  })
  return { packages, chosen: shuffled(chosen, random).slice(0, SETTINGS.sentences.total) }
}
