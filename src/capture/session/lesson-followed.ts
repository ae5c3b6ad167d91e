import { COMMAND_KINDS, RUNNERS } from '../../engine/shell/command-kinds.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import { checksTheSame, failsAs, type Ran, runs, type SessionActions, startedIn } from './command-match.ts'
import type { Tool } from './session.ts'

/** An observable behaviour by which the steps of a session show whether a lesson was followed. */
export type LessonCheck =
  /** `second` is only run after `first`. */
  | { readonly kind: 'order'; readonly first: string; readonly second: string }
  | { readonly kind: 'use'; readonly command: string; readonly insteadOf?: string | undefined }
  /** `unless`: the same command without the forbidden part. */
  | { readonly kind: 'avoid'; readonly command: string; readonly unless?: string | undefined }
  /** A file to change, or with `avoid` one to leave alone; `after` names a command that failed before. */
  | {
      readonly kind: 'file'
      readonly path: string
      readonly insteadOf?: string | undefined
      readonly avoid?: true | undefined
      readonly after?: string | undefined
    }
  /** A command that must not fail in this way again: a known error in our words, or a lint rule. */
  | { readonly kind: 'failure'; readonly command: string; readonly failure: string }
  /** A line that must not be added to a file again. */
  | { readonly kind: 'change'; readonly path: string; readonly line: string }

/** Whether a session followed a lesson. Undefined if the occasion did not arise. */
export interface LessonResult {
  /** Decided by the first occasion: a correction after a failure is not owed to the lesson. */
  readonly result: 'followed' | 'ignored'
  /** On some occasion the opposite was done. */
  readonly relapsed: boolean
  /** The step that decides the result. */
  readonly step: string
}

type Mention = { readonly is: 'command' | 'flag' | 'file'; readonly text: string }

const words = (text: string) => text.split(' ')
const PROGRAMS: ReadonlySet<string> = new Set([
  ...words(
    'git npx bunx docker docker-compose podman curl wget ssh brew apt apt-get gem rails bin psql redis-cli hatch',
  ),
  ...RUNNERS,
  ...COMMAND_KINDS.flatMap(({ programs }) => programs),
])
/** Programs whose names are also English words: without quotes, they count only before a task. */
const ALSO_WORDS: ReadonlySet<string> = new Set(
  words(
    'go make just task mix bundle swift dart rush moon tap black bin node java ava claude codex gemini hatch flutter nox tox az rake',
  ),
)
const TASKS: ReadonlySet<string> = new Set(COMMAND_KINDS.flatMap(({ tasks }) => tasks))
/** English words that end a command without quotes. */
const SENTENCE =
  /^(?:a|an|the|and|or|but|not|never|always|before|after|instead|rather|over|than|then|to|for|when|whenever|with|without|in|on|at|from|of|by|as|is|are|was|it|so|since|because|if|unless|until|while|first|here|there|this|that|which|every|only|also|again|directly|needs?|requires?|fails?|must|should|will|has|have|does|use|prefer)$/i

const MARK = '‹(\\d+)›'
const NEAR = '[^.;‹]{0,80}?'
const NOT = `(?:never|don['’]?t|do not|must not|mustn['’]?t|should not|shouldn['’]?t|cannot|avoid|stop|no longer|not)`
const rule = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'i')

/** Phrases that put two commands in order, with the position of the one that comes first. */
const ORDERS: readonly (readonly [form: RegExp, first: 1 | 2])[] = [
  [rule(`\\b${NOT}\\b${NEAR}`, MARK, NEAR, '\\b(?:before|without|until|unless)\\b', NEAR, MARK), 2],
  [rule('\\bbefore\\b', NEAR, MARK, NEAR, '\\b(?:run|call|execute|start|do)\\b', NEAR, MARK), 2],
  [rule(MARK, NEAR, '\\b(?:without|until|unless)\\b', NEAR, MARK), 2],
  [rule(MARK, NEAR, '\\b(?:needs|requires|depends on|expects)\\b', NEAR, MARK), 2],
  [rule(MARK, NEAR, '\\bbefore\\b', NEAR, MARK), 1],
  [rule(MARK, NEAR, '\\bthen\\b', NEAR, MARK), 1],
  [rule(MARK, '\\s+keeps failing\\b[^‹]{0,300}?', MARK, '\\s+fixes it'), 2],
]
/** Phrases that prefer one to another, with the position of the better one. */
const CHOICES: readonly (readonly [form: RegExp, better: 1 | 2])[] = [
  [rule('\\b(?:instead of|rather than)\\b', NEAR, MARK, NEAR, MARK), 2],
  [rule(MARK, NEAR, '(?:\\b(?:instead of|rather than|over|never)\\b|[,(]?\\s*\\bnot\\b)', NEAR, MARK), 1],
  [rule(`\\b${NOT}\\b${NEAR}`, MARK, '[^‹]{0,80}?\\b(?:use|run|edit|change|try|prefer|but)\\b', NEAR, MARK), 2],
]
const REFUSES = rule(`\\b${NOT}\\b${NEAR}`, MARK)
const RECOMMENDS = rule(
  '\\b(?:run|use|using|call|execute|start|with|via|through|prefer|always|edit|change|update)\\b',
  NEAR,
  MARK,
)
const AFTER_FAILURE = rule('\\bwhen\\b', NEAR, MARK, '[^;‹]{0,300}?\\blook at\\b', NEAR, MARK)

/**
 * The check that the words of a lesson imply, for the steps of a session. Undefined: nothing that can be checked.
 *
 * "Run `npm run build` before `npm test`" -> npm test only after npm run build. "Use pnpm, not npm" -> pnpm instead of npm. An option without a command belongs to the one it is `about`.
 */
export function checkOfLesson(lesson: string, about?: string): LessonCheck | undefined {
  const { text, mentions } = withMarks(lesson)
  const found = (form: RegExp): Mention[] => (form.exec(text)?.slice(1) ?? []).map((index) => mentions[Number(index)]!)
  const are = (kind: Mention['is'], pair: readonly Mention[]) => pair.every(({ is }) => is === kind)
  const [failed, looked] = found(AFTER_FAILURE)
  if (failed?.is === 'command' && looked?.is === 'file') return { kind: 'file', path: looked.text, after: failed.text }
  const flagged = flagCheck(text, mentions, about)
  if (flagged !== undefined) return flagged
  for (const [form, place] of ORDERS) {
    const [first, second] = place === 1 ? found(form) : found(form).reverse()
    if (first !== undefined && second !== undefined && are('command', [first, second]))
      return { kind: 'order', first: first.text, second: second.text }
  }
  for (const [form, better] of CHOICES) {
    const [one, other] = better === 1 ? found(form) : found(form).reverse()
    if (one === undefined || other === undefined || one.text === other.text) continue
    if (are('command', [one, other])) return { kind: 'use', command: one.text, insteadOf: other.text }
    if (are('file', [one, other])) return { kind: 'file', path: one.text, insteadOf: other.text }
  }
  const [refused] = found(REFUSES)
  if (refused?.is === 'command') return { kind: 'avoid', command: refused.text, unless: bare(refused.text) }
  if (refused?.is === 'file') return { kind: 'file', path: refused.text, avoid: true }
  const [use] = found(RECOMMENDS)
  if (use?.is === 'command') return { kind: 'use', command: use.text }
  return use?.is === 'file' && CHANGES.test(text) ? { kind: 'file', path: use.text } : undefined
}

/** Whether steps can show both that a lesson was followed and that its mistake came back. */
export function showsRelapse(check: LessonCheck): boolean {
  if (check.kind === 'order' || check.kind === 'failure' || check.kind === 'change') return true
  if (check.kind === 'avoid') return check.unless !== undefined
  return check.insteadOf !== undefined && !(check.kind === 'file' && check.after !== undefined)
}

/** `npm run build before npm test`, `pnpm instead of npm`, `not git push --force`; `readCheck` reads it back. */
export function checkInWords(check: LessonCheck): string {
  const insteadOf = (other: string | undefined) => (other === undefined ? '' : ` instead of ${other}`)
  switch (check.kind) {
    case 'order':
      return `${check.first} before ${check.second}`
    case 'use':
      return `${check.command}${insteadOf(check.insteadOf)}`
    case 'avoid': {
      const { command, unless } = check
      return `not ${command}${unless === undefined || unless === bare(command) ? '' : ` when ${unless} runs`}`
    }
    case 'failure':
      return `${check.command} without ${inQuotes(check.failure)}`
    case 'change':
      return `no "${check.line}" in ${check.path}`
    case 'file':
      if (check.after !== undefined) return `${check.path} when ${check.after} fails`
      return check.avoid ? `no change of ${check.path}` : `${check.path}${insteadOf(check.insteadOf)}`
  }
}

/** Replaces the quotes inside: `"relation 'parcels' does not exist"`. */
export function inQuotes(text: string): string {
  return `"${text.replaceAll('"', "'")}"`
}

const FORMS: readonly (readonly [form: RegExp, read: (one: string, other: string) => LessonCheck])[] = [
  [/^no "(.+)" in (\S+)$/, (line, path) => ({ kind: 'change', path, line })],
  [/^(.+) without "(.+)"$/, (command, failure) => ({ kind: 'failure', command, failure })],
  [/^not (.+) when (.+) runs$/, (command, unless) => ({ kind: 'avoid', command, unless })],
  [/^not (.+)$/, (command) => ({ kind: 'avoid', command, unless: bare(command) })],
  [/^(.+) before (.+)$/, (first, second) => ({ kind: 'order', first, second })],
  [
    /^(.+) instead of (.+)$/,
    (one, other) =>
      mentionOf(one, false)?.is === 'file' && mentionOf(other, false)?.is === 'file'
        ? { kind: 'file', path: one, insteadOf: other }
        : { kind: 'use', command: one, insteadOf: other },
  ],
]

/** Parses a tell-tale as `checkInWords` writes it. Undefined if it has none of these forms, or if steps could not show whether the mistake came back. */
export function readCheck(text: string): LessonCheck | undefined {
  for (const [form, read] of FORMS) {
    const found = form.exec(text.trim())
    const check = found === null ? undefined : read(found[1]!, found[2] ?? '')
    if (check !== undefined) return showsRelapse(check) ? check : undefined
  }
  return undefined
}

const CHANGES = /\b(?:edit|change|update)\b/i

/** An option by itself belongs to the command that is named with it. */
function flagCheck(text: string, mentions: readonly Mention[], about?: string): LessonCheck | undefined {
  const flags = mentions.filter(({ is }) => is === 'flag')
  const commands = mentions.filter(({ is }) => is === 'command')
  const plain = commands[0]?.text ?? about
  if (flags.length !== 1 || commands.length > 1 || plain === undefined) return undefined
  const command = `${plain} ${flags[0]!.text}`
  return rule(`\\b${NOT}\\b`).test(text)
    ? { kind: 'avoid', command, unless: plain }
    : { kind: 'use', command, insteadOf: plain }
}

/** The command without its options; undefined if it has none. */
function bare(command: string): string | undefined {
  const words = command.split(/\s+/)
  const plain = words.filter((word) => !word.startsWith('-'))
  return plain.length < words.length && plain.length > 1 ? plain.join(' ') : undefined
}

/** The lesson with a mark in the place of every command, option and file. */
function withMarks(lesson: string): { text: string; mentions: readonly Mention[] } {
  const mentions: Mention[] = []
  const mark = (mention: Mention) => `‹${mentions.push(mention) - 1}›`
  const plain = lesson.replace(/[‹›]/g, '')
  const quoted = plain.replace(/`([^`\n]{1,200})`/g, (_, inner: string, at: number) => {
    const mention = mentionOf(inner.trim(), /\b(?:run|running|execute|start)\s*$/i.test(plain.slice(0, at)))
    return mention === undefined ? '…' : mark(mention)
  })
  return { text: markedWords(quoted.split(' '), mark), mentions }
}

function mentionOf(text: string, isRun: boolean): Mention | undefined {
  if (OPTION.test(text)) return { is: 'flag', text }
  const { program = '', args = [] } = startedIn(text).at(-1) ?? {}
  if (PROGRAMS.has(program) || (isRun && (args.length > 0 || /[./]/.test(text)))) return { is: 'command', text }
  const isFile = /^[\w@./*-]+$/.test(text) && /\/|\.[a-z]\w{0,7}$/i.test(text)
  return isFile ? { is: 'file', text: text.replace(/^\.\//, '') } : undefined
}

/** Marks commands without quotes: a known program, and the words up to the next English one. */
function markedWords(words: readonly string[], mark: (mention: Mention) => string): string {
  const marked: string[] = []
  for (let at = 0; at < words.length; at++) {
    const isProgram = PROGRAMS.has(words[at]!.replace(ENDS, ''))
    const isMeant = !ALSO_WORDS.has(words[at]!) || TASKS.has((words[at + 1] ?? '').replace(ENDS, ''))
    let end = at
    while (isProgram && isMeant && !ENDS.test(words[end]!) && isOfCommand(words[end + 1])) end += 1
    const said = words.slice(at, end + 1).join(' ')
    const text = said.replace(ENDS, '')
    const is = isProgram && isMeant ? 'command' : OPTION.test(text) ? 'flag' : undefined
    marked.push(is === undefined ? said : `${mark({ is, text })}${said.slice(text.length)}`)
    at = end
  }
  return marked.join(' ')
}

const ENDS = /[,.;:!?)]+$/
const OPTION = /^--?[a-z][\w-]*(?:=\S+)?$/i

function isOfCommand(word: string | undefined): boolean {
  return word !== undefined && /^[\w@:/=+*.-]+[,.;:!?)]*$/.test(word) && !SENTENCE.test(word.replace(ENDS, ''))
}

type Occasion = { readonly step: Tool; readonly isFollowed: boolean }

/** Whether a session followed a lesson, counting only steps after `since`, when it learned of the lesson. */
export function resultOfCheck(check: LessonCheck, actions: SessionActions, since = 0): LessonResult | undefined {
  const occasions = occasionsOf(check, actions).filter(
    ({ step, isFollowed }) => step.at >= since && (!isFollowed || step.ended !== 'denied'),
  )
  const [first] = occasions
  if (first === undefined) return undefined
  return {
    result: first.isFollowed ? 'followed' : 'ignored',
    relapsed: occasions.some(({ isFollowed }) => !isFollowed),
    step: first.step.event,
  }
}

function occasionsOf(check: LessonCheck, { steps, ran }: SessionActions): Occasion[] {
  const either = (good: string | undefined, bad: string | undefined, isBadFirst = false) => {
    const [one, other] = isBadFirst ? [bad, good] : [good, bad]
    return ran.flatMap((action): Occasion[] => {
      if (one !== undefined && runs(action, one)) return [{ step: action.step, isFollowed: !isBadFirst }]
      const isOther = other !== undefined && runs(action, other)
      return isOther ? [{ step: action.step, isFollowed: isBadFirst }] : []
    })
  }
  switch (check.kind) {
    case 'use':
      return either(check.command, check.insteadOf)
    case 'avoid':
      return either(check.unless, check.command, true)
    case 'order':
      return ran.flatMap((action, at): Occasion[] => {
        if (!runs(action, check.second)) return []
        const before = ran.slice(0, at).filter((earlier) => runs(earlier, check.first))
        const isFollowed = before.some(({ step }) => step === action.step || step.ended !== 'failed')
        return [{ step: action.step, isFollowed }]
      })
    case 'file':
      return fileOccasions(check, steps, ran)
    case 'failure':
      return ran.flatMap(({ step, ...action }): Occasion[] => {
        if (!runs(action, check.command) && !checksTheSame(check.command, action.text)) return []
        return [{ step, isFollowed: !failsAs(step, check.failure) }]
      })
    case 'change':
      return steps.flatMap((step): Occasion[] => {
        const isThere = step.kind === 'edit' && (step.files ?? []).some((file) => isAt(file, check.path))
        return isThere ? [{ step, isFollowed: !oneLine(step.added ?? '').includes(check.line) }] : []
      })
  }
}

function fileOccasions(
  { path, insteadOf, avoid, after }: LessonCheck & { readonly kind: 'file' },
  steps: readonly Tool[],
  ran: readonly Ran[],
): Occasion[] {
  const failed = after && ran.find((action) => action.step.ended === 'failed' && runs(action, after))
  if (after !== undefined && !failed) return []
  return steps.flatMap((step): Occasion[] => {
    const isTouched = step.kind === 'edit' || (after !== undefined && step.kind === 'read')
    if (!isTouched || (failed && step.at < failed.step.at)) return []
    const names = (named: string) => (step.files ?? []).some((file) => isAt(file, named))
    if (names(path)) return [{ step, isFollowed: avoid !== true }]
    return insteadOf !== undefined && names(insteadOf) ? [{ step, isFollowed: false }] : []
  })
}

/** `/home/me/app/src/a.ts` is `src/a.ts`; `dist/` and `dist/*` are everything below. */
function isAt(file: string, named: string): boolean {
  const path = `/${file.replaceAll('\\', '/')}`
  const folder = named.replace(/\/?\*+$|\/$/, '')
  return folder === named ? path.endsWith(`/${named}`) : path.includes(`/${folder}/`)
}
