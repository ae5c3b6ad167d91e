import { readdirSync, readFileSync } from 'node:fs'
import { canonicalJson, type JsonObject } from '../../src/domain/canonical-json.ts'
import type { NewEvent } from '../../src/domain/event.ts'
import { POLICY } from '../../src/engine/laws/policy.ts'
import { axesOf } from '../../src/engine/standing/axes.ts'
import type { PatternRecord } from '../../src/engine/standing/pattern-record.ts'
import { BASELINE, CALIBRATION, POSTERIOR, PRIORS, REVIEWER } from '../../src/projection/documents/belief-documents.ts'
import { ALIAS, LEARNING, LOOP, PATTERN, RUN } from '../../src/projection/documents/documents.ts'
import {
  ADAPTER,
  AGENT,
  CYCLE,
  FAILURE,
  SKILL,
  THRESHOLDS,
} from '../../src/projection/documents/governance-documents.ts'
import { CALENDAR, ITERATION, USAGE } from '../../src/projection/documents/iteration-documents.ts'
import { LOOP_UPLIFT, UPLIFT } from '../../src/projection/documents/sharing-documents.ts'
import { ERROR, TASK_ERRORS, TASK_STRIKES } from '../../src/projection/documents/task-documents.ts'
import { TRIGGER } from '../../src/projection/fold-learning.ts'
import { CRITERION, GOAL, SCORE } from '../../src/projection/fold-scores.ts'
import { PLAN, STRATEGY } from '../../src/projection/fold-strategies.ts'
import { TASK } from '../../src/projection/fold-tasks.ts'
import type { Journal } from '../../src/store/port.ts'

const FOLDER = new URL('../histories/', import.meta.url)
const WEEK_MS = 7 * 86_400_000
const MOST_WEEKS_AFTER = 9
const GOVERNING = [ADAPTER, FAILURE, AGENT, SKILL, THRESHOLDS, CYCLE]
const TASKS = [TASK, CRITERION, STRATEGY, PLAN, SCORE, ERROR, TASK_ERRORS, TASK_STRIKES]
const APPLICATIONS = [CALENDAR, ITERATION, USAGE, GOAL, TRIGGER]
const BELIEFS = [POSTERIOR, PRIORS, BASELINE, REVIEWER, CALIBRATION]
const MEASURED = [UPLIFT, LOOP_UPLIFT]
const KINDS = [PATTERN, RUN, LEARNING, ALIAS, LOOP, ...TASKS, ...GOVERNING, ...APPLICATIONS, ...BELIEFS, ...MEASURED]

export const HISTORIES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length))

export const expectedFile = (name: string) => new URL(`${name}.expected.json`, FOLDER)

/** The facts of a history, one a line, their payloads as plain JSON. */
export function readHistory(name: string): NewEvent[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const { payload, ...event } = JSON.parse(line) as Omit<NewEvent, 'payload'> & { payload: JsonObject }
    return { ...event, payload: canonicalJson(payload) }
  })
}

/** Every document and link of a journal, in a form that can be compared and read. */
export async function documentsOf(journal: Journal): Promise<object> {
  const documents: Record<string, object> = {}
  for (const kind of KINDS as readonly string[])
    for (const { id, state, rank, text, body } of await journal.list(kind, { limit: 100_000 }))
      documents[`${kind}/${id}`] = {
        state,
        rank,
        text,
        body,
        events: await eventsAbout(journal, `${kind}/${id}`),
      }
  return JSON.parse(canonicalJson(documents)) as object
}

async function eventsAbout(journal: Journal, subject: string): Promise<number[]> {
  return (await journal.read({ subject, limit: 100_000 })).map(({ position }) => position)
}

/** Where each pattern stands, week by week, by what had been recorded until then; so that time alone is told too. */
export async function standingsByWeek(
  events: readonly NewEvent[],
  fold: (events: readonly NewEvent[]) => Promise<Journal>,
) {
  const first = events[0]!.recordedAt
  const last = events.at(-1)!.recordedAt + MOST_WEEKS_AFTER * WEEK_MS
  const lines: string[] = []
  for (let now = first; now <= last; now += WEEK_MS) {
    const journal = await fold(events.filter((event) => event.recordedAt <= now))
    for (const { body } of await journal.list(PATTERN, { limit: 1_000 }))
      lines.push(`day ${(now - first) / 86_400_000}: ${standingLine(body as PatternRecord, now)}`)
  }
  return lines
}

function standingLine(record: PatternRecord, now: number): string {
  const { lifecycle, maturity, score, excludedBecause } = axesOf(record, now, POLICY)
  const shown = excludedBecause.length === 0 ? 'shown' : `not shown: ${excludedBecause.join('; ')}`
  return `${record.pattern.id} ${lifecycle}, ${maturity}, score ${score.toFixed(4)}, ${shown}`
}
