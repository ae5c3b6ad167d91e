import { join } from 'node:path'
import { importOutcomes } from '../../src/loop/exchange/import-outcomes.ts'
import { recordRunOutcome } from '../../src/loop/runs/record-run-outcome.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { figure, interleave, type Variant } from '../measure.ts'
import { openJournal } from '../world/journal.ts'

const ADAPTERS = ['github', 'npm', 'terminal', 'docker', 'postgres']
const AGENTS = ['planner', 'builder', 'reviewer', 'security']
const START_MS = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000

/** What the outcome of a run costs to record, with all that follows from it, after a thousand others and after a million. */
export const outcomes: Benchmark = {
  name: 'outcomes',
  async run({ folder, sizes, quick, log }) {
    const rounds = quick ? 20 : 200
    const opened: Recorder[] = []
    for (const size of [sizes.tiny, sizes.large]) {
      log(`importing ${size} outcomes`)
      opened.push(await recorder(join(folder, `outcomes-${size}.db`), size))
    }
    const waits = await interleave(opened, { rounds, warmUp: Math.ceil(rounds / 10) })
    for (const { close } of opened) await close()
    const cpu = opened.map((one) => figure(`${one.case}: CPU`, 'ms', one.cpuMs.slice(-rounds)))
    const results = [...waits, ...cpu]
    const ratio = p50(results, caseOf(sizes.large)) / p50(results, caseOf(sizes.tiny))
    return {
      settings: { durable: true, rounds, adapters: ADAPTERS.length, agents: AGENTS.length },
      results,
      goals: [
        atMost('ms of CPU of one outcome', 0.6, p50(results, `${caseOf(sizes.large)}: CPU`)),
        atMost(`cost of an outcome after ${sizes.large} over that after ${sizes.tiny}`, 1.5, ratio),
      ],
    }
  },
}

function caseOf(size: number): string {
  return `one outcome, after ${size} others`
}

interface Recorder extends Variant {
  /** Of each outcome, of all threads: on a busy machine the wait says more about the others. */
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
  const cpuMs: number[] = []
  return {
    case: caseOf(size),
    cpuMs,
    async run() {
      const record = outcome(next++)
      const [start, before] = [performance.now(), process.cpuUsage()]
      await recordRunOutcome(context, record)
      const { user, system } = process.cpuUsage(before)
      cpuMs.push((user + system) / 1_000)
      return performance.now() - start
    },
    close: () => store.close(),
  }
}

function* lines(count: number): Iterable<string> {
  for (let n = 0; n < count; n++) yield JSON.stringify(outcome(n))
}

/** The n-th run: one in eight fails, of one of five types. */
function outcome(n: number): object {
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
