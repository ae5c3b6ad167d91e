import { STRATEGY_PHRASES } from './strategy-phrases.ts'

export type Strategy = (typeof STRATEGY_PHRASES)[number]['strategy']

/**
 * The strategies that the description of a plan names, each once, in the order of the list.
 *
 * "We'll split by file type, one file per subtask": Split by file type, One file per subtask.
 */
export function strategiesIn(text: string): Strategy[] {
  const words = text.toLowerCase().replace(/[\s-]+/g, ' ')
  return STRATEGY_PHRASES.filter(({ phrase }) => phrase.test(words)).map(({ strategy }) => strategy)
}
