import { polarityOf } from '../../capture/classify.ts'
import { type Hypothesis, hypothesesIn, lastNoted, MOST_HYPOTHESES } from '../../capture/session/hypotheses.ts'
import { type Step, stepsOf } from '../../capture/session/session.ts'
import { MINER } from '../../domain/pattern.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { redact } from '../../engine/secrets/redact.ts'
import { refusalWords } from '../../engine/text/lesson-cues.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import type { LoopContext } from '../context.ts'
import { factsIn } from '../facts/facts-about.ts'
import { runStream } from '../journal/append-facts.ts'
import { type NearLesson, nearLessons } from '../patterns/join-pattern.ts'
import { patternsNamed, theOnly } from '../patterns/named-pattern.ts'
import { isAskedFor } from './person-rules.ts'
import { type LearningInput, recordLearning } from './record-learning.ts'

/** Shorter texts are not recorded as lessons. */
const SHORTEST_LESSON = 20
const LESSON_LINE = /^[\s>*_`-]*Lesson:\**\s*(\S.{15,600})$/gim

/** What a lesson says of one that is known already, at its end: `(same as #3f2a9)`. */
const NAMED = /\s*\((same as|instead of) (#?[\w-]+)\)[.\s]*$/i

/** The lessons that an agent wrote as lines of their own: `Lesson: never push without asking first.` */
function lessonLines(text: string) {
  if (!text.includes('Lesson:')) return []
  const lines = [...text.matchAll(LESSON_LINE)].map(([, said]) => said!.replace(/[*_`\s]+$/, ''))
  return lines.flatMap((line) => {
    const [, how, id] = NAMED.exec(line) ?? []
    const lesson = line.replace(NAMED, '')
    if (lesson.length < SHORTEST_LESSON || /^(?:\.\.\.|…)/.test(lesson)) return []
    return [{ lesson, id, field: how?.toLowerCase() === 'same as' ? ('sameAs' as const) : ('insteadOf' as const) }]
  })
}

/** A lesson that code found in a session, and whether it is news. */
export interface FoundLesson extends Pick<Hypothesis, 'as' | 'lesson' | 'whatHappened' | 'facts'> {
  readonly learning: string
  readonly isNew: boolean
}

interface Session {
  readonly steps: readonly Step[]
  readonly facts: readonly KnownEvent[]
}

/** Captures the lesson lines that an agent wrote when asked, as its learnings; returns how many are new. In a session where nobody asked, such a line may be part of the work. */
export async function recordSaid(context: LoopContext, run: string, { steps, facts }: Session) {
  const asked = facts.find(({ type }) => type === 'lesson-asked')?.occurredAt
  let fresh = 0
  for (const said of steps) {
    if (asked === undefined || said.is !== 'said' || said.at < asked) continue
    for (const { lesson, id, field } of lessonLines(said.text)) {
      // A lesson that names none that there is counts for itself.
      const named = await idOf(context, id).catch(() => undefined)
      const { duplicate } = await recordLearning(context, {
        ...{ agent: said.agent ?? 'agent', run, lesson, occurredAt: said.at },
        ...withoutUndefined({ [field]: named }),
        whatHappened: evidenceIn(steps, said.at),
      })
      if (!duplicate) fresh += 1
    }
  }
  return fresh
}

/** The likely origin of a lesson: a person's words in the last notable step before it, else in the last prompt. */
function evidenceIn(steps: readonly Step[], at: number): string | undefined {
  const before = steps.filter((step) => step.at <= at)
  const told = lastNoted(before) ?? before.findLast(({ is }) => is === 'prompt')
  const words = told?.is === 'prompt' ? told.text : told?.is === 'tool' ? refusalWords(told.output) : ''
  return words === '' ? undefined : `A person said: ${words.slice(0, MOST_EVIDENCE)}`
}

const MOST_EVIDENCE = 400
const NEWEST = 400

/** A learning that was recorded, and the lessons that may say the same. */
export interface LearningRecorded {
  readonly learning: string
  readonly duplicate: boolean
  /** The known lesson that it repeats. */
  readonly repeats?: string
  /** The nearest known lessons, of which code cannot tell; whoever reads them records the lesson again, with `sameAs` or `insteadOf`. */
  readonly near?: readonly NearLesson[]
}

/** A learning that an agent records in a session, with the words of the person that led to it as its evidence. Where known lessons are near and it does not say which one it is, they are given with the answer. */
export async function recordWithEvidence(context: LoopContext, given: LearningInput): Promise<LearningRecorded> {
  const named = { sameAs: await idOf(context, given.sameAs), insteadOf: await idOf(context, given.insteadOf) }
  const input = { ...given, ...withoutUndefined(named) }
  const { run, whatHappened, occurredAt = context.now() } = input
  const isTold = run === undefined || whatHappened !== undefined
  if (!isTold) await context.ingest?.(context)
  const types = ['prompt-given', 'tool-used'] as const
  const facts = isTold ? [] : await factsIn(context, { stream: runStream(run), types, limit: NEWEST })
  const evidence = isTold ? {} : { whatHappened: evidenceIn(stepsOf(facts), occurredAt) }
  const recorded = await recordLearning(context, { ...input, ...evidence })
  if ((named.sameAs ?? named.insteadOf) !== undefined) return recorded
  const { text } = sanitize(redact(input.lesson).text)
  const near = await nearLessons(context, { text, polarity: input.polarity ?? polarityOf(text) })
  if (near[0]?.relation === 'same') return { ...recorded, repeats: near[0].pattern }
  return near.length === 0 ? recorded : { ...recorded, near }
}

/** A pattern by its id as blocks show it, `#3f2a9`, or as much of it as is unmistakable. */
async function idOf(context: LoopContext, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  const found = await patternsNamed(context, name.replace(/^#/, ''))
  return theOnly(
    found.filter(({ pattern }) => !pattern.quarantined),
    name,
  ).pattern.id
}

/** Captures what code found in a session as learnings, which `learn` holds as hypotheses until somebody confirms them. At most five a session; the same lesson is one learning. */
export async function recordHypotheses(context: LoopContext, run: string, { steps, facts }: Session) {
  const captured = facts.flatMap((fact) => (fact.type === 'learning-captured' ? [fact] : []))
  const worded = captured.flatMap(({ payload, occurredAt }) =>
    payload.mined === undefined ? [{ at: occurredAt, lesson: payload.lesson }] : [],
  )
  const known = new Set(captured.flatMap(({ payload }) => (payload.mined === undefined ? [] : [payload.lesson])))
  const recorded: FoundLesson[] = []
  let fresh = 0
  for (const found of hypothesesIn(steps, worded)) {
    if (found.as === 'correction' && isAskedFor(found.lesson)) continue
    const { as, lesson, whatHappened, facts: shown, command, files, tags, category, strength } = found
    const isFresh = !known.has(lesson)
    if (isFresh && known.size + fresh >= MOST_HYPOTHESES) continue
    if (isFresh) fresh += 1
    const { learning, duplicate } = await recordLearning(context, {
      ...{ agent: MINER, run, lesson, whatHappened, category, strength },
      context: (files || tags) && withoutUndefined({ files: files && [...files], tags: tags && [...tags] }),
      mined: { as, facts: [...shown], command: command?.slice(0, 2_000) },
      occurredAt: steps.find(({ event }) => event === shown.at(-1))?.at,
    })
    recorded.push({ as, lesson, whatHappened, facts: shown, learning, isNew: !duplicate })
  }
  return recorded
}
