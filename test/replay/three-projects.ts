import fc from 'fast-check'
import type { Document } from '../../src/domain/document.ts'
import { UserError } from '../../src/domain/user-error.ts'
import { appendFacts } from '../../src/loop/journal/append-facts.ts'
import { loadEmbedder } from '../../src/machine/load-embedder.ts'
import { PATTERN } from '../../src/projection/documents/documents.ts'
import type { Store } from '../../src/store/port.ts'
import { type TestLoop, testLoop } from '../worlds/test-loop.ts'
import { documentsOf } from './history.ts'

const MODEL = loadEmbedder()!

/** One action in one of three projects; `pick` chooses the lesson, the run, the pattern. */
export interface Action {
  readonly project: 0 | 1 | 2
  readonly verb: keyof typeof ACTIONS
  readonly pick: number
}

/** A word that only one of the projects ever says. */
export const MARKS = ['amber', 'basalt', 'cobalt'] as const

/** Lessons that all projects learn in the same words, and those that only one can know. */
const LESSONS = [
  () => 'Always close the database handle before the temp folder is removed',
  () => 'Retries hide timeouts because the client swallows the error',
  () => 'Always close the database handle before the temp folder is removed again',
  (mark: string) => `Never log the ${mark} request body of a payment`,
  (mark: string) => `The ${mark} cache must be cleared whenever the schema moves`,
]
const ROLES = ['judge', 'builder', 'sentinel']

interface Doer {
  readonly loop: TestLoop
  readonly mark: string
  readonly pick: number
}

const lessonOf = ({ mark, pick }: Doer) => LESSONS[pick % LESSONS.length]!(mark)
const runOf = ({ pick }: Doer) => `r${pick % 3}`
const taskOf = ({ pick }: Doer) => `t${pick % 2}`
const roleOf = ({ pick }: Doer) => ROLES[pick % ROLES.length]!
const FILES = ['src/pool.ts']

const verdictOf = ({ pick }: Doer) =>
  `J1 is a false positive: src/pool.ts:9 \`finally\`.\n<!-- x:verdict-json\n{"verdict":"PASS","issues":[],"must_fix":[],"false_positives":${pick % 2 === 0 ? '["J1"]' : '[]'}}\n-->`

/** The verbs, with runs, roles and ids that are the same in every project, so that whatever can collide does. */
const ACTIONS = {
  learning: (doer: Doer) => doer.loop.recordLearning({ agent: roleOf(doer), lesson: lessonOf(doer), run: runOf(doer) }),
  learn: ({ loop }: Doer) => loop.learn(),
  deliberation: (doer: Doer) =>
    doer.loop.recordDeliberation({
      role: 'judge',
      run: runOf(doer),
      text: `- J1: ${lessonOf(doer)}, see src/pool.ts:4 \`pool.end()\`\n\n## Accumulated Patterns\n- ${lessonOf(doer)}`,
      changedFiles: FILES,
    }),
  inject: (doer: Doer) =>
    doer.loop.inject({ role: roleOf(doer), run: runOf(doer), task: 'close the cache of the payment' }),
  outcome: async (doer: Doer) => {
    const pattern = await somePattern(doer)
    const applied = pattern === undefined ? [] : [{ pattern, file: FILES[0]!, line: 4 }]
    return doer.loop.recordOutcome({
      run: runOf(doer),
      result: 'success',
      files: FILES,
      applied,
      merged: true,
    })
  },
  govern: (doer: Doer) =>
    doer.loop.recordRunOutcome({
      runId: `g${doer.pick}`,
      status: doer.pick % 2 === 0 ? 'failed' : 'success',
      retryCount: doer.pick % 3,
      qualityScore: 0.5,
      riskLevel: 'medium',
      adaptersUsed: ['github', doer.mark],
      selectedSkills: ['deploy'],
      agentDecisions: [{ agent: 'planner', decision: 'approve', confidence: 1 }],
      ...(doer.pick % 2 === 0 ? { dominantFailureType: 'auth' } : {}),
    }),
  loosen: ({ loop, mark }: Doer) =>
    loop.loosenOverlay({ adapter: 'github', requireApproval: false, by: 'ann', reason: `seen in ${mark}` }),
  correct: (doer: Doer) =>
    doer.loop.correct({ validatorRole: 'inspector', run: runOf(doer), verdict: verdictOf(doer) }),
  error: (doer: Doer) =>
    doer.loop.recordError({
      task: taskOf(doer),
      message: `${doer.mark} has no such table`,
      error: `e${doer.pick % 4}`,
    }),
  resolve: ({ loop, pick, mark }: Doer) => loop.resolveError({ error: `e${pick % 4}`, how: `made ${mark}` }),
  strike: (doer: Doer) =>
    doer.loop.recordStrike({ task: taskOf(doer), attempt: `tried ${doer.mark}`, reason: 'the test was red' }),
  success: (doer: Doer) =>
    doer.loop.recordOutcome({
      run: runOf(doer),
      task: taskOf(doer),
      attempt: 1 + doer.pick,
      result: 'success',
      durationMs: 1_000,
      retryCount: 0,
    }),
  build: async (doer: Doer) => {
    const run = runOf(doer)
    const payload = { passed: false, command: 'npm test', output: `${doer.mark} 1 failed` }
    const facts = [{ type: 'build-finished' as const, payload, stream: `run/${run}`, run }]
    return (await appendFacts(doer.loop.context, facts)).length
  },
  edit: async (doer: Doer) => {
    const pattern = await somePattern(doer)
    const text = `${lessonOf(doer)}, as ${doer.mark} has it`
    return pattern && doer.loop.editPattern({ pattern, by: 'ann', reason: 'clearer', text })
  },
  promote: async (doer: Doer) => {
    const pattern = await somePattern(doer)
    return pattern && doer.loop.promotePattern({ pattern, by: 'ann', reason: `seen in ${doer.mark}` })
  },
  wait: async ({ loop, pick }: Doer) => loop.pass(pick),
}

export const anyActions: fc.Arbitrary<Action[]> = fc.array(
  fc.record({
    project: fc.constantFrom(0, 1, 2),
    verb: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
    pick: fc.nat(14),
  }),
  { minLength: 24, maxLength: 90, size: 'max' },
)

async function somePattern({ loop, pick }: Doer): Promise<string | undefined> {
  const patterns = await loop.patterns({ all: true })
  return patterns[pick % Math.max(1, patterns.length)]?.pattern.id
}

/** A project in a store, and all that its callers were told. */
export class Project {
  readonly told: unknown[] = []
  readonly #loop: TestLoop
  readonly #mark: string

  constructor(store: Store, world: string, number: Action['project']) {
    this.#mark = MARKS[number]
    this.#loop = testLoop({ store, project: `${world}-${number}`, holdoutShare: 0.2, embedder: MODEL })
  }

  async do({ verb, pick }: Action): Promise<void> {
    const doer = { loop: this.#loop, mark: this.#mark, pick }
    this.told.push(await ACTIONS[verb](doer).catch(refusal))
  }

  /** Everything there is to see of it: facts and their chain, documents, counts, scores, and what a search finds. */
  async seen() {
    const { journal } = this.#loop.context
    const { journal: _, ...status } = await this.#loop.status()
    return {
      told: this.told,
      status,
      facts: await journal.read({ limit: 10_000 }),
      documents: await documentsOf(journal),
      patterns: await this.#whole(),
      errors: await this.#loop.errors({ includeResolved: true }),
      strikes: await this.#loop.strikes(),
      found: await this.#found(),
      meanings: await journal.cached(`meaning/${MODEL.id}`),
    }
  }

  async #whole() {
    const patterns = await this.#loop.patterns({ all: true })
    return Promise.all(patterns.map(({ pattern }) => this.#loop.pattern(pattern.id)))
  }

  /** The documents that a search finds, not their weights: in one SQLite file a word weighs by all that is in the file. */
  async #found(): Promise<Document[]> {
    const text = `the cache and the databse of ${MARKS.join(' ')} amb basa coba amberish basaltic cobaltic`
    const hits = await this.#loop.context.journal.search(PATTERN, text, 50)
    return hits.map(({ document }) => document).sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}

function refusal(error: unknown): unknown {
  if (error instanceof UserError) return { refused: error.code, message: error.message }
  throw error
}
