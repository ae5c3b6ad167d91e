import { join } from 'node:path'
import type { NewEvent } from '../../src/domain/event.ts'
import { importOutcomes } from '../../src/loop/exchange/import-outcomes.ts'
import { eventOfDraft } from '../../src/loop/journal/append-facts.ts'
import { readOutcomeRecord } from '../../src/loop/runs/read-outcome-record.ts'
import { outcomeDraft } from '../../src/loop/runs/record-outcome.ts'
import { recordRunOutcome } from '../../src/loop/runs/record-run-outcome.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { figure, interleave, type Variant } from '../measure.ts'
import { openJournal } from '../world/journal.ts'

const ADAPTERS = ['github', 'npm', 'terminal', 'docker', 'postgres']
const AGENTS = ['planner', 'builder', 'reviewer', 'security']
const START_MS = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000
/** Events after which an append folds the unfolded ones, so this many outcomes include a fair share of folding. */
const FOLDED_TOGETHER = 256

/** The cost of recording a run's outcome, with everything derived from it, after a thousand others and after a million. */
export const outcomes: Benchmark = {
  name: 'outcomes',
  async run({ folder, sizes, quick, log }) {
    const rounds = FOLDED_TOGETHER * (quick ? 1 : 8)
    const opened: Recorder[] = []
    for (const size of [sizes.tiny, sizes.large]) {
      log(`importing ${size} outcomes`)
      opened.push(await recorder(join(folder, `outcomes-${size}.db`), size))
    }
    const appended = await appender(join(folder, 'appended.db'))
    const all = [...opened, appended]
    const waits = await interleave(all, { rounds, warmUp: Math.ceil(rounds / 8) })
    for (const { close } of all) await close()
    const cpu = all.map((one) => figure(`${one.case}: CPU`, 'ms', one.cpuMs.slice(-rounds)))
    const shares = opened.map((one) => figure(withShare(one.case), 'ms', meansOf(one.cpuMs.slice(-rounds))))
    const results = [...waits, ...cpu, ...shares]
    const [tiny, large] = [caseOf(sizes.tiny), caseOf(sizes.large)]
    const ratio = p50(results, `${large}: CPU`) / p50(results, `${tiny}: CPU`)
    return {
      settings: { durable: true, rounds, adapters: ADAPTERS.length, agents: AGENTS.length },
      results,
      goals: [
        atMost('ms of CPU of one outcome, folded in memory', 0.6, p50(results, `${large}: CPU`)),
        atMost('ms of CPU of one outcome, with its share of folding and writing', 0.6, p50(results, withShare(large))),
        atMost(`CPU of an outcome after ${sizes.large} over that after ${sizes.tiny}`, 1.5, ratio),
      ],
    }
  },
}

function caseOf(size: number): string {
  return `one outcome, after ${size} others`
}

function withShare(name: string): string {
  return `${name}: CPU, mean of ${FOLDED_TOGETHER}`
}

/** Means over groups of outcomes that are folded together. */
function meansOf(cpuMs: readonly number[]): number[] {
  const groups = Array.from({ length: Math.floor(cpuMs.length / FOLDED_TOGETHER) }, (_, at) =>
    cpuMs.slice(at * FOLDED_TOGETHER, (at + 1) * FOLDED_TOGETHER),
  )
  return groups.map((group) => group.reduce((sum, one) => sum + one, 0) / group.length)
}

interface Recorder extends Variant {
  /** CPU time per outcome, over all threads; on a busy machine, wall time says more about other load. */
  readonly cpuMs: number[]
  close(): Promise<void>
}

async function recorder(path: string, size: number): Promise<Recorder> {
  const world = { now: START_MS + size * MINUTE_MS }
  const filling = await openJournal(path, world, { durable: false })
  await importOutcomes(filling.context, lines(size))
  await filling.store.close()
  const { store, context } = await openJournal(path, world)
  let next = size
  return timed(
    caseOf(size),
    () => {
      const record = outcome(next++)
      return () => recordRunOutcome(context, record)
    },
    () => store.close(),
  )
}

/** Appends prepared events only: no validation, and no derived answer. */
async function appender(path: string): Promise<Recorder> {
  const { store, journal, context } = await openJournal(path, { now: START_MS })
  const events: NewEvent[] = []
  for (let n = 0; n < FOLDED_TOGETHER * 10; n++) {
    const { payload, occurredAt } = await readOutcomeRecord(outcome(n))
    events.push(eventOfDraft(context, await outcomeDraft(payload, occurredAt), START_MS))
  }
  return timed(
    'its event appended, and nothing read',
    () => {
      const event = events.shift()!
      return () => journal.append([event], context.projector)
    },
    () => store.close(),
  )
}

function timed(name: string, prepare: () => () => Promise<unknown>, close: () => Promise<void>): Recorder {
  const cpuMs: number[] = []
  return {
    case: name,
    cpuMs,
    async run() {
      const work = prepare()
      const [start, before] = [performance.now(), process.cpuUsage()]
      await work()
      const { user, system } = process.cpuUsage(before)
      cpuMs.push((user + system) / 1_000)
      return performance.now() - start
    },
    close,
  }
}

function* lines(count: number): Iterable<string> {
  for (let n = 0; n < count; n++) yield JSON.stringify(outcome(n))
}

/** The n-th run: one in eight fails, of one of five types. */
export function outcome(n: number): object {
  const failed = n % 8 === 0
  return {
    runId: `run-${n}`,
    result: failed ? 'failure' : 'success',
    retryCount: n % 3,
    postExecutionScore: failed ? 0.3 : 0.9,
    riskLevel: (['low', 'medium', 'high'] as const)[n % 3],
    adaptersUsed: [ADAPTERS[n % 5], ADAPTERS[(n + 2) % 5]],
    selectedSkills: [`skill-${n % 7}`],
    agentDecisions: [{ agent: AGENTS[n % 4], decision: 'approve', confidence: 0.8 }],
    ...(failed ? { failureDetails: { dominantFailureType: `type-${(n / 8) % 5}` } } : {}),
    createdAt: START_MS + n * MINUTE_MS,
  }
}
