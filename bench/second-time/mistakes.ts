import type { ToolStep } from '../../src/edges/agents/hook-call.ts'
import type { TranscriptItem } from '../../src/edges/agents/transcripts/transcript-reader.ts'
import type { Session } from './sessions.ts'

/** Something that went wrong, or that a person had to say, at a place in a session. */
export interface Mistake {
  readonly kind: 'failure' | 'correction'
  /** The words that identify it: those of a failure's message, or a correction's typed words. */
  readonly words: ReadonlySet<string>
  /** Its program and words, without names, paths and numbers, so that the same failure has the same signature. */
  readonly signature: string
  /** The rule of a linter that was broken. */
  readonly rule?: string | undefined
}

/** A mistake that an earlier session of the repository had made already. */
export interface SecondTime extends Mistake {
  readonly session: number
  /** Index of the item in the session; a memory is queried before it. */
  readonly item: number
  readonly firstSession: number
}

/** A sentence, or an overlap of two, with fewer words is too vague to identify a mistake. */
const FEWEST_WORDS = 3
const SAME_CORRECTION = 0.5
const LONGEST_CORRECTION = 240
const MOST_MESSAGES = 12
const LONGEST_MESSAGE = 300

/** All mistakes that came back in a later session, each once a session, in order of time. */
export function secondTimes(sessions: readonly Session[]): SecondTime[] {
  const known: { mistake: Mistake; session: number }[] = []
  return sessions.flatMap(({ items }, session) => {
    const found: SecondTime[] = []
    const own: Mistake[] = []
    for (const [item, one] of items.entries())
      for (const mistake of mistakesIn(one)) {
        if (own.some((other) => shared(other, mistake) !== undefined)) continue
        own.push(mistake)
        const first = known.find(({ mistake: other }) => shared(other, mistake) !== undefined)
        if (first === undefined) continue
        const words = shared(first.mistake, mistake)!
        found.push({ ...mistake, words, session, item, firstSession: first.session })
      }
    known.push(...own.map((mistake) => ({ mistake, session })))
    return found
  })
}

/** The words that two mistakes have in common where they are the same one; undefined where they are not. */
function shared(a: Mistake, b: Mistake): ReadonlySet<string> | undefined {
  if (a.kind !== b.kind) return undefined
  const both = new Set([...a.words].filter((word) => b.words.has(word)))
  if (a.kind === 'failure') return a.signature === b.signature ? both : undefined
  if (both.size < FEWEST_WORDS) return undefined
  return both.size / (a.words.size + b.words.size - both.size) >= SAME_CORRECTION ? both : undefined
}

/** Whether a memory's line covers a mistake: it names the linter rule, or contains two thirds of the mistake's identifying words. */
export function speaksOf(line: string, { words, rule }: Pick<Mistake, 'words' | 'rule'>): boolean {
  const said = tellingWords(line)
  if (rule !== undefined && said.has(rule)) return true
  return [...words].filter((word) => said.has(word)).length * 3 >= words.size * 2
}

export function mistakesIn({ call }: TranscriptItem): Mistake[] {
  const { tool, prompt } = call
  if (call.agent !== undefined) return []
  if (call.moment === 'prompt' && prompt !== undefined) return COMPLAINT.test(prompt) ? correction(prompt) : []
  if (call.moment !== 'after-tool' || tool === undefined) return []
  if (tool.ended === 'denied') return correction(/the user said:\s*([\s\S]+)/i.exec(tool.output ?? '')?.[1] ?? '')
  // The client's own tools have the same error messages in every repository.
  if (!hasFailed(tool) || (tool.kind !== 'shell' && tool.kind !== 'mcp')) return []
  const program = tool.kind === 'shell' ? programOf(tool.command ?? '') : tool.name
  return program === '' ? [] : messagesIn(tool.output ?? '').map((message) => failure(program, message))
}

/** Whether a command failed; one piped into a filter exits with 0 whatever it found. */
function hasFailed({ ended, command = '', output = '' }: ToolStep): boolean {
  if (ended === 'failed') return true
  return (
    ended === 'passed' &&
    /\|\s*(?:tail|head|grep)\b/.test(command) &&
    output.split('\n').some((line) => FINDING.test(line))
  )
}

/** A prompt that corrects, and is not only the next thing to do. */
const COMPLAINT =
  /\b(?:not|no|never|always|should|instead|rather|fail\w*|wrong|still|missing|missed|forgot|broken|stop|already|without|remember|every time|before|first)\b|n['’]t\b/i

function correction(text: string): Mistake[] {
  const typed = text.replace(/https?:\S+/g, '')
  const words = typed.length > LONGEST_CORRECTION ? new Set<string>() : tellingWords(typed)
  return words.size < FEWEST_WORDS ? [] : [{ kind: 'correction', words, signature: '' }]
}

function failure(program: string, message: string): Mistake {
  const words = tellingWords(message)
  const named = /\(([a-z][\w-]{2,})\)$/.exec(message)?.[1]
  const rule = named === undefined ? undefined : [...tellingWords(named)][0]
  return { kind: 'failure', words, signature: `${program}: ${[...words].sort().join(' ')}`, rule }
}

const LOOKS =
  /^(?:ls|cat|head|tail|grep|rg|find|fd|pwd|which|stat|wc|echo|test|sed|awk|tree|diff|for|while|if|git (?:show|log|diff|status))\b/

/** The program of a command and its first words, without the folder it is run in, settings before it and what reads its output. */
export function programOf(command: string): string {
  const parts = command
    .split(/\s*(?:&&|;|\n|\|\|)\s*/)
    .map((part) => part.replace(/^(?:[A-Z_]+=\S*\s+|sudo\s+)+/, '').trim())
  const own = parts.findLast((part) => part !== '' && !/^(?:cd|export|set|source)\b/.test(part)) ?? ''
  const words = own
    .split(/\s*\|/)[0]!
    .split(/\s+/)
    .filter((word) => /^[\w./:@-]+$/.test(word) && !word.startsWith('-'))
  const said = words
    .slice(0, /^(?:mise|npm|pnpm|yarn|uv|poetry|cargo|bundle|make|npx)$/.test(words[0] ?? '') ? 3 : 2)
    .join(' ')
  return LOOKS.test(said) ? '' : said
}

/** `a.go:12:3: something is wrong (rule)`. */
const FINDING = /^\S+:\d+(?::\d+)?: .*\(\w+\)$/
const COMPLAINS =
  /\b(?:errors?|fail(?:ed|ure)?|fatal|cannot|can['’]t|not|missing|no such|unable|invalid|unknown|must|denied|refused|undefined|forbidden|duplicate|usage|expected|unexpected|exceeds?|requires?|needed|conflict)\b/i
const SAYS_NOTHING =
  /^(?:exit code \d+|FAIL|ok|---|===|PASS|\?|error: task failed|.*task failed|.*tests? failed|Sibling tool call errored)/i

/** The lines of an output that complain, without names, paths, numbers and times: `a.go:12:3: x is not used (unused)` and `b.go:7:1: y is not used (unused)` are the same. */
export function messagesIn(output: string): string[] {
  const lines = output.split('\n').filter((line) => !/^\s{2,}|^\t/.test(line) && line.length <= LONGEST_MESSAGE)
  const told = lines.filter((line) => FINDING.test(line) || (COMPLAINS.test(line) && !SAYS_NOTHING.test(line)))
  const messages = told.map(normalised).filter((message) => tellingWords(message).size >= FEWEST_WORDS)
  return [...new Set(messages)].slice(0, MOST_MESSAGES)
}

function normalised(line: string): string {
  return line
    .replace(/^\S+?:\d+(?::\d+)?:\s*/, '')
    .replace(/`[^`]*`|"[^"]*"|'[^']*'/g, '')
    .replace(/\S*[/\\]\S*/g, '')
    .replace(/\b[0-9a-f]{7,}\b|\d+/gi, '')
    .replace(/\b\w*(?:[a-z][A-Z]|_)\w*\b/g, '')
    .replace(/\b\w+\.\w+\b/g, '')
    .replace(/[^\p{L}()-]+/gu, ' ')
    .trim()
    .toLowerCase()
}

const COMMON = new Set(
  'the and that this with for are was were has have had you your our not but can could should would will shall may must does did don from into onto out all any some now then than there here its isn also just one two let lets like what when where which who why how use used using make made yes please want need see get got add adds added file files code line lines error errors exit'.split(
    ' ',
  ),
)

/** The meaningful words of a text, in normalised form. */
export function tellingWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}][\p{L}\d]+(?:-[\p{L}\d]+)*/gu) ?? []
  return new Set(words.map(plain).filter((word) => word.length > 2 && !COMMON.has(word)))
}

function plain(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word
}
