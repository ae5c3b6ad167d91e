import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'
import { digest } from '../../domain/digest.ts'
import { relevanceProbability } from '../../engine/belief/pattern-value.ts'
import { POLICY } from '../../engine/laws/policy.ts'
import { inject as injectLaw } from '../../engine/laws/role-block.ts'
import { nearestOf, nearnessTo, tellingTokens } from '../../engine/search/fuse-similarity.ts'
import { WordIndex } from '../../engine/search/word-index.ts'
import { axesOf } from '../../engine/standing/axes.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { candidateOf, isEligible, quotable, type Weight } from '../../injection/candidate.ts'
import { closeness } from '../../injection/gathering.ts'
import { rulesFirst } from '../../injection/rules.ts'
import { overlapWith } from '../../injection/work-context.ts'
import { PATTERN, SHOWABLE } from '../../projection/documents/documents.ts'
import { appendFacts, type Draft, patternStream } from '../journal/append-facts.ts'

/** Too short to be looked up by their letters, so that words alone decide. */
const WORDS = ['fix', 'tok', 'log', 'set', 'map', 'run', 'api', 'dns', 'css', 'sql', 'tls', 'bug']
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }).map((list) => list.join(' '))

const learned = fc.record({
  text: words,
  role: fc.constantFrom('judge', 'builder', 'Auditor'),
  strength: fc.constantFrom('observation' as const, 'causal' as const, 'rule' as const),
  labels: fc.subarray(['ci', 'db']),
  ignores: fc.integer({ min: 0, max: 12 }),
  feedback: fc.constantFrom('none', 'helpful', 'harmful'),
  decision: fc.constantFrom('none', 'promoted', 'deprecated'),
})

type Learned = typeof learned extends fc.Arbitrary<infer T> ? T : never

function factsOf({ text, role, strength, labels, ignores, feedback, decision }: Learned, n: number): Draft[] {
  const [pattern, stream] = [`p${n}`, patternStream(`p${n}`)]
  const axes: ('lifecycle' | 'maturity')[] = n % 2 === 0 ? ['lifecycle', 'maturity'] : ['maturity']
  const facts: Draft[] = [
    {
      type: 'pattern-sighted',
      stream,
      run: `r${n}`,
      payload: {
        pattern,
        text,
        textHash: digest(text),
        role,
        strength,
        category: 'pattern',
        polarity: 'do',
        appliesTo: [],
        context: { labels, files: [] },
        joined: { method: 'new', similarity: 0 },
      },
    },
  ]
  for (let i = 0; i < ignores; i++)
    facts.push({
      type: 'pattern-ignored',
      stream,
      payload: { pattern, weight: 1, regression: false, by: `voice ${i}` },
    } as Draft)
  for (let i = 0; feedback !== 'none' && i < 6; i++)
    facts.push({
      type: 'feedback-given',
      stream,
      payload: { subject: 'pattern', id: pattern, type: feedback, weight: 1, by: `voice ${i}` },
    } as Draft)
  if (decision !== 'none')
    facts.push({
      type: `pattern-${decision}`,
      stream,
      payload: { pattern, by: 'ann', reason: 'seen', axes },
    } as Draft)
  return facts
}

/** The choice as the rules put it: every pattern is weighed from its record, and every line worded from its text. */
async function plainChoice({ context }: TestLoop, asked: { role: string; task: string; budgetTokens: number }) {
  const documents = await context.journal.list(PATTERN, { limit: 1_000 })
  const index = new WordIndex()
  for (const { id, text } of documents) index.put(id, text)
  const hits = new Map(index.search(asked.task, 48).map((hit) => [hit.id, hit]))
  const offered = documents.filter(
    ({ state, body }) => SHOWABLE.some((one) => one === state) && isEligible(body as PatternRecord, asked.role),
  )
  const compared = offered.map(({ id, body }) => ({
    score: hits.get(id)?.score ?? 0,
    similar: hits.get(id)?.similar ?? 0,
    cosine: undefined,
    words: () => tellingTokens((body as PatternRecord).pattern.text),
  }))
  const nearness = nearnessTo(asked.task, compared)
  const certainty = relevanceProbability(nearestOf(asked.task, compared))
  const best = Math.max(Number.MIN_VALUE, ...nearness)
  const scored = offered.flatMap(({ id, body }, at) => {
    const record = body as PatternRecord
    const similarity = certainty * closeness(nearness[at]! / best)
    const around = { overlap: overlapWith(record, asked), similarity }
    const { score, parts, excludedBecause } = axesOf(record, context.now(), POLICY, around)
    const worth = parts.successRate * parts.categoryWeight * parts.multiplier
    const capped = worth < POLICY.inject.minScore ? Math.min(score, worth) : score
    return excludedBecause.length > 0 ? [] : [{ id, record, score: capped }]
  })
  const isRule = ({ record }: (typeof scored)[number]) => record.pattern.decisions.maturity?.kind === 'promote'
  const rank = (one: (typeof scored)[number]) => (isRule(one) ? Number.POSITIVE_INFINITY : one.score)
  scored.sort((a, b) => (rank(a) === rank(b) ? (a.id < b.id ? -1 : 1) : rank(b) - rank(a)))
  const seen = new Set<string>()
  const once = scored.filter(({ record }) => !seen.has(record.pattern.textHash) && seen.add(record.pattern.textHash))
  const rules = once.filter(isRule)
  const others = once.filter((one) => !isRule(one))
  const patterns = others.map(({ id, score, record: { pattern, evidence } }) => ({
    id,
    score,
    text: quotable(pattern.text),
    role: quotable(pattern.role),
    successes: Math.floor(evidence.successes),
    ignoreCount: evidence.ignoreCount,
  }))
  const candidates = rules.map(({ id, record }) => candidateOf(id, record, {} as Weight))
  return rulesFirst(candidates, asked.budgetTokens, (_, budgetTokens) =>
    injectLaw({ ...asked, budgetTokens, patterns }, POLICY.inject),
  )
}

describe('what is chosen for a task', () => {
  it('is what weighing and wording every pattern again would choose, however often it is asked', async () => {
    const question = fc.record({
      role: fc.constantFrom('judge', 'builder'),
      task: words,
      budgetTokens: fc.integer({ min: 40, max: 400 }),
      days: fc.integer({ min: 0, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(learned, { maxLength: 20 }),
        fc.array(question, { minLength: 1, maxLength: 5 }),
        async (patterns, questions) => {
          const loop = testLoop()
          for (const [n, one] of patterns.entries()) await appendFacts(loop.context, factsOf(one, n))
          for (const { days, ...asked } of questions) {
            loop.pass(days)
            const { block, tokens, path, items } = await loop.inject(asked)
            const plain = await plainChoice(loop, asked)
            expect({ block, tokens, path }).toEqual({
              block: plain.block,
              tokens: plain.tokens,
              path: plain.path,
            })
            expect(items.map(({ pattern }) => pattern)).toEqual(plain.included)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
