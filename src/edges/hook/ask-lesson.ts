import {
  ASKS,
  type AskTally,
  cueInPrompt,
  cueInRefusal,
  hasFailed,
  isAskDue,
  isCure,
  type Notice,
  refusalWords,
  statesFact,
  triedIn,
  workOf,
} from '../../engine/text/lesson-cues.ts'
import type { ToolStep } from '../agents/hook-call.ts'
import { revertedSince } from './current-commit.ts'
import type { HookContext } from './hook-context.ts'
import { precomputedFor } from './open-precomputed.ts'
import type { SessionNote } from './session-memory.ts'
import { spoolOf } from './spool.ts'

/** The same line for everything noticed: the agent has read it all, and knows best what will last. */
export const ASK =
  '<mettle>Now and before you finish: if you learned something that matters beyond today, record one sentence each: record_learning, or a line "Lesson: …". Else do nothing.</mettle>'

/** The result of `estimateTokens`, so that no hook has to load it. */
export const ASK_TOKENS = 45

/** What to add to a prompt: the line that asks for a lesson, or nothing. */
export function askWithPrompt(context: HookContext, text: string): string {
  if (!isOn(context)) return ''
  const { notes } = context.session
  const prompts = notes.filter(({ prompted }) => prompted)
  const isFirst = prompts.length <= 1
  // The last noted prompt is the current one.
  const before = prompts.at(-2)
  const since = notes.slice(before === undefined ? 0 : notes.indexOf(before) + 1)
  const isAnswer = since.some(({ refused }) => refused)
  const isTakenBack =
    !since.some(({ noticed }) => noticed === 'reverted') &&
    before?.at !== undefined &&
    revertedSince(context.workspace, before.at)
  const noticed = cueInPrompt(text, { isFirst, isAnswer }) ?? (isTakenBack ? 'reverted' : undefined)
  if (noticed !== undefined || isFirst || !statesFact(text)) return askedAbout(context, noticed)
  return askedAbout(context, 'correction', { isWeak: true })
}

/** The same after a step: one that a person refused with words, that passed after similar work had failed, or that took work back. */
export async function askAfterStep(context: HookContext, tool: ToolStep): Promise<string> {
  if (!isOn(context)) return ''
  const { session } = context
  const since = session.notes.slice(session.notes.findLastIndex(({ tried }) => tried === 'closed') + 1)
  const tries = since.flatMap(({ tried }) => (tried === undefined || tried === 'closed' ? [] : [tried]))
  const failed = triedIn(tool)
  if (failed !== undefined) session.note({ agent: '', tried: failed })
  if (tool.ended === 'denied' && refusalWords(tool.output) === '') session.note({ agent: '', refused: true })
  if (await isKnownFailure(context, tool)) session.note({ agent: '', noticed: 'known-failure' })
  const isCured = isCure(tool, tries)
  if (tries.length > 0 && (isCured || tool.kind === 'edit')) session.note({ agent: '', tried: 'closed' })
  const noticed = isCured ? 'cure' : (cueInRefusal(tool) ?? (await takenBack(tool)))
  if (noticed === undefined && isOvercome(context, tool)) return askedAbout(context, 'cure', { isWeak: true })
  return noticed !== undefined || tool.ended === 'passed' ? askedAbout(context, noticed) : ''
}

/** Whether this work passed after failing since the last cure; notes failures. */
function isOvercome({ session }: HookContext, tool: ToolStep): boolean {
  const work = workOf(tool)
  if (work === undefined) return false
  const isFailure = hasFailed(tool)
  if (isFailure) session.note({ agent: '', failed: work })
  const cure = session.notes.findLastIndex(({ noticed }) => noticed === 'cure')
  return !isFailure && tool.ended === 'passed' && session.notes.slice(cure + 1).some(({ failed }) => failed === work)
}

/** Whether a command failed like one of an earlier session; checked until the session had one such failure. */
async function isKnownFailure(context: HookContext, { kind, ended, output = '' }: ToolStep) {
  if (kind !== 'shell' || ended !== 'failed') return false
  if (context.session.notes.some(({ noticed }) => noticed === 'known-failure')) return false
  const { lastingFailures } = await import('../../engine/trust/describe-failure.ts')
  return precomputedFor(context)?.isKnownFailure(lastingFailures(output), context.run) === true
}

async function takenBack({ kind, ended, command = '' }: ToolStep): Promise<Notice | undefined> {
  if (kind !== 'shell' || ended !== 'passed' || !command.includes('git ')) return undefined
  const { putsBack } = await import('../../engine/shell/started-programs.ts')
  return putsBack(command) ? 'reverted' : undefined
}

function isOn(context: HookContext): boolean {
  return (
    context.call.agent === undefined &&
    context.setting<boolean>('session.ask') &&
    context.setting<boolean>('hook.record')
  )
}

function askedAbout(context: HookContext, notice: Notice | undefined, how: { isWeak?: true } = {}): string {
  const { session } = context
  const noticed = notice === undefined ? {} : { noticed: notice, ...how }
  const known = tallyOf([...session.notes, { agent: '', ...noticed }], session.steps)
  const isDue = isAskDue(known)
  if (notice === undefined && !isDue) return ''
  const note = { agent: '', ...noticed, ...(isDue && { lessonAsked: known.size }) }
  const before = tallyOf(session.note(note), session.steps)
  // If two hooks would ask simultaneously, the one with the earlier note asks.
  if (!isDue || before.asked !== known.asked) return ''
  spoolOf(context).add('lesson-asked', { about: known.about, tokens: ASK_TOKENS })
  return ASK
}

/** How often the session was asked, what was noticed since, and its size now and then. */
function tallyOf(notes: readonly SessionNote[], steps: number): AskTally & { about: Notice[] } {
  const asks = notes.filter(({ lessonAsked }) => lessonAsked !== undefined)
  const last = asks.at(-1)
  const waiting = notes.slice(last === undefined ? 0 : notes.indexOf(last) + 1).filter(({ noticed }) => noticed)
  return {
    asked: asks.length,
    waiting: waiting.reduce((sum, { isWeak }) => sum + (isWeak ? ASKS.weak : 1), 0),
    about: waiting.flatMap(({ noticed }) => noticed ?? []),
    size: notes.filter(({ prompted }) => prompted).length + steps * ASKS.steps,
    sizeThen: last?.lessonAsked ?? 0,
  }
}
