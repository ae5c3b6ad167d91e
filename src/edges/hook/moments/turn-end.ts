import { shortName } from '../../../injection/candidate.ts'
import { MAIN } from '../../../injection/work-context.ts'
import type { HookAnswer, HookCall } from '../../agents/hook-call.ts'
import { turnFact } from '../../agents/session-facts.ts'
import type { HookContext } from '../hook-context.ts'
import { spoolOf } from '../spool.ts'
import { startWorker } from '../start-worker.ts'

/** How an agent reports which lessons it used, or states one of its own. */
const ANSWERED = /\bLEARNINGS_ACKNOWLEDGED\b|^\W{0,8}(?:Applied|Lesson): /m

const ASK =
  'You were shown lessons from earlier runs at the start. For each that you used, add a line `Applied: #id -> file:line`; if you used none, `LEARNINGS_ACKNOWLEDGED: no_learnings (reason)`.'
const ASK_LESSON =
  'If this work taught something that the next agent cannot find out by itself, add a line `Lesson: what to do, and why`; else `LEARNINGS_ACKNOWLEDGED: no_learnings (reason)`.'

/** At the end of a turn, records the agent's last words and learns from the turn; an agent chosen by a person is asked what became of the patterns it was shown. */
export async function turnEnd(context: HookContext): Promise<HookAnswer> {
  const { call } = context
  const said = hasMoreToHear(context) ? await saidInTurn(call) : call.said
  const goOn = askFor(context, said)
  if (context.setting<boolean>('hook.record') && goOn === undefined)
    spoolOf(context).add('turn-ended', turnFact({ ...call, ...(said !== undefined && { said }) }))
  if (goOn !== undefined) return { goOn }
  context.spool?.write()
  const isDone = call.agent === undefined && call.isUnfinished !== true
  if (call.agent === undefined) await noticeFound(context)
  if (isDone && context.setting<boolean>('hook.learn')) await startWorker(context, { isLast: false })
  return {}
}

/** Lines by which an agent answers a question of ours. */
const ANSWERS = /^\W{0,8}(?:Lesson|Applied): |LEARNINGS_ACKNOWLEDGED/

/** Whether the agent owes an answer, which may be in the transcript before its last message. */
function hasMoreToHear(context: HookContext): boolean {
  const { call, session } = context
  if (call.transcript === undefined && call.agentTranscript === undefined) return false
  if (isEnforced(call, context.setting<readonly string[]>('hook.enforceCapture'))) return true
  return session.notes.some(({ lessonAsked, goOn }) => lessonAsked !== undefined || goOn)
}

/** A turn's last words, with the lines of earlier messages in which the agent answered. */
async function saidInTurn({
  said,
  transcript = '',
  agentTranscript = transcript,
}: HookCall): Promise<string | undefined> {
  const { linesSaid } = await import('../read-step-end.ts')
  const missing = linesSaid(agentTranscript, ANSWERS).filter((line) => said?.includes(line) !== true)
  return missing.length === 0 ? said : [...missing, said ?? ''].join('\n')
}

/** Phrases with which agents report a cause or a surprise: a line that names code, denies or limits something, and gives a reason. */
const FOUND =
  /\bfound (?:it\b|(?:the|an?|another) (?:\w+ ){0,2}(?:issue|problem|bug|cause|culprit|reason)\b)|\broot cause\b|\bthe (?:actual|true|underlying|whole) (?:issue|problem|bug|cause|reason)\b|^(?=.*`[^`]+`)(?=.*(?:n['’]t|\b(?:not|only|never|always|no|without|still)\b)).*\b(?:but|because|since|so|instead of|means|which|although|even (?:if|though)|rather than|unless|that['’]?s)\b|\b(?:ursache (?:ist|war)|fehler gefunden|cause (?:est|était)|le problème vient|la causa (?:es|era))\b|根本原因|原因是|找到了|原因は|причина в/i

/** Notes such a line, which may matter in the future. Most do not, so it weighs less than a person's words. */
async function noticeFound(context: HookContext): Promise<void> {
  const { call, session } = context
  if (!context.setting<boolean>('session.ask') || !context.setting<boolean>('hook.record')) return
  const { linesSaid } = await import('../read-step-end.ts')
  const heard = call.transcript === undefined ? [] : linesSaid(call.transcript, FOUND)
  const found = (heard.at(-1) ?? call.said?.split('\n').findLast((line) => FOUND.test(line)))?.length
  if (found !== undefined && !session.notes.some((note) => note.found === found))
    session.note({ agent: '', noticed: 'cure', found, isWeak: true })
}

/** The reason to continue; undefined lets the agent stop. It is never asked more often than a person's setting allows. */
function askFor(context: HookContext, said: string | undefined): string | undefined {
  const { call, session } = context
  if (!isEnforced(call, context.setting<readonly string[]>('hook.enforceCapture'))) return undefined
  const agent = call.agent?.id ?? ''
  if (ANSWERED.test(said ?? '')) return undefined
  const asked = session.notes.filter((note) => note.goOn && note.agent === agent).length
  if (asked >= context.setting<number>('hook.mostAsks')) return undefined
  session.note({ agent, goOn: true })
  return session.seenBy(agent).size === 0 ? ASK_LESSON : ASK
}

function isEnforced({ agent }: HookCall, chosen: readonly string[]): boolean {
  const name = agent?.type ?? MAIN
  return chosen.some((one) => one === '*' || one === name || one === shortName(name))
}
