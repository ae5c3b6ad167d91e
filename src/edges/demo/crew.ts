import type { OutcomeInput } from '../../loop/runs/record-outcome.ts'
import type { Mettle } from '../../open.ts'
import type { StoryClock } from './play.ts'
import { playSession } from './sessions.ts'
import { AREAS } from './story.ts'
import { STUBBORN } from './task-trouble.ts'

/** Repeatable randomness: the same seed gives the same story. */
export interface Dice {
  /** A number in [0, 1). */
  next(): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
}

/** Mulberry32: 32 bits of state, good enough for a story. */
export function seededDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
  }
}

/** What runs in an area of the project work with. */
const TOOLS: Readonly<Record<string, { adapters: readonly string[]; skills: readonly string[] }>> = {
  auth: { adapters: ['carrier-api', 'git'], skills: ['api-client'] },
  database: { adapters: ['postgres', 'git'], skills: ['migrations'] },
  tracking: { adapters: ['postgres', 'carrier-api', 'github'], skills: ['api-client', 'timelines'] },
  ci: { adapters: ['docker'], skills: ['browser-testing', 'release'] },
}

/** Agents who vote on a run before it is merged, and how often each is right about it. */
const VOTERS = [
  { agent: 'judge', isRight: 0.9 },
  { agent: 'architect', isRight: 0.75 },
  { agent: 'sentinel', isRight: 0.45 },
] as const

/** The adapter that becomes unreliable, how it fails, and in which part of the story. */
export const FAILING = {
  adapter: 'docker',
  area: 'ci',
  failureType: 'timeout',
  message: 'push of registry.example.com/parcels: i/o timeout after 300 s',
  from: 0.3,
  to: 0.6,
} as const

export interface Grading {
  readonly area: string
  /** How far the story is, from 0 to 1. */
  readonly part: number
  readonly success: boolean
  /** The failing adapter failed in this run. */
  readonly isStuck: boolean
}

/** The quality of the work, its tools, and the agents' votes. Runs that fail their tests rarely get as far as their adapters. */
export function graded(dice: Dice, { area, part, success, isStuck }: Grading): Partial<OutcomeInput> {
  const { adapters = [], skills = [] } = TOOLS[area] ?? {}
  const cameFar = success || (part > 0.4 && dice.chance(0.3))
  const quality = success ? (isStuck ? 0.3 : 0.86) : 0.5
  return {
    qualityScore: Math.round((quality + dice.next() * 0.12) * 100) / 100,
    riskLevel: area === 'ci' ? 'high' : 'medium',
    adapters: cameFar ? [...adapters] : [],
    skills: [...skills],
    agentDecisions: VOTERS.map(({ agent, isRight }) => ({
      agent,
      decision: success === dice.chance(isRight) ? 'approve' : 'reject',
      confidence: Math.round((0.6 + dice.next() * 0.35) * 100) / 100,
    })),
    ...(isStuck
      ? {
          success: false,
          failureType: FAILING.failureType,
          failureAdapter: FAILING.adapter,
          failureDetails: FAILING.message,
        }
      : {}),
  }
}

const ANN = 'ann'

interface Action {
  /** The part of the story after which it is done. */
  readonly at: number
  readonly do: (mettle: Mettle, run: string, clock: StoryClock) => Promise<unknown>
}

/** What the project's people do meanwhile, and what waits for them at the end. */
const ACTIONS: readonly Action[] = [
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

/** Runs the actions that are due after a part of the story, each once. */
export async function livePeople(
  mettle: Mettle,
  clock: StoryClock,
  { before, after, run }: { before: number; after: number; run: string },
): Promise<void> {
  for (const action of ACTIONS) if (before < action.at && action.at <= after) await action.do(mettle, run, clock)
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
  if (recorded) await mettle.answerApproval({ approval, answer: 'allow', by: ANN, reason: 'The registry is up again.' })
}

async function strike(mettle: Mettle, run: string, number: 0 | 1 | 2): Promise<void> {
  const [attempt, reason] = STUBBORN.attempts[number]
  await mettle.recordStrike({ task: STUBBORN.task, attempt, reason, run })
  if (number === 2) await mettle.recordError({ run, task: STUBBORN.task, message: STUBBORN.error })
}
