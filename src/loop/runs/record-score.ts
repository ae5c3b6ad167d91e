import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { idProblem } from '../../domain/id.ts'
import { inputError } from '../../domain/user-error.ts'
import { type ScoreRegression, scoreRegression } from '../../engine/laws/strikes.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { nameId } from '../../projection/documents/fold-documents.ts'
import { SCORE } from '../../projection/fold-scores.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, checkPlace, untilAppended } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { versionOf } from '../facts/facts-about.ts'
import { appendFacts, type Draft, type DraftOf, type DraftPlace } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { recordScoreInput } from '../verbs/outcomes.ts'

type Score = PayloadOf<'score-recorded'>

const MOST_READ = 2_000

/** A repeated measurement: an evaluation, a benchmark. */
export type ScoreInput = Fields<typeof recordScoreInput>

export interface ScoreRecorded extends ScoreRegression {
  readonly name: string
  readonly value: number
  readonly duplicate: boolean
  /** The learning that a regression became; `mettle learn` makes a pattern of it. */
  readonly learning?: string
}

/** Records a score; one that is 15 % or more below the mean of the last five becomes a learning. Under one id, run or named time a thing is scored once: another value is a conflict. */
export function recordScore(context: LoopContext, input: ScoreInput): Promise<ScoreRecorded> {
  const { run, id, occurredAt, ...given } = input
  return untilAppended(async () => {
    checkPlace({ run, occurredAt })
    checkId(id)
    const payload = await checkPayload('score-recorded', given)
    const { name, value } = payload
    const stream = `score/${digest(canonicalJson(redactDeep(name).value)).slice(0, 24)}`
    const expectedVersion = await versionOf(context, stream)
    const key = `${stream}/${id ?? run ?? occurredAt ?? context.nextId()}`
    const place = { stream, run, occurredAt }
    const score: DraftOf<'score-recorded'> = { type: 'score-recorded', payload, key, ...place }
    if (await isKnown(context, score)) return { name, value, regressed: false, duplicate: true }
    const found = scoreRegression(await scoresBefore(context, name), value, context.policy.scoreRegression)
    const learning = found.regressed ? `l-${digest(key).slice(0, 24)}` : undefined
    const drafts: Draft[] = [{ ...score, expectedVersion }]
    if (learning !== undefined) drafts.push(await lesson(learning, payload, found, place))
    await appendFacts(context, drafts)
    return { name, value, duplicate: false, ...found, learning }
  })
}

function checkId(id: string | undefined): void {
  const problem = id === undefined ? undefined : idProblem(String(id))
  if (problem !== undefined) throw inputError(`id: ${problem}`, 'Give the score another id.')
}

async function scoresBefore({ journal }: LoopContext, name: string): Promise<number[]> {
  return ((await bodyOf(journal, SCORE, nameId(name)))?.last ?? []).map(({ value }) => value)
}

/** Whether the score is recorded. The journal refuses a different value under its key, even if the payload is archived. */
async function isKnown(context: LoopContext, score: DraftOf<'score-recorded'>): Promise<boolean> {
  const { stream, key, payload } = score
  const facts = await context.journal.read({ stream, newestFirst: true, limit: MOST_READ })
  const known = facts.find((fact) => fact.key === key && !fact.undone)
  if (known === undefined) return false
  const recorded = readEvent(known)?.payload as Score | undefined
  if (recorded?.value !== payload.value) await appendFacts(context, [score])
  return true
}

async function lesson(
  learning: string,
  { name, value, details }: Score,
  { mean = 0, drop = 0 }: ScoreRegression,
  place: DraftPlace,
): Promise<Draft> {
  const fell = `fell from a mean of ${mean.toFixed(2)} to ${value.toFixed(2)}, by ${Math.round(drop * 100)}%`
  const payload = await checkPayload('learning-captured', {
    learning,
    agent: 'mettle',
    lesson: `The score of ${name} ${fell}; what changed before it deserves a look`,
    category: 'mistake',
    appliesTo: ['*'],
    context: { tags: ['eval-failure', name, 'regression'] },
    whatHappened: details,
  })
  return { type: 'learning-captured', payload, key: `learning/${learning}`, ...place }
}
