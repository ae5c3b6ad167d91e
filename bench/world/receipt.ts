import type { PayloadOf } from '../../src/domain/events/catalogue.ts'
import { sentence } from './prose.ts'
import { between, type Random, sessionId, zipf } from './random.ts'

const MOST_DISPLACED = 20

/** A receipt of the size that the loop writes: 10 to 15 patterns shown, with the parts of their scores, and 20 that gave way. */
export function receipt(random: Random, patterns: readonly { readonly id: string }[]): PayloadOf<'pattern-injected'> {
  const fits = between(random, 10, 15)
  const drawn = draw(random, patterns, fits + MOST_DISPLACED)
  const [shown, displaced] = [drawn.slice(0, fits), drawn.slice(fits)]
  return {
    receipt: sessionId(random),
    surface: 'role-block',
    role: 'builder',
    request: { task: sentence(random, 20), labels: ['api'] },
    profile: 'classic',
    policyHash: '0123456789abcdef',
    budgetTokens: 500,
    usedTokens: 480,
    path: 'truncated',
    items: shown.map((pattern) => ({ ...entry(random, pattern), parts: parts(random), propensity: 1 })),
    displaced: displaced.map((pattern) => ({ ...entry(random, pattern), reason: 'budget' as const })),
    displacedTotal: displaced.length,
    withheld: [],
    prediction: rounded(random()),
  }
}

/** Different patterns, the older and better known ones more often. */
function draw(random: Random, patterns: readonly { readonly id: string }[], wanted: number): string[] {
  const drawn = new Set<string>()
  const most = Math.min(patterns.length, wanted)
  for (let tries = 0; drawn.size < most && tries < most * 4; tries++)
    drawn.add(patterns[zipf(random, patterns.length)]!.id)
  return [...drawn]
}

function entry(random: Random, pattern: string) {
  return { pattern, score: rounded(random()), tokens: between(random, 12, 40) }
}

function parts(random: Random) {
  return {
    successRate: rounded(random()),
    decay: rounded(random()),
    categoryWeight: 1.3,
    boost: 0,
    multiplier: 1,
    semantic: rounded(random()),
  }
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
