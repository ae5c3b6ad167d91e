import { isPlainText } from './placeholder.ts'
import { redact } from './redact.ts'

/** How much of a text is searched for secrets; the rest is not stored. */
const WINDOW = 12_000
const GAP = '\n[…]\n'

/** The first and the last lines of a text, without secrets. The text is redacted before it is cut, so that no cut hides half a secret; one that is too long for that is first cut between words. */
export function excerpt(text: string, most: number): string {
  const near = text.length <= WINDOW ? text : ends(text, WINDOW)
  const clean = isPlainText(near) ? near : redact(near).text
  return clean.length <= most ? clean : ends(clean, most)
}

function ends(text: string, most: number): string {
  const room = most - GAP.length
  const first = Math.floor(room * 0.4)
  const head = text.slice(0, first).replace(/\S*$/, '')
  const tail = text.slice(text.length - (room - first)).replace(/^\S*/, '')
  return `${head.trimEnd()}${GAP}${tail.trimStart()}`
}
