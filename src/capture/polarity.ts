import type { Classification } from './classify.ts'
import { isInstruction } from './pattern-cues.ts'

/** A clause that only says when: `Before a release, …`, `If two jobs share a cache, …` */
const WHEN =
  /^(?:before|after|when(?:ever)?|while|if|unless|once|until|for|on|in|during|with|without|since|because|as)\b[^,;:]{2,160}[,:]\s+(?=\S)/i
const LABEL = /^[\p{L}\p{N} -]{2,60}:\s+(?=\S)/u

/** Words that forbid. To forget, to omit and to fail are forbidden to make someone do the rest. */
const FORBIDS =
  /\b(?:(?:never|do not|don['’]t|must not|mustn['’]t|must never|should not|shouldn['’]t|should never|may not|may never|can never)(?! (?:forget|fail|omit|neglect|hesitate)\b)|avoid|refrain from|stop \w+ing|nobody (?:may|should|must)|no \w[^,;]{0,80} (?:may|should|must|without|unless)|(?:is|are) (?:never |not )(?:allowed|permitted|acceptable)|(?:is|are) (?:forbidden|prohibited|banned|off limits)|it is forbidden|not allowed)\b/i

/** Words that ask for something. */
const ASKS =
  /\b(?:always|ensure|make sure|be sure|remember to|prefer|only|never (?:forget|fail|omit|neglect)|(?:do not|don['’]t) (?:forget|fail|omit|neglect|hesitate)|must(?! not| never|n['’]t)|should(?! not| never|n['’]t)|(?:has|have|needs?) to|instead of|rather than)\b/i

const LAST_WORD = /[^,;:\s]\s+never\W*$/i

/**
 * Whether a sentence says what to do or what to avoid: by whichever of the two it says first, past the clause that only says
 * when. `When a lock is held, never call out` avoids; `Pin images by digest, never by tag` does.
 */
export function polarityOf(lesson: string): Classification['polarity'] {
  const main = lesson.trim().replace(LABEL, '').replace(WHEN, '')
  const at = (cue: RegExp) => cue.exec(main)?.index ?? Number.POSITIVE_INFINITY
  if (isInstruction(main)) return LAST_WORD.test(main) ? 'avoid' : 'do'
  return at(FORBIDS) < at(ASKS) ? 'avoid' : 'do'
}
