import { textTokens } from '../../engine/search/words.ts'
import { shownCommand } from '../../engine/shell/shown-command.ts'
import { asSentence, isTakenUp, type Mined } from './mined.ts'
import { RATHER, said, statesRule } from './rule-sentences.ts'
import type { Prompt, Step, Tool } from './session.ts'

const FEWEST_WORDS = 4
const MOST_OF_ONE_PROMPT = 2
/** Nobody gives the reason of a rule that is not meant. */
const REASONED = /\b(?:because|otherwise|since (?:we|it|the|that))\b/i

/**
 * The rules that a person states right after the agent did something: "no, use pnpm here". The first prompt of a session is a task, not a correction, and a prompt
 * that belongs to a refusal is read with the refusal.
 */
export function mineCorrections(steps: readonly Step[], toldElsewhere: ReadonlySet<string>): Mined[] {
  return turnsOf(steps).flatMap(({ prompt, done, next }) => {
    const isMeant = REASONED.test(prompt.text) || isTakenUp(prompt.text, done, next)
    return done.length > 0 && !toldElsewhere.has(prompt.event) && isMeant ? rulesIn(prompt, done) : []
  })
}

/** A prompt, what was done before it since the one before, and what was done then. */
interface Turn {
  readonly prompt: Prompt
  readonly done: readonly Tool[]
  readonly next: readonly Tool[]
}

function turnsOf(steps: readonly Step[]): Turn[] {
  const turns: Turn[] = []
  let tools: Tool[] = []
  for (const step of steps) {
    if (step.is === 'tool') tools.push(step)
    if (step.is !== 'prompt') continue
    const next: Tool[] = []
    turns.push({ prompt: step, done: tools, next })
    tools = next
  }
  return turns
}

function rulesIn(prompt: Prompt, done: readonly Tool[]): Mined[] {
  const last = done.findLast(({ kind }) => kind === 'edit' || kind === 'shell') ?? done.at(-1)!
  const files = [...new Set(done.flatMap(({ kind, files: names = [] }) => (kind === 'edit' ? names : [])))]
  return [...said(prompt.text, statesRule), ...managerNamed(prompt, last)]
    .slice(0, MOST_OF_ONE_PROMPT)
    .map((sentence) => ({
      as: 'correction' as const,
      lesson: wholeSentence(sentence, last),
      whatHappened: `A person said so after ${deedOf(last)}.`,
      facts: [last.event, prompt.event],
      command: last.command,
      files: files.length === 0 ? undefined : files,
      category: 'convention' as const,
      strength: 'rule' as const,
    }))
}

const MANAGER = /^(?:npx|pnpm|yarn|npm|bunx?|uvx?|poetry|pip3?|deno)\b/i
const ONLY_A_MANAGER =
  /^(?:no+[,.!]?\s|nope[,.!]?\s)?\s*(pnpm|yarn|npm|bun|uv|poetry|deno)(?:[,\s]+(?:please|pls|plz))?[.!]*$/i

/** "pnpm please", after something was done with npm. */
function managerNamed({ text }: Prompt, { command = '' }: Tool): string[] {
  const name = ONLY_A_MANAGER.exec(text.trim())?.[1]?.toLowerCase()
  const used = MANAGER.exec(command)?.[0].toLowerCase()
  return name === undefined || used === undefined || used.startsWith(name) ? [] : [`Use ${name}`]
}

const NEGATIVE = /\b(?:not|never|no|don['’]?t|avoid|stop|can['’]?t|cannot)\b/i

/** "Use pnpm" alone is too little to stand by itself; the deed that it corrects says the rest. */
function wholeSentence(sentence: string, { command }: Tool): string {
  const shown = command === undefined ? undefined : shownCommand(command)
  if (textTokens(sentence).length >= FEWEST_WORDS) return asSentence(sentence)
  const isRatherThan = shown !== undefined && !NEGATIVE.test(sentence)
  if (RATHER.test(sentence)) return asSentence(`Use ${sentence.replace(/[.!]+$/, '')} in this repository`)
  const here = /\bhere\b/i.test(sentence) ? '' : ' here'
  return asSentence(
    `${sentence.replace(/[.!]+$/, '')}${here}${isRatherThan ? `, not \`${shown}\`` : ', in this repository'}`,
  )
}

function deedOf({ command, files = [], tool }: Tool): string {
  return command ?? (files[0] === undefined ? tool : `an edit of ${files[0]}`)
}
