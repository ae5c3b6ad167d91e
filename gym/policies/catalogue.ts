import type { World } from '../world/world.ts'
import { counter, plumbedCounter } from './counter.ts'
import { library } from './library.ts'
import { maturityStates } from './maturity-states.ts'
import type { Memory } from './memory.ts'
import { oracle } from './oracle.ts'
import { patternLoop } from './pattern-loop.ts'
import { none, recency, similarity } from './plain.ts'
import { reliabilityEngine } from './reliability-engine.ts'
import { selfLearning } from './self-learning.ts'

/** Who may decide what runs are shown. */
export const POLICIES = {
  none,
  recency,
  similarity,
  'pattern loop': patternLoop,
  maturity: maturityStates,
  reliability: reliabilityEngine,
  'self-learning': selfLearning,
  counter,
  'counter, plumbed': plumbedCounter,
  classic: library('inject.profile=classic'),
  bayes: library('inject.profile=bayes'),
  oracle,
} satisfies Record<string, (world: World) => Promise<Memory>>

export type PolicyName = keyof typeof POLICIES

export const POLICY_NAMES = Object.keys(POLICIES) as PolicyName[]

/** The documented formulas that the library unites. */
export const SOURCES: readonly PolicyName[] = ['pattern loop', 'maturity', 'reliability', 'self-learning']
