import { shownCommand } from '../../engine/shown-command.ts'
import { filesPutBack } from './changes-files.ts'
import { asSentence, type Mined } from './mined.ts'
import { said, statesReason, statesRule } from './rule-sentences.ts'
import type { Prompt, Step, Tool } from './session.ts'

/**
 * What a person did not let happen, or had put back, in the words in which they said why. A refusal without a reason may be about the
 * moment, and teaches nothing.
 */
export function mineDenials(steps: readonly Step[]): { mined: Mined[]; prompts: ReadonlySet<string> } {
  const mined: Mined[] = []
  const prompts = new Set<string>()
  for (const [at, step] of steps.entries()) {
    if (step.is !== 'tool') continue
    const lesson = step.ended === 'denied' ? refused(step, steps.slice(at + 1)) : putBack(step, steps, at)
    if (lesson === undefined) continue
    mined.push(lesson.mined)
    if (lesson.prompt !== undefined) prompts.add(lesson.prompt.event)
  }
  return { mined, prompts }
}

interface Denial {
  readonly mined: Mined
  readonly prompt?: Prompt
}

function refused(step: Tool, after: readonly Step[]): Denial | undefined {
  const what = deedOf(step)
  if (what === undefined) return undefined
  const [spoken] = said(wordsWithRefusal(step), statesReason)
  if (spoken !== undefined) return { mined: because(spoken, `${what} was refused`, [step.event], step) }
  const prompt = after.find((item): item is Prompt => item.is === 'prompt')
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
function putBack(step: Tool, steps: readonly Step[], at: number): Denial | undefined {
  const files = backIn(step, steps.slice(0, at))
  if (files === undefined) return undefined
  const before = steps.slice(0, at)
  const asked = before.findLast((item): item is Prompt => item.is === 'prompt')
  const next = steps.slice(at + 1).find((item): item is Prompt => item.is === 'prompt')
  const prompt = asked !== undefined && said(asked.text, statesRule).length > 0 ? undefined : next
  const [reason] = prompt === undefined ? [] : said(prompt.text, statesReason)
  if (reason === undefined) return undefined
  const what = `a change of ${files.map((file) => `\`${file}\``).join(', ')} was put back`
  const mined = because(reason, what, [step.event, prompt!.event], { ...step, files: [...files] })
  return { mined, prompt: prompt! }
}

/** The files that a step puts back and that the agent itself had changed. */
function backIn(step: Tool, before: readonly Step[]): readonly string[] | undefined {
  const edits = before.filter(
    (item): item is Tool => item.is === 'tool' && item.kind === 'edit' && item.ended === 'passed',
  )
  if (step.kind === 'edit') {
    const undone = edits.find((edit) => isOpposite(edit, step))
    return undone?.files?.slice(0, 1)
  }
  const back = step.ended === 'passed' && step.command !== undefined ? filesPutBack(step.command) : undefined
  if (back === undefined) return undefined
  const edited = [...new Set(edits.flatMap(({ files = [] }) => files))]
  const own = edited.filter(
    (file) => back === 'all' || back.some((name) => file.endsWith(name) || name.endsWith(file)),
  )
  return own.length === 0 ? undefined : own.slice(0, 2)
}

function isOpposite(edit: Tool, step: Tool): boolean {
  const isSameFile = edit.files?.[0] !== undefined && edit.files[0] === step.files?.[0]
  return (
    isSameFile &&
    (edit.added ?? '') !== '' &&
    edit.added === step.removed &&
    (edit.removed ?? '') === (step.added ?? '')
  )
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
    ...(command === undefined ? {} : { command }),
    ...(files === undefined ? {} : { files }),
    category: 'convention',
    strength: 'rule',
  }
}

function deedOf({ command, files = [], kind }: Tool): string | undefined {
  if (kind === 'edit') return files[0] === undefined ? undefined : `an edit of \`${files[0]}\``
  const shown = command === undefined ? undefined : shownCommand(command)
  return shown === undefined ? undefined : `\`${shown}\``
}
