import type { Mettle } from '../../open.ts'
import { FAILING } from './crew.ts'
import type { StoryClock } from './play.ts'
import { playSession } from './sessions.ts'
import { AREAS } from './story.ts'
import { STUBBORN } from './task-trouble.ts'

const ANN = 'ann'

interface Deed {
  /** The part of the story after which it is done. */
  readonly at: number
  readonly do: (mettle: Mettle, run: string, clock: StoryClock) => Promise<unknown>
}

/** What people of the project do meanwhile, and what waits for them in the end. */
const DEEDS: readonly Deed[] = [
  { at: 0.1, do: (mettle) => mettle.chooseGoal({ goal: 'reduce-failures', by: ANN, target: 1 }) },
  { at: 0.3, do: (mettle, _, clock) => playSession(mettle, clock, 0) },
  { at: 0.5, do: promoteMigrations },
  { at: 0.6, do: (mettle, run) => answered(mettle, run, 'docker push registry.example.com/parcels:2.3') },
  {
    at: 0.7,
    do: (mettle) =>
      mettle.annotateAdapter({
        adapter: FAILING.adapter,
        text: 'The registry moves to a new host at the end of the month; its time-outs should end then.',
        by: ANN,
      }),
  },
  { at: 0.75, do: (mettle, _, clock) => playSession(mettle, clock, 1) },
  { at: 0.55, do: (mettle) => mettle.push({ by: ANN }) },
  { at: 0.8, do: (mettle) => mettle.push({ by: ANN }) },
  { at: 0.9, do: (mettle, run) => strike(mettle, run, 0) },
  { at: 0.94, do: (mettle, run) => strike(mettle, run, 1) },
  { at: 0.98, do: (mettle, run) => strike(mettle, run, 2) },
  { at: 1, do: (mettle, _, clock) => playSession(mettle, clock, 2) },
  { at: 1, do: (mettle, run) => ask(mettle, run, 'docker push registry.example.com/parcels:2.4') },
]

/** Does what is due after a part of the story, each thing once. */
export async function livePeople(
  mettle: Mettle,
  clock: StoryClock,
  { before, after, run }: { before: number; after: number; run: string },
): Promise<void> {
  for (const deed of DEEDS) if (before < deed.at && deed.at <= after) await deed.do(mettle, run, clock)
}

async function promoteMigrations(mettle: Mettle): Promise<void> {
  const lesson = AREAS.find(({ label }) => label === 'database')?.traps[0]?.lesson
  const found = (await mettle.patterns({ all: true })).find(({ pattern }) => pattern.text === lesson)
  if (found === undefined) return
  const reason = 'Every one of us has lost an hour to this.'
  await mettle.promotePattern({ pattern: found.pattern.id, by: ANN, reason })
}

function ask(mettle: Mettle, run: string, command: string) {
  return mettle.gate({ command, risk: 'high', run })
}

async function answered(mettle: Mettle, run: string, command: string): Promise<void> {
  const { approval, recorded } = await ask(mettle, run, command)
  if (recorded)
    await mettle.answerApproval({ approval, answer: 'allow', by: ANN, reason: 'The registry is up again.' })
}

async function strike(mettle: Mettle, run: string, number: 0 | 1 | 2): Promise<void> {
  const [attempt, reason] = STUBBORN.attempts[number]
  await mettle.recordStrike({ task: STUBBORN.task, attempt, reason, run })
  if (number === 2) await mettle.recordError({ run, task: STUBBORN.task, message: STUBBORN.error })
}
