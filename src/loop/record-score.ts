import { canonicalJson } from '../domain/canonical-json.ts'
import { digest } from '../domain/digest.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { redactDeep } from '../engine/redact.ts'
import { type ScoreRegression, scoreRegression } from '../engine/score-regression.ts'
import { SCORE, type ScoreRecord } from '../projection/fold-scores.ts'
import { nameId } from '../projection/name-id.ts'
import { appendFacts, type Draft } from './append-facts.ts'
import { checkPayload, checkPlace } from './check-payload.ts'
import type { LoopContext } from './context.ts'
import { factsIn, versionOf } from './facts-about.ts'
import { untilAppended } from './until-appended.ts'

type Score = PayloadOf<'score-recorded.v1'>

/** A measurement of something that is measured again and again: an evaluation, a benchmark. */
export interface ScoreInput {
  readonly name: string
  /** From 0 to 1. */
  readonly value: number
  readonly run?: string
  readonly details?: string
  readonly occurredAt?: number
}

export interface ScoreRecorded extends ScoreRegression {
  readonly name: string
  readonly value: number
  readonly duplicate: boolean
  /** The learning that a regression became; `mettle learn` makes a pattern of it. */
  readonly learning?: string
}

/**
 * Records a score; one that falls short of the mean of the last five by 15 % or more becomes a captured learning, in the same
 * transaction. In a run a thing is scored once: the same again is known, another value is a conflict.
 */
export function recordScore(context: LoopContext, input: ScoreInput): Promise<ScoreRecorded> {
  const { run, occurredAt, ...given } = input
  return untilAppended(async () => {
    checkPlace({ run, occurredAt })
    const payload = await checkPayload('score-recorded.v1', given)
    const stream = `score/${digest(canonicalJson(redactDeep(payload.name).value)).slice(0, 24)}`
    const expectedVersion = await versionOf(context, stream)
    const [document] = await context.journal.documents([{ kind: SCORE, id: nameId(payload.name) }])
    const before = ((document?.body as ScoreRecord | undefined)?.last ?? []).map(({ value }) => value)
    const found = scoreRegression(before, payload.value, context.policy.scoreRegression)
    const id = `${stream}/${run ?? context.nextId()}`
    const place = {
      stream,
      ...(run === undefined ? {} : { run }),
      ...(occurredAt === undefined ? {} : { occurredAt }),
    }
    const known = run === undefined ? undefined : await knownScore(context, stream, run)
    if (known?.value === payload.value) return { ...known, regressed: false, duplicate: true }
    const learning = found.regressed ? `l-${digest(id).slice(0, 24)}` : undefined
    const score: Draft = { type: 'score-recorded.v1', payload, key: id, expectedVersion, ...place }
    const drafts = learning === undefined ? [score] : [score, await lesson(learning, payload, found, place)]
    await appendFacts(context, drafts)
    const { name, value } = payload
    return { name, value, duplicate: false, ...found, ...(learning === undefined ? {} : { learning }) }
  })
}

async function knownScore(context: LoopContext, stream: string, run: string): Promise<Score | undefined> {
  const facts = await factsIn(context, { stream, types: ['score-recorded.v1'] })
  return facts.find((fact) => fact.run === run)?.payload as Score | undefined
}

async function lesson(
  learning: string,
  { name, value, details }: Score,
  { mean = 0, drop = 0 }: ScoreRegression,
  place: Pick<Draft, 'stream' | 'run' | 'occurredAt'>,
): Promise<Draft> {
  const fell = `fell from a mean of ${mean.toFixed(2)} to ${value.toFixed(2)}, by ${Math.round(drop * 100)}%`
  const payload = await checkPayload('learning-captured.v1', {
    learning,
    agent: 'mettle',
    lesson: `The score of ${name} ${fell}; what changed before it deserves a look`,
    category: 'mistake',
    appliesTo: ['*'],
    context: { tags: ['eval-failure', name, 'regression'] },
    ...(details === undefined ? {} : { whatHappened: details }),
  })
  return { type: 'learning-captured.v1', payload, key: `learning/${learning}`, ...place }
}
