import { shownCommand } from '../../engine/shell/shown-command.ts'
import { carriesText } from '../../engine/trust/sentence-in-name.ts'
import { asSentence, type Mined } from './mined.ts'
import { said, statesReason, statesRule } from './rule-sentences.ts'
import type { Prompt, Step, Tool } from './session.ts'
import { filesPutBack } from './steps.ts'

/**
 * What a person did not let happen, or had put back, in the words in which they said why. A refusal without a reason may be about the
 * moment, and teaches nothing.
 */
export function mineDenials(steps: readonly Step[]): { mined: Mined[]; prompts: ReadonlySet<string> } {
  const mined: Mined[] = []
  const prompts = new Set<string>()
  const next = nextPrompts(steps)
  const past = new Past()
  for (const [at, step] of steps.entries()) {
    const lesson = step.is === 'tool' ? denialOf(step, past, next[at]) : undefined
    past.add(step)
    if (lesson === undefined) continue
    mined.push(lesson.mined)
    if (lesson.prompt !== undefined) prompts.add(lesson.prompt.event)
  }
  return { mined, prompts }
}

/** For each step the first prompt after it. */
function nextPrompts(steps: readonly Step[]): (Prompt | undefined)[] {
  const next: (Prompt | undefined)[] = new Array(steps.length)
  for (let at = steps.length - 2; at >= 0; at--) {
    const following = steps[at + 1]!
    next[at] = following.is === 'prompt' ? following : next[at + 1]
  }
  return next
}

/** What came before a step, kept so that no step looks through all of it. */
class Past {
  asked: Prompt | undefined
  readonly files = new Set<string>()
  readonly #edits = new Map<string, Tool>()

  add(step: Step): void {
    if (step.is === 'prompt') this.asked = step
    if (step.is !== 'tool' || step.kind !== 'edit' || step.ended !== 'passed') return
    for (const file of step.files ?? []) this.files.add(file)
    const key = keyOf(step.files?.[0], step.added ?? '', step.removed ?? '')
    if ((step.added ?? '') !== '' && !this.#edits.has(key)) this.#edits.set(key, step)
  }

  /** The first edit that another one takes back: what it put there goes, and what it took away comes. */
  undoneBy({ files, added = '', removed = '' }: Tool): Tool | undefined {
    return files?.[0] === undefined ? undefined : this.#edits.get(keyOf(files[0], removed, added))
  }
}

function keyOf(file: string | undefined, added: string, removed: string): string {
  return JSON.stringify([file, added, removed])
}

function denialOf(step: Tool, past: Past, next: Prompt | undefined): Denial | undefined {
  return step.ended === 'denied' ? refused(step, next) : putBack(step, past, next)
}

interface Denial {
  readonly mined: Mined
  readonly prompt?: Prompt
}

function refused(step: Tool, prompt: Prompt | undefined): Denial | undefined {
  const what = deedOf(step)
  if (what === undefined) return undefined
  const [spoken] = said(wordsWithRefusal(step), statesReason)
  if (spoken !== undefined) return { mined: because(spoken, `${what} was refused`, [step.event], step) }
  const [reason] = prompt === undefined ? [] : said(prompt.text, statesReason)
  if (reason === undefined) return undefined
  return { mined: because(reason, `${what} was refused`, [step.event, prompt!.event], step), prompt: prompt! }
}

/** Some clients hand on what a person typed when refusing, behind words of their own. */
function wordsWithRefusal({ output = '' }: Tool): string {
  return (
    /\b(?:the )?user (?:said|says|provided the following (?:reason|feedback)(?: for the rejection)?)\s*:\s*([\s\S]*)$/i.exec(
      output,
    )?.[1] ?? ''
  )
}

/** Where the prompt that led to it states a rule, that is a correction; else the next one may say why. */
function putBack(step: Tool, past: Past, next: Prompt | undefined): Denial | undefined {
  const files = backIn(step, past)
  if (files === undefined) return undefined
  const { asked } = past
  const prompt = asked !== undefined && said(asked.text, statesRule).length > 0 ? undefined : next
  const [reason] = prompt === undefined ? [] : said(prompt.text, statesReason)
  if (reason === undefined) return undefined
  const what = `a change of ${files.map((file) => `\`${file}\``).join(', ')} was put back`
  const mined = because(reason, what, [step.event, prompt!.event], { ...step, files: [...files] })
  return { mined, prompt: prompt! }
}

/** The files that a step puts back and that the agent itself had changed. */
function backIn(step: Tool, past: Past): readonly string[] | undefined {
  if (step.kind === 'edit') return past.undoneBy(step)?.files?.slice(0, 1)
  const back = step.ended === 'passed' && step.command !== undefined ? filesPutBack(step.command) : undefined
  if (back === undefined) return undefined
  const own = [...past.files].filter(
    (file) => back === 'all' || back.some((name) => file.endsWith(name) || name.endsWith(file)),
  )
  return own.length === 0 ? undefined : own.slice(0, 2)
}

function because(reason: string, what: string, facts: readonly string[], step: Tool): Mined {
  const bare = reason.replace(/[\s.!]+$/, '')
  return denial(asSentence(`${bare} (${what})`), `${what}; a person said: ${bare}`, facts, step)
}

function denial(
  lesson: string,
  whatHappened: string,
  facts: readonly string[],
  { command, files }: Tool,
): Mined {
  return {
    as: 'denied',
    lesson,
    whatHappened,
    facts,
    command,
    files,
    category: 'convention',
    strength: 'rule',
  }
}

function deedOf({ command, files = [], kind }: Tool): string | undefined {
  if (kind === 'edit') return files[0] === undefined ? undefined : `an edit of \`${files[0]}\``
  const shown = command === undefined ? undefined : shownCommand(command)
  if (shown === undefined) return undefined
  return carriesText(shown) ? 'a command' : `\`${shown}\``
}
