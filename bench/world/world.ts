import { digest } from '../../src/domain/digest.ts'
import { textHash } from '../../src/engine/text/text-hash.ts'
import type { Draft } from '../../src/loop/journal/append-facts.ts'
import { filePath, sentence } from './prose.ts'
import { between, oneOf, type Random, seeded, sessionId, zipf } from './random.ts'
import { receipt } from './receipt.ts'

export const ROLES = ['builder', 'planner', 'auditor', 'sentinel', 'judge', 'tester'] as const
const STRENGTHS = ['observation', 'observation', 'observation', 'causal', 'rule'] as const
const CATEGORIES = ['mistake', 'convention', 'pattern', 'insight'] as const
export const LABELS = ['api', 'ui', 'db', 'auth', 'ci', 'docs'] as const
const FIRST_DAY = Date.UTC(2025, 0, 1)
const STEP_MS = 20_000
const NEW_PATTERN_SHARE = 0.1

interface KnownPattern {
  readonly id: string
  readonly text: string
  readonly role: string
}

/**
 * A project whose agents work, run after run: each is shown patterns, uses some, ends well or badly and leaves a learning
 * behind, which is a new pattern one time in ten. About ten facts per run; one in ten is a receipt, as long as the loop's own.
 */
export class World {
  now: number
  readonly random: Random
  #patterns: KnownPattern[] = []

  constructor(seed: number, now = FIRST_DAY) {
    this.random = seeded(seed)
    this.now = now
  }

  /** A world with the same past and a different future. */
  fork(seed: number): World {
    const other = new World(seed, this.now)
    other.#patterns = [...this.#patterns]
    return other
  }

  get patterns(): number {
    return this.#patterns.length
  }

  /** The facts of one run. */
  run(): Draft[] {
    const run = sessionId(this.random)
    const place = () => ({ run, stream: `run/${run}`, occurredAt: this.#tick() })
    const shown = receipt(this.random, this.#patterns)
    const drafts: Draft[] = [
      { ...place(), type: 'pattern-injected', payload: shown, key: `receipt/${shown.receipt}` },
      ...this.#uses(shown.items.map((item) => item.pattern)).map((use): Draft => ({ ...place(), ...use })),
      { ...place(), type: 'build-finished', payload: this.#build() },
      { ...place(), type: 'outcome-recorded', payload: this.#outcome(run), key: `outcome/${run}` },
    ]
    if (this.random() < 0.3) drafts.push({ ...place(), type: 'run-merged', payload: { run }, key: `merged/${run}` })
    for (const fact of this.#learning(run)) drafts.push({ ...place(), ...fact } as Draft)
    return drafts
  }

  /** The sighting of a new pattern. */
  newPattern(): Draft {
    const pattern = this.#newPattern()
    return { stream: 'journal', occurredAt: this.#tick(), ...this.#sighting(pattern, 'new') } as Draft
  }

  #tick(): number {
    this.now += between(this.random, 1, STEP_MS)
    return this.now
  }

  #newPattern(): KnownPattern {
    const text = sentence(this.random, between(this.random, 8, 22))
    const pattern = { id: `p-${digest(text).slice(0, 16)}`, text, role: oneOf(this.random, ROLES) }
    this.#patterns.push(pattern)
    return pattern
  }

  #sighting(pattern: KnownPattern, method: 'new' | 'hash', learning?: string) {
    const context = { labels: [oneOf(this.random, LABELS)], files: [filePath(this.random)] }
    return {
      type: 'pattern-sighted' as const,
      payload: {
        pattern: pattern.id,
        text: pattern.text,
        textHash: textHash(pattern.text),
        role: pattern.role,
        category: oneOf(this.random, CATEGORIES),
        strength: oneOf(this.random, STRENGTHS),
        polarity: 'do' as const,
        appliesTo: this.random() < 0.5 ? ['*'] : [pattern.role],
        context,
        ...(learning === undefined ? {} : { learning }),
        joined: { method, similarity: method === 'new' ? 0 : 1 },
      },
    }
  }

  /** A learning is captured, accepted and seen as a pattern. */
  #learning(run: string) {
    const isNew = this.#patterns.length < 20 || this.random() < NEW_PATTERN_SHARE
    const pattern = isNew ? this.#newPattern() : this.#patterns[zipf(this.random, this.#patterns.length)]!
    const learning = `l-${digest(run).slice(0, 24)}`
    const lesson = { learning, agent: 'coder', role: pattern.role, lesson: pattern.text, appliesTo: ['*'] }
    const whatHappened = sentence(this.random, 30)
    const reason = isNew ? 'new' : `same as ${pattern.id}`
    return [
      { type: 'learning-captured', payload: { ...lesson, whatHappened }, key: `learning/${learning}` },
      {
        type: 'learning-classified',
        payload: { learning, status: 'approved', reason, by: 'rules' },
        key: `classified/${learning}`,
      },
      { ...this.#sighting(pattern, isNew ? 'new' : 'hash', learning), key: `sighted/${learning}` },
    ]
  }

  /** The agent cites two of the shown patterns; half of the citations are verified. */
  #uses(shown: readonly string[]) {
    return shown.slice(0, 2).flatMap((pattern) => {
      const citation = { file: filePath(this.random), line: between(this.random, 1, 900) }
      const verified = this.random() < 0.5
      const checked = { pattern, citation, verified, reason: `${citation.file} is among the changed files` }
      return [
        { type: 'pattern-acknowledged' as const, payload: { pattern, citations: [citation] } },
        ...(verified ? [{ type: 'citation-verified' as const, payload: checked }] : []),
      ]
    })
  }

  #build() {
    const durationMs = between(this.random, 500, 90_000)
    return { passed: this.random() < 0.8, command: 'npm test', exitCode: 0, durationMs }
  }

  #outcome(run: string) {
    return {
      run,
      result: this.random() < 0.75 ? ('success' as const) : ('failure' as const),
      observedBy: 'test' as const,
      durationMs: between(this.random, 20_000, 900_000),
      errorCount: between(this.random, 0, 3),
      retryCount: between(this.random, 0, 2),
      files: Array.from({ length: between(this.random, 1, 6) }, () => filePath(this.random)),
    }
  }
}
