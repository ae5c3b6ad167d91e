import { spoken } from '../words.ts'

/** The words of each tone; any other word is neutral. */
const WORDS = {
  good: 'success proven helping active verified helpful applied allow fine passed PASS high aligned strong works fixed approved reworded',
  calm: 'new established candidate observed cited',
  warn: 'held partial withheld warning waiting yes low misaligned denied interrupted quarantined medium',
  bad: 'avoided regressed rejected inverted failure failed deprecated harmful deny broken FAIL avoid',
}

const TONES = new Map(Object.entries(WORDS).flatMap(([tone, words]) => words.split(' ').map((word) => [word, tone])))

/** A state in one word. The colour only repeats the word, and never replaces it. */
export function Chip({ of, title }: { of: string; title?: string | undefined }) {
  return (
    <span class={`chip tone-${TONES.get(of) ?? 'quiet'}`} title={title}>
      {spoken(of)}
    </span>
  )
}
