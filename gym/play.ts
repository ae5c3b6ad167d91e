import { POLICIES, type PolicyName } from './policies/catalogue.ts'
import type { Late, Memory } from './policies/memory.ts'
import { Score, type Scored } from './score.ts'
import { live, type Report } from './world/live.ts'
import type { World } from './world/world.ts'

/** Lives a world through with the memory of a policy, and tells what came of it. */
export async function play(world: World, policy: PolicyName): Promise<Scored> {
  return playWith(world, await POLICIES[policy](world))
}

export async function playWith(world: World, memory: Memory): Promise<Scored> {
  const score = new Score(world)
  const waiting: Waiting[] = []
  try {
    await hearAll(memory, world, 0)
    for (const run of world.runs) {
      for (const late of due(waiting, run.index)) await memory.settle(late)
      const block = await memory.inject(run)
      const happened = live(world, run, block.lines)
      score.add(happened, block.prediction)
      await tell(memory, happened.report, world, waiting)
      await hearAll(memory, world, run.index + 1)
      const isLast = run.index === world.runs.length - 1
      if (memory.judge !== undefined && (isLast || run.index % LOOK_EVERY === LOOK_EVERY - 1))
        score.judged(await memory.judge(), run.half, isLast)
    }
  } finally {
    await memory.close()
  }
  return score.told()
}

async function hearAll(memory: Memory, { sightings }: World, at: number): Promise<void> {
  for (const sighting of sightings[at] ?? []) await memory.hear(sighting)
}

interface Waiting {
  readonly from: number
  readonly late: Late
}

/** A person looks at the patterns every so many runs. */
const LOOK_EVERY = 20

/** Merged work shows its worth some runs later. */
const LATE_TRUTH_RUNS = 12

async function tell(memory: Memory, report: Report, { variant }: World, waiting: Waiting[]): Promise<void> {
  const { kept, outcome, ...rest } = report
  const { run } = report
  const delay = variant.outcomeDelayRuns
  await memory.learn(delay === 0 ? { ...rest, outcome } : rest)
  if (delay > 0) waiting.push({ from: run.index + delay, late: { run, outcome } })
  if (kept !== undefined) waiting.push({ from: run.index + delay + LATE_TRUTH_RUNS, late: { run, kept } })
}

function due(waiting: Waiting[], index: number): Late[] {
  const now = waiting.filter(({ from }) => from <= index)
  for (const each of now) waiting.splice(waiting.indexOf(each), 1)
  return now.map(({ late }) => late)
}
