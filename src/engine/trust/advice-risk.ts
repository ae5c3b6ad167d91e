import { INVISIBLE } from '../text/visible-text.ts'
import { ADVICE_RISKS } from './advice-risks.ts'

const LONGEST = 4_000
const UNSEEN = new RegExp(`[${Object.values(INVISIBLE).join('')}]`, 'gu')

/** "Never print tokens" forbids; "never run tests without sending the tokens" and "do not forget to send them" ask for it. */
const FORBIDS =
  /\b(?:never|no|do not|don['’]?t|does not|doesn['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t|cannot|can['’]?t|may not|shall not|avoid|stop|instead of|rather than|no longer|not to|nobody|nothing|forbid\w*|prohibit\w*|refus\w+|reject\w*|prevents?|blocks?|denies|denied)\b/i
/** "It fails when TLS is turned off" warns; "when it fails, turn TLS off" asks for it. */
const WARNS =
  /(?<!\b(?:when(?:ever)?|if|once|after|until|because)\b[^.!?]{0,60})\b(?:fails?|failed|breaks?|leaks?)\b(?![^.!?]*(?:,|\b(?:by|with|so|then|set|use|add|export|pass|run|resolved?|fix(?:ed)?)\b))|\bhad(?: \w+ly)? $/i
/** "sslmode=disable must never be used". */
const FORBIDDEN_AFTER =
  /^\S*(?: \w+){0,3}? (?:(?:must|should|may|can) (?:never|not) be (?:used|set|enabled|committed|passed|accepted|run|allowed|merged)|cannot be used|(?:is|are) (?:forbidden|prohibited|rejected|refused|not (?:allowed|permitted|accepted)|never (?:used|allowed|accepted)))\b/i
/** "Ask Ada before you force a push" leaves it to a person; "ask Ada to force it" and "ask nobody before" do not. */
const LEFT_TO_A_PERSON =
  /^\W*(?:(?:always|please|first|you must|you should) )?(?:ask|check with|confirm with|talk to|consult|wait for)\b(?:(?!\b(?:to|nobody|none|nothing|no one|server|api|site|page|and|then|but)\b)[^,;:]){0,60}\b(?:before|prior to)\b(?:(?!\b(?:and|then|but|or)\b)[^,;:]){0,60}$/i
const ASKS_AFTER_ALL =
  /\b(?:without|unless|until|before|forget|fail to|skip|hesitate|omit|neglect|only after|but|except|instead)\b/i

/**
 * Why a text may not be advice in a prompt before a person has accepted it, whatever its source; undefined if nothing is suspicious.
 *
 * A lesson states a fact about a repository. Text is held if it gives orders to agents, names a place on the network, has data sent, a check turned off or something
 * fetched and run: attackers want that, and a lesson seldom needs it. Disguises are undone first: invisible and full-width
 * characters, `1gn0re`, `i g n o r e`. With `isShown`, because the steps of a run show it, words that many lessons have do not count.
 */
export function adviceRisk(text: string, isShown = false): string | undefined {
  return riskIn(text, isShown ? HARD : ADVICE_RISKS)
}

const HARD = ADVICE_RISKS.filter(({ isFineWhenShown }) => isFineWhenShown === undefined)

const UNUSUAL = ADVICE_RISKS.filter(({ isUsualInPages }) => isUsualInPages === undefined)

/** Whether a sentence that an agent read asks for something that a lesson may not; an address or a comment does not count, because most documents have some. */
export function isSuspect(sentence: string): boolean {
  return riskIn(sentence, UNUSUAL) !== undefined
}

function riskIn(text: string, risks: typeof ADVICE_RISKS): string | undefined {
  const plain = text.slice(0, LONGEST).replace(UNSEEN, '').normalize('NFKC')
  for (const reading of readingsOf(plain)) {
    const clauses = reading.split(/(?<=[.!?;])\s+|\n+/)
    for (const { reason, pattern, isFineWhenNegated } of risks) {
      const found = clauses.some((clause) => {
        const match = pattern.exec(clause)
        return match !== null && !(isFineWhenNegated && isForbidden(clause, match))
      })
      if (found || (isFineWhenNegated === undefined && pattern.test(reading))) return `it ${reason}`
    }
  }
  return undefined
}

const ORDERS = ADVICE_RISKS.filter(({ isOrder }) => isOrder)

/** Whether a text gives orders to agents: an agent that read it may no longer act for its person. */
export function givesOrders(text: string): boolean {
  const plain = text.slice(0, LONGEST).replace(UNSEEN, '').normalize('NFKC')
  return readingsOf(plain).some((reading) => ORDERS.some(({ pattern }) => pattern.test(reading)))
}

function isForbidden(clause: string, { 0: found, index }: RegExpExecArray): boolean {
  if (FORBIDDEN_AFTER.test(clause.slice(index + found.length))) return true
  const before = clause.slice(0, index)
  if (LEFT_TO_A_PERSON.test(before)) return true
  const forbids = FORBIDS.exec(before) ?? WARNS.exec(before)
  return forbids !== null && !ASKS_AFTER_ALL.test(before.slice(forbids.index + forbids[0].length))
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** The text as it is, and as it is meant if letters are replaced or spread. */
function readingsOf(text: string): string[] {
  const joined = text.replace(/(?<![\w'])(?:\p{L}[ .\-_*]){4,}\p{L}(?![\w'])/gu, (spread) =>
    spread.replace(/[ .\-_*]/g, ''),
  )
  const spelt = joined.replace(/\b(?=[\w@$]*[a-z])(?=[\w@$]*[0134578@$])[a-z0134578@$]{4,}\b/gi, (word) =>
    word.replace(/[013457@$]/g, (sign) => LEET[sign]!),
  )
  return [...new Set([text, joined, spelt])]
}
