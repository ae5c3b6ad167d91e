import { sanitize } from '../../engine/text/sanitize.ts'
import { estimateBlockTokens } from '../../engine/text/tokens.ts'
import { SECTION_END, sectionBegin } from './marked-section.ts'

export interface Lesson {
  readonly text: string
  readonly polarity: 'do' | 'avoid'
  readonly citation?: { readonly file: string; readonly line?: number | undefined } | undefined
}

const HEAD = [
  '## What earlier runs learned',
  '',
  'Kept by Mettle; this section is written anew on every export.',
  '',
]

/** The lines of the section, best first, within the budget of tokens. They state facts and carry no markup of their own. */
export function lessonSection(
  lessons: readonly Lesson[],
  budgetTokens: number,
): { lines: string[]; kept: number; tokens: number } {
  const lines = [...HEAD]
  let tokens = estimateBlockTokens([sectionBegin(0), ...HEAD, SECTION_END])
  let kept = 0
  for (const lesson of lessons) {
    const line = lineOf(lesson)
    const cost = estimateBlockTokens([line])
    if (tokens + cost > budgetTokens) continue
    lines.push(line)
    tokens += cost
    kept += 1
  }
  return { lines, kept, tokens }
}

/** Words by which a text says itself what to leave. `Avoid: ` before one of them would forbid what it asks for. */
const FORBIDS =
  /\b(?:avoid\w*|never|not|no|nobody|refrain|stop|forbidden|prohibited|banned|off limits)\b|n['’]t\b/i

function lineOf({ text, polarity, citation }: Lesson): string {
  const plain = sanitize(text).text
  const isSaid = FORBIDS.test(plain)
  const place = citation === undefined ? '' : ` (${sanitize(placeOf(citation)).text})`
  return `- ${polarity === 'avoid' && !isSaid ? 'Avoid: ' : ''}${plain}${place}`
}

function placeOf({ file, line }: NonNullable<Lesson['citation']>): string {
  return line === undefined ? file : `${file}:${line}`
}
