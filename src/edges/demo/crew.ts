import type { OutcomeInput } from '../../loop/runs/record-outcome.ts'
import type { Dice } from './dice.ts'

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
  /** How much of the story has been told. */
  readonly part: number
  readonly success: boolean
  /** The failing adapter failed in this run. */
  readonly isStuck: boolean
}

/**
 * How good the work was, what it was done with, and how the agents voted on it. Runs that fail their tests rarely come as far as their
 * adapters.
 */
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
