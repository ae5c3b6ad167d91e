import { type Citation, citationsIn } from '../engine/text/code-citations.ts'
import { OWN_LABEL, stripOwnBlocks } from '../engine/text/own-blocks.ts'
import { normalizeText } from '../engine/text/text-hash.ts'
import { oneLine } from '../engine/text/visible-text.ts'
import { type Classification, classify } from './classify.ts'
import { generalStrength, strengthOfPattern } from './pattern-cues.ts'
import { type ProseBlock, patternSection, proseOf, sentencesOf, withoutEmphasis } from './prose.ts'
import { notAPattern, notListable } from './why-not-a-lesson.ts'

/** A sentence of a deliberation that is worth showing again. */
export interface ExtractedPattern extends Classification {
  readonly text: string
  /** From the section that the role wrote for it, or found in its prose. */
  readonly from: 'section' | 'prose'
  readonly citation?: Citation
}

const OF_THIS_WORK =
  /^(?:\d+[.)]?\s*)?(?:goals?|requirements?|acceptance|(?:next |remaining )?steps?|(?:the )?(?:plan|proposal)\b(?!s)|what (?:the|was|is|changed|i)|options?|decisions?|open (?:questions?|points?)|questions?|to-?dos?|action items|verdict|conclusion|summary|overview|changes?|status|timeline|schedule|scope|must[- ]fix|blocking|non-?blocking|not examined|test (?:plan|results?|output)|results?|checks?|changelog)\b/i
const LABEL =
  /^\W{0,3}(?:(?:new|hard)\s+)?(observation|causal(?: link)?|rule|pattern|lesson|learning)s?\W{0,3}[:\]–—-]\W{0,3}\s+/i
const TRACK_RECORD = new RegExp(
  `\\s*\\((?:${OWN_LABEL}|\\d+ net, \\d+x ignored|seen \\d+x?|(?:new|warning)(?=\\) #))\\)(?:\\s+via:[\\w-]+)?(?: #[0-9a-f]{4,16})?\\s*$`,
  'i',
)
const LONGEST = 400
const MOST = 50

/** A line that a role listed as a pattern and that is none, with the reason. */
export interface RefusedLine {
  readonly text: string
  readonly reason: string
}

/** Extracts the patterns of a deliberation without a model: the items of its "Accumulated Patterns" section; without one, the prose sentences that are worded as a rule, a causal link or a recurring observation. Section lines that are dropped come with the reason. Mettle's own blocks are cut out first. Precision goes before recall: junk is shown to every later run, a gap is filled by the next. */
export function readPatterns(deliberation: string): { patterns: ExtractedPattern[]; refused: RefusedLine[] } {
  const blocks = proseOf(stripOwnBlocks(deliberation))
  const { section } = patternSection(blocks)
  if (section === undefined) return { patterns: firstOfEach(fromProse(blocks)).slice(0, MOST), refused: [] }
  const read = linesOf(section).map(fromLine)
  const patterns = firstOfEach(read.flatMap((line) => line.patterns))
  const left = patterns.slice(MOST).map(({ text }) => ({ text, reason: `only the first ${MOST} are kept` }))
  return { patterns: patterns.slice(0, MOST), refused: [...read.flatMap((line) => line.refused), ...left] }
}

/** The lines of the section: its items, the cell with the most words of each table row, and the sentences of its paragraphs, except the lead-in to a list. */
function linesOf(section: readonly ProseBlock[]): string[] {
  return section.flatMap((block, index) => {
    const { kind, text } = block
    if (kind === 'item') return [text]
    if (kind === 'paragraph') return sentencesOf(text).filter((sentence) => !sentence.endsWith(':'))
    const isRow = block.kind === 'row' && section[index - 1]?.kind === 'row'
    return isRow ? [block.lines.toSorted((a, b) => b.split(' ').length - a.split(' ').length)[0]!] : []
  })
}

/** The first sentence of a line is a pattern unless it is clearly something else; every further sentence must qualify by itself. */
function fromLine(line: string): { patterns: ExtractedPattern[]; refused: RefusedLine[] } {
  const [first = '', ...more] = sentencesOf(line)
  const { wording, label } = cleaned(first)
  const reason = wording.length > LONGEST ? `it is longer than ${LONGEST} characters` : notListable(wording)
  const patterns = more.flatMap((sentence) => {
    const added = cleaned(sentence)
    const strength = notAPattern(added.wording) === undefined ? generalStrength(added.wording) : undefined
    return strength === undefined || added.wording.length > LONGEST
      ? []
      : [extracted(added.wording, 'section', added.label ?? strength)]
  })
  if (reason === undefined)
    return { patterns: [extracted(wording, 'section', label ?? strengthOfPattern(wording)), ...patterns], refused: [] }
  return { patterns, refused: patterns.length > 0 || line === '' ? [] : [{ text: line, reason }] }
}

function fromProse(blocks: readonly ProseBlock[]): ExtractedPattern[] {
  return withoutTasks(blocks)
    .filter(({ kind }) => kind === 'item' || kind === 'paragraph')
    .flatMap(({ text }) => sentencesOf(text))
    .flatMap((sentence) => {
      const pattern = patternIn(sentence)
      return pattern === undefined ? [] : [pattern]
    })
}

/** Drops everything under a heading that announces tasks, choices or results of this one piece of work. */
function withoutTasks(blocks: readonly ProseBlock[]): ProseBlock[] {
  let under: number | undefined
  return blocks.filter((block) => {
    if (block.kind === 'heading' && (under === undefined || block.level <= under))
      under = OF_THIS_WORK.test(block.text) ? block.level : undefined
    return under === undefined
  })
}

/** A prose sentence as a pattern, if it is one. A sentence that cites a line of the code is a finding about that line, not a pattern. */
function patternIn(sentence: string): ExtractedPattern | undefined {
  if (sentence.length > LONGEST) return undefined
  const { wording, label } = cleaned(sentence)
  if (citationsIn(wording).length > 0) return undefined
  const strength = notAPattern(wording) === undefined ? (label ?? generalStrength(wording)) : undefined
  return strength === undefined ? undefined : extracted(wording, 'prose', strength)
}

function extracted(
  text: string,
  from: ExtractedPattern['from'],
  strength: Classification['strength'],
): ExtractedPattern {
  const [citation] = citationsIn(text)
  return { text, from, ...classify({ lesson: text, strength }), citation }
}

/** Strips emphasis, a leading label such as `Rule:`, and the track record that our own blocks append. */
function cleaned(text: string): { wording: string; label?: Classification['strength'] } {
  if (text.length > 2 * LONGEST) return { wording: text }
  const plain = oneLine(withoutEmphasis(text)).replace(TRACK_RECORD, '')
  const label = LABEL.exec(plain)
  const kind = label?.[1]?.toLowerCase().split(' ')[0]
  const wording = label === null ? plain : plain.slice(label[0].length)
  return kind === 'observation' || kind === 'causal' || kind === 'rule' ? { wording, label: kind } : { wording }
}

function firstOfEach(patterns: readonly ExtractedPattern[]): ExtractedPattern[] {
  const byWording = new Map<string, ExtractedPattern>()
  for (const pattern of patterns) {
    const wording = normalizeText(pattern.text)
    if (!byWording.has(wording)) byWording.set(wording, pattern)
  }
  return [...byWording.values()]
}
