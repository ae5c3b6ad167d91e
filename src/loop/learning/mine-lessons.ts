import { MOST_MINED, mineSession } from '../../capture/session/mine-session.ts'
import type { KnownBefore, Mined, Seen } from '../../capture/session/mined.ts'
import type { Step, Tool } from '../../capture/session/session.ts'
import type { DocumentKey } from '../../domain/document.ts'
import { checkIn } from '../../engine/shell/check-command.ts'
import { shownCheck } from '../../engine/shell/shown-command.ts'
import { commandId, REPOSITORY_COMMAND, SNAG, snagId, snagOf } from '../../projection/fold-commands.ts'
import type { LoopContext } from '../context.ts'
import { readerOf } from '../journal/facts-about.ts'
import { recordLearning } from './record-learning.ts'

/** Who is named as the author of what nobody wrote down. */
export const MINER = 'mined'

/** A lesson of a session, and whether it is news. */
export interface MinedLesson extends Pick<Mined, 'as' | 'lesson' | 'whatHappened' | 'facts'> {
  readonly learning: string
  readonly isNew: boolean
}

/** The lessons of a session, read with what other sessions met. */
export async function lessonsIn(context: LoopContext, steps: readonly Step[]): Promise<Mined[]> {
  return mineSession(steps, await knownBefore(context, steps))
}

/**
 * Captures what a session teaches as learnings, which `learn` then judges like any other. The same lesson of the same session is one
 * learning. A session that goes on may teach more; it never teaches more than five things.
 */
export async function recordLessons(
  context: LoopContext,
  run: string,
  { steps, known }: { readonly steps: readonly Step[]; readonly known: ReadonlySet<string> },
): Promise<MinedLesson[]> {
  const recorded: MinedLesson[] = []
  let fresh = 0
  for (const mined of await lessonsIn(context, steps)) {
    const { as, lesson, whatHappened, facts, command, files, category, strength } = mined
    const isFresh = !known.has(lesson)
    if (isFresh && known.size + fresh >= MOST_MINED) continue
    if (isFresh) fresh += 1
    const at = steps.find(({ event }) => event === facts.at(-1))?.at
    const { learning, duplicate } = await recordLearning(context, {
      agent: MINER,
      run,
      lesson,
      whatHappened,
      category,
      strength,
      context: files && { files: [...files] },
      mined: { as, facts: [...facts], command: command?.slice(0, 2_000) },
      occurredAt: at,
    })
    recorded.push({ as, lesson, whatHappened, facts, learning, isNew: !duplicate })
  }
  return recorded
}

async function knownBefore({ journal }: LoopContext, steps: readonly Step[]): Promise<KnownBefore> {
  const tools = steps.filter((step): step is Tool => step.is === 'tool' && step.kind === 'shell')
  const snags = keysBy(tools, snagKey)
  const checks = keysBy(tools, checkKey)
  const keys = [...new Map([...snags, ...checks].map(([, key]) => [`${key.kind} ${key.id}`, key])).values()]
  const read = readerOf(await journal.documents(keys))
  return {
    snags: seenBy(snags, (key) => {
      const record = read.get(SNAG, key.id)?.body
      return record && { sessions: record.sessions.length, times: record.times }
    }),
    checks: seenBy(checks, (key) => {
      const record = read.get(REPOSITORY_COMMAND, key.id)?.body
      return record && { sessions: record.sessions.length, times: record.passed }
    }),
  }
}

type Keys = readonly (readonly [event: string, key: DocumentKey])[]

function keysBy(tools: readonly Tool[], keyOf: (tool: Tool) => DocumentKey | undefined): Keys {
  return tools.flatMap((tool) => {
    const key = keyOf(tool)
    return key === undefined ? [] : [[tool.event, key] as const]
  })
}

function seenBy(keys: Keys, seen: (key: DocumentKey) => Seen | undefined): Map<string, Seen> {
  return new Map(
    keys.flatMap(([event, key]) => {
      const one = seen(key)
      return one === undefined ? [] : [[event, one] as const]
    }),
  )
}

function snagKey({ command, ended, output }: Tool): DocumentKey | undefined {
  const snag = command === undefined || ended !== 'failed' ? undefined : snagOf(command, output)
  return snag === undefined ? undefined : { kind: SNAG, id: snagId(snag) }
}

function checkKey({ command: text = '' }: Tool): DocumentKey | undefined {
  const kind = checkIn(text)?.kind
  const command = kind === undefined ? undefined : shownCheck(text)
  return command === undefined
    ? undefined
    : { kind: REPOSITORY_COMMAND, id: commandId({ kind: kind!, command }) }
}
