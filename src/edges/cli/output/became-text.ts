import type { Became } from '../../../domain/values/outcome.ts'

const WORDS: Readonly<Record<Became, string>> = {
  kept: 'kept',
  reworked: 'reworked',
  reverted: 'taken back',
}

/** What became of work, in a word or two; nothing while it is not known. */
export function becameText(became: Became | undefined): string {
  return became === undefined ? '' : WORDS[became]
}
