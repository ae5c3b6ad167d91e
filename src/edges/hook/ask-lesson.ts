import {
  isAskDue,
  isCure,
  type Notice,
  noticePrompt,
  noticeRefusal,
  refusalWords,
  triedIn,
} from '../../engine/text/notice.ts'
import type { ToolStep } from '../agents/hook-call.ts'
import type { HookContext } from './hook-context.ts'
import type { SessionNote } from './session-memory.ts'
import { spoolOf } from './spool.ts'

/** One line, whatever was noticed: the agent has read everything and knows best whether it lasts. */
export const ASK =
  '<mettle>If something you were told or found out matters beyond today, record one sentence: record_learning, or a line "Lesson: …". If not, do nothing.</mettle>'

/** As `estimateTokens` counts them, which no hook needs to load for it. */
export const ASK_TOKENS = 42

/** What to add to a prompt: the line that asks for a lesson, or nothing. */
export function askWithPrompt(context: HookContext, text: string): string {
  if (!isOn(context)) return ''
  const { notes } = context.session
  const isFirst = notes.filter(({ prompted }) => prompted).length <= 1
  const isAnswer = notes.slice(notes.findLastIndex(isBefore(notes)) + 1).some(({ refused }) => refused)
  return askedAbout(context, noticePrompt(text, { isFirst, isAnswer }))
}

/** The prompt before this one, which is the last that was noted. */
function isBefore(notes: readonly SessionNote[]): (note: SessionNote, at: number) => boolean {
  const last = notes.findLastIndex(({ prompted }) => prompted)
  return ({ prompted }, at) => prompted === true && at < last
}

/** The same after a step: one that a person refused with words, or that passed after a call like it had failed. */
export function askAfterStep(context: HookContext, tool: ToolStep): string {
  if (!isOn(context)) return ''
  const { session } = context
  const since = session.notes.slice(session.notes.findLastIndex(({ tried }) => tried === 'closed') + 1)
  const tries = since.flatMap(({ tried }) => (tried === undefined || tried === 'closed' ? [] : [tried]))
  const failed = triedIn(tool)
  if (failed !== undefined) session.note({ agent: '', tried: failed })
  if (tool.ended === 'denied' && refusalWords(tool.output) === '') session.note({ agent: '', refused: true })
  const isCured = isCure(tool, tries)
  if (tries.length > 0 && (isCured || tool.kind === 'edit')) session.note({ agent: '', tried: 'closed' })
  const noticed = isCured ? 'cure' : noticeRefusal(tool)
  return noticed === undefined ? '' : askedAbout(context, noticed)
}

function isOn(context: HookContext): boolean {
  return (
    context.call.agent === undefined &&
    context.setting<boolean>('session.ask') &&
    context.setting<boolean>('hook.record')
  )
}

function askedAbout(context: HookContext, noticed: Notice | undefined): string {
  const { session } = context
  const known = tallyOf([...session.notes, ...(noticed === undefined ? [] : [{ agent: '', noticed }])])
  const isDue = isAskDue({ ...known, waiting: known.about.length })
  if (noticed === undefined && !isDue) return ''
  const note = {
    agent: '',
    ...(noticed !== undefined && { noticed }),
    ...(isDue && { lessonAsked: true as const }),
  }
  const before = tallyOf(session.note(note))
  // Of two hooks that would ask at the same time, the one whose note came first asks.
  if (!isDue || before.asked !== known.asked) return ''
  spoolOf(context).add('lesson-asked', { about: known.about, tokens: ASK_TOKENS })
  return ASK
}

/** How often the session was asked, what was noticed since, and how many prompts ago the first of that was. */
function tallyOf(notes: readonly SessionNote[]): { asked: number; about: Notice[]; prompts: number } {
  const since = notes.slice(notes.findLastIndex(({ lessonAsked }) => lessonAsked) + 1)
  const first = since.findIndex(({ noticed }) => noticed !== undefined)
  return {
    asked: notes.filter(({ lessonAsked }) => lessonAsked).length,
    about: since.flatMap(({ noticed }) => noticed ?? []),
    prompts: first === -1 ? 0 : since.slice(first).filter(({ prompted }) => prompted).length,
  }
}
