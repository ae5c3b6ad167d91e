import { UserError } from '../../domain/user-error.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { estimateBlockTokens } from '../../engine/text/tokens.ts'

/** The content of our section: lessons from earlier runs, or people's rules. A file may have one of each. */
export type SectionName = 'mettle' | 'mettle-rules'

/** The opening mark records how many line breaks we inserted before it, so that they can be removed again. */
function sectionBegin(gap: number, name: SectionName): string {
  return gap === 0 ? `<!-- ${name}:begin -->` : `<!-- ${name}:begin gap=${gap} -->`
}

function sectionEnd(name: SectionName): string {
  return `<!-- ${name}:end -->`
}

/** Returns the text with our section appended, or replaced if there is one. Every other byte stays, line endings included. */
export function withSection(text: string, lines: readonly string[], name: SectionName = 'mettle'): string {
  const found = sectionIn(text, name)
  const end = found?.end ?? lineEndOf(text)
  const gap = found?.gap ?? gapAfter(text)
  const section = [sectionBegin(gap, name), ...lines, sectionEnd(name)].join(end)
  if (found !== undefined) return text.slice(0, found.from) + section + text.slice(found.to)
  return `${text}${end.repeat(gap)}${section}${end}`
}

/** Returns the text without the section. Later edits around it stay. */
export function withoutSection(text: string, name: SectionName = 'mettle'): string {
  const found = sectionIn(text, name)
  if (found === undefined) return text
  const before = text.slice(0, found.from)
  const rest = text.slice(found.to)
  const after = rest.startsWith(found.end) ? rest.slice(found.end.length) : rest
  const gap = found.end.repeat(found.gap)
  return after === '' && before.endsWith(gap) ? before.slice(0, before.length - gap.length) : before + after
}

interface Section {
  readonly from: number
  readonly to: number
  readonly gap: number
  /** The line ending it was written with. */
  readonly end: string
}

/** Finds the section; throws unless its marks form one pair, because a person has to sort that out. */
function sectionIn(text: string, name: SectionName): Section | undefined {
  const begins = [...text.matchAll(new RegExp(`<!-- ${name}:begin(?: gap=(\\d))? -->`, 'g'))]
  const ends = [...text.matchAll(new RegExp(sectionEnd(name), 'g'))]
  if (begins.length === 0 && ends.length === 0) return undefined
  const [begin, end] = [begins[0], ends[0]]
  if (begin === undefined || end === undefined || begins.length + ends.length > 2 || end.index < begin.index)
    throw new UserError(
      'section',
      `The marks '${sectionBegin(0, name)}' and '${sectionEnd(name)}' are not one pair in the file.`,
      'Leave one pair, the first before the second, or none.',
    )
  const lineEnd = /^\r?\n/.exec(text.slice(begin.index + begin[0].length))?.[0] ?? lineEndOf(text)
  return { from: begin.index, to: end.index + end[0].length, gap: Number(begin[1] ?? 0), end: lineEnd }
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function gapAfter(text: string): number {
  if (text === '' || /\n\r?\n$/.test(text)) return 0
  return text.endsWith('\n') ? 1 : 2
}

export interface Lesson {
  readonly text: string
  readonly polarity: 'do' | 'avoid'
  readonly citation?: { readonly file: string; readonly line?: number | undefined } | undefined
}

const HEAD = ['## What earlier runs learned', '', 'Written by Mettle; every export replaces this section.', '']

/** The lines of the section, best first, within the budget of tokens. They state facts and carry no markup of their own. */
export function lessonSection(lessons: readonly Lesson[], budgetTokens: number) {
  const lines = [...HEAD]
  let tokens = estimateBlockTokens([sectionBegin(0, 'mettle'), ...HEAD, sectionEnd('mettle')])
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

/** Words that already express a prohibition. Prefixing `Avoid: ` to such a text would reverse its meaning. */
const FORBIDS = /\b(?:avoid\w*|never|not|no|nobody|refrain|stop|forbidden|prohibited|banned|off limits)\b|n['’]t\b/i

function lineOf({ text, polarity, citation }: Lesson): string {
  const plain = sanitize(text).text
  const isSaid = FORBIDS.test(plain)
  const { file = '', line } = citation ?? {}
  const place = file === '' ? '' : ` (${sanitize(line === undefined ? file : `${file}:${line}`).text})`
  return `- ${polarity === 'avoid' && !isSaid ? 'Avoid: ' : ''}${plain}${place}`
}
