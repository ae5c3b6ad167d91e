import { withoutUndefined } from '../../domain/sets.ts'
import { inputError, UserError } from '../../domain/user-error.ts'
import type { Evidence, PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { StoodPattern } from '../../engine/standing/standing.ts'
import { penalty } from '../../engine/standing/verdict-effects.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPlace, untilAppended } from '../facts/append-keys.ts'
import { factsIn } from '../facts/facts-about.ts'
import { appendFacts, BY_PERSON, type Draft, placeOf, runStream } from '../journal/append-facts.ts'
import { patternMeant, type RoleWords } from './find-pattern.ts'
import { showPattern } from './patterns.ts'

/** Who grades a pattern manually, and why. */
interface ByHand {
  readonly by: string
  readonly reason: string
  readonly run?: string
  readonly occurredAt?: number
}

export interface ReinforceRequest extends ByHand {
  readonly patterns: readonly string[]
  /** 1: a run's output; 2: a place in the change. 3, reasoning alone, reinforces nothing. */
  readonly evidenceLevel?: 1 | 2 | 3
}

export interface PenaliseRequest extends ByHand {
  readonly pattern: string | RoleWords
}

export interface PatternGraded {
  readonly pattern: string
  readonly text: string
  /** The run had already given this grade: nothing changed. */
  readonly duplicate: boolean
  readonly evidenceLevel?: 1 | 2
  readonly weight?: number
  readonly regression?: boolean
  readonly before: Grades
  readonly after: Grades
  /** Why it is recorded without effect, and what would count. */
  readonly note?: string
}

const COUNTED = ['successes', 'reinforcements', 'ignoreWeight'] as const

interface Grades extends Pick<Evidence, (typeof COUNTED)[number]> {
  readonly score: number
}

type Graded = 'pattern-reinforced' | 'pattern-ignored'

const SHORTEST_ID = 6
const DEFAULT_LEVEL = 2

/** Records that evidence confirmed some patterns; all of them or none. */
export async function reinforcePatterns(
  context: LoopContext,
  { patterns, evidenceLevel = DEFAULT_LEVEL, ...hand }: ReinforceRequest,
): Promise<PatternGraded[]> {
  if (evidenceLevel !== 1 && evidenceLevel !== 2)
    throw new UserError(
      'evidence',
      `Evidence of level ${evidenceLevel} reinforces nothing.`,
      'Show the output of a run (level 1) or a place in the change (level 2).',
    )
  return gradeAll(context, 'pattern-reinforced', hand, async () => {
    const views = await Promise.all([...new Set(patterns)].map((id) => namedPattern(context, id)))
    return views.map((view) => ({ view, said: { evidenceLevel } }))
  })
}

/** Says that a pattern was a false positive; it costs the weight of the pattern's own role. */
export async function penalisePattern(context: LoopContext, { pattern, ...hand }: PenaliseRequest) {
  const [graded] = await gradeAll(context, 'pattern-ignored', hand, async () => {
    const id = typeof pattern === 'string' ? pattern : await patternMeant(context, pattern)
    const view = await namedPattern(context, id)
    return [{ view, said: costOf(context, view) }]
  })
  return graded!
}

interface Matter {
  readonly view: StoodPattern
  readonly said: { readonly evidenceLevel?: 1 | 2; readonly weight?: number; readonly regression?: boolean }
}

async function gradeAll(
  context: LoopContext,
  type: Graded,
  hand: ByHand,
  matters: () => Promise<readonly Matter[]>,
): Promise<PatternGraded[]> {
  checkPlace(hand)
  return untilAppended(async () => {
    const asked = await matters()
    const known = await gradedBefore(context, type, hand.run)
    const drafts: Draft[] = []
    for (const matter of asked)
      if (!known.has(matter.view.pattern.id)) drafts.push(...(await draftsOf(type, matter, hand)))
    if (drafts.length > 0) await appendFacts(context, drafts)
    return Promise.all(
      asked.map(async ({ view, said }) => {
        const { id, text } = view.pattern
        const [before, after] = [gradesOf(view), gradesOf(await showPattern(context, id))]
        const duplicate = known.has(id)
        const note = duplicate ? undefined : uncounted(before, after, context.policy.influence.mostPerVoice)
        return { pattern: id, text, duplicate, ...said, before, after, ...withoutUndefined({ note }) }
      }),
    )
  })
}

/** Why a manual grade does not count: grades are limited per day, penalties by name, reinforcements in total. */
function uncounted(before: Grades, after: Grades, most: number): string | undefined {
  return COUNTED.some((count) => after[count] !== before[count])
    ? undefined
    : `Recorded, but it does not count: grades by hand count ${most} a day for a pattern, and today's are used up. With --run RUN it counts for that run.`
}

/** The grade, plus a feedback fact with its author and reason, which a grade cannot store. */
async function draftsOf(type: Graded, { view, said }: Matter, hand: ByHand): Promise<Draft[]> {
  const { run, occurredAt, by, reason } = hand
  const { id } = view.pattern
  const kind = type === 'pattern-ignored' ? 'ignored' : 'reinforced'
  const place = { ...placeOf(run, occurredAt), provenance: BY_PERSON }
  const key = (what: string) => (run === undefined ? {} : { key: `${what}/${run}/${id}` })
  const payload = { pattern: id, ...said, ...(kind === 'ignored' ? { by } : {}) }
  const word = { subject: 'pattern', id, type: 'neutral', weight: 0, reasoning: `${kind}: ${reason}`, by }
  return [
    (await checkedDraft(type, payload, { ...key(kind), ...place })) as Draft,
    await checkedDraft('feedback-given', word, { ...key(`${kind}-by-hand`), ...place }),
  ]
}

async function gradedBefore(context: LoopContext, type: Graded, run: string | undefined): Promise<ReadonlySet<string>> {
  if (run === undefined) return new Set()
  const facts = await factsIn(context, { stream: runStream(run), types: [type] })
  return new Set(facts.map(({ payload }) => payload.pattern))
}

/** Prefixes are not accepted here: `12` is a row number in other systems, and would match some pattern by chance. */
async function namedPattern(context: LoopContext, id: string): Promise<StoodPattern> {
  if (id.length >= SHORTEST_ID) return showPattern(context, id)
  throw inputError(
    `'${id}' is too short to name a pattern; give at least ${SHORTEST_ID} characters are.`,
    'mettle compat query-patterns --role ROLE prints the ids.',
  )
}

function costOf({ policy }: LoopContext, { pattern, evidence }: PatternRecord) {
  return penalty({ role: pattern.role, wasValidated: evidence.wasValidated }, policy.penalty)
}

function gradesOf({ axes, evidence }: StoodPattern): Grades {
  const { successes, reinforcements, ignoreWeight } = evidence
  return { score: axes.score, successes, reinforcements, ignoreWeight }
}
