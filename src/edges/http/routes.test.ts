import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { adapterRuns } from '../../../test/worlds/adapter-runs.ts'
import { edited, lived, prompt } from '../../../test/worlds/session.ts'
import { LESSON, type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { asMettle, type TestServer, testServer } from '../../../test/worlds/test-server.ts'
import { appendFacts } from '../../loop/journal/append-facts.ts'
import type { Loop } from '../../loop/loop.ts'
import type { Addressed } from '../../loop/verbs/catalogue.ts'
import { ADDRESSES, placeOf } from '../client/addresses.ts'
import { ROUTES } from './catalogue.ts'
import { openapi } from './openapi.ts'

/** Verbs that the server does not offer, and why. */
const NOT_OFFERED: Readonly<Partial<Record<keyof Loop, string>>> = {
  withheldFrom: 'who asks for a run leaves it out; who asks as a person sees everything',
  importFiles: 'files of the machine are taken over at the machine: mettle import',
  importSessions: 'sessions of the machine are read at the machine: mettle import --client all',
  backtest: 'it tries a file of settings of the machine: mettle backtest',
  exportFiles: 'files are written at the machine: mettle export',
  settleRestored: 'a backup is put back at the machine: mettle restore',
  keepPrecomputed: 'it writes the files of the hooks of this machine, after each change, by itself',
  checkCitations: 'it reads the files of the machine: mettle pattern check',
  watchOutcomes: 'it reads the repository of the machine: mettle outcome watch',
  exportOutcomes: 'GET /v1/outcomes reads the same, page by page',
}

type Inputs = Readonly<Record<Addressed, Readonly<Record<string, unknown>>>>

let loop: TestLoop
let server: TestServer
let inputs: Inputs

beforeAll(async () => {
  loop = testLoop()
  server = testServer(asMettle(loop))
  const pattern = await taught(loop)
  const other = await taught(loop, 'Never trust the clock of another machine, because it may be wrong', {
    run: 'r1',
  })
  const kept = await loop.addRule({ text: 'Write every date in UTC', by: 'ada' })
  const { receipt } = await loop.inject({ role: 'builder', run: 'r2', task: 'close the handle' })
  await adapterRuns(loop, '+--')
  const { error } = await loop.recordError({ task: 't1', run: 'r2', message: 'Request timeout' })
  await loop.recordStrike({ task: 't1', attempt: 'wait longer', reason: 'still red' })
  const gated = await loop.gate({ adapter: 'github', risk: 'high', action: 'push' })
  await loop.recordPlan({ run: 'r2', text: 'Cut the work up by file, one file at a time.' })
  await loop.recordOutcome({
    run: 'r2',
    task: 't1',
    attempt: 1,
    result: 'success',
    durationMs: 1,
    retryCount: 0,
    errorCount: 0,
    criteria: ['clarity'],
  })
  await loop.recordOutcome({
    run: 'r3',
    task: 't3',
    attempt: 1,
    result: 'success',
    durationMs: 1,
    retryCount: 0,
    errorCount: 0,
    strategy: 'file-based',
  })
  await loop.recordRunOutcome({
    runId: 'r4',
    result: 'success',
    postExecutionScore: 0.9,
    riskLevel: 'low',
    agentDecisions: [{ agent: 'planner', decision: 'approve', confidence: 1 }],
    selectedSkills: ['refactor'],
  })
  const started = {
    type: 'session-started',
    payload: { client: 'codex' },
    stream: 'run/s1',
    run: 's1',
  } as const
  await appendFacts(loop.context, [started])
  const saidToLast = [prompt('Fix it'), edited('a.ts'), prompt('We never use tabs in this repository')]
  await lived(loop.context, 's2', saidToLast)
  await loop.settleSession({ run: 's2' })
  const [found] = await loop.review()
  const [told] = await loop.events('learning-captured')
  const reason = 'seen in review'
  inputs = {
    status: {},
    doctor: {},
    report: {},
    governanceReport: {},
    uplift: { limit: 5 },
    calibration: {},
    insights: { trends: true },
    graph: { runs: 5 },
    patterns: { role: 'builder', limit: 5, all: true },
    queryPatterns: { role: 'builder', labels: ['auth', 'api'], limit: 5 },
    pattern: { id: pattern },
    why: { id: pattern },
    patternHistory: { id: pattern },
    storePattern: { role: 'judge', text: 'Retries hide timeouts because the client swallows the error' },
    reinforcePatterns: { patterns: [pattern], reason, run: 'r5' },
    penalisePattern: { pattern, reason, run: 'r6' },
    rules: {},
    review: {},
    acceptFound: { pattern: found!.pattern },
    addRule: { text: 'Ask before you delete a branch' },
    removeRule: { rule: kept.rule.id },
    promotePattern: { pattern, reason },
    resetPattern: { pattern, reason },
    deprecatePattern: { pattern: other, reason },
    quarantineSource: { run: 'r1', dryRun: true, reason },
    quarantinePattern: { pattern, reason },
    releasePattern: { pattern, reason },
    editPattern: { pattern, reason, category: 'mistake' },
    mergePatterns: { pattern: other, into: pattern, reason },
    runs: { limit: 5, offset: 0 },
    run: { id: 'r2' },
    receipts: { run: 'r2' },
    receipt: { id: receipt },
    whyReceipt: { id: receipt },
    whyNot: { receipt, pattern: other },
    timeline: { limit: 5 },
    daily: { days: 3 },
    sessions: { limit: 5 },
    session: { run: 's1' },
    settleSession: { run: 's1' },
    recordLearning: { agent: 'builder', lesson: `${LESSON}, and not after` },
    acknowledge: { run: 'r2', message: 'LEARNINGS_ACKNOWLEDGED: none applied' },
    startIteration: { run: 'r2' },
    recordBuild: { run: 'r2', passed: true },
    learn: {},
    goals: {},
    goal: {},
    goalStats: {},
    chooseGoal: { goal: 'reduce-failures' },
    inject: { role: 'builder', task: 'close the handle' },
    injectForAgent: { agent: 'builder' },
    injectForTool: { tool: 'Bash', command: 'git push' },
    injectForPrompt: { task: 'close the handle' },
    planPrompt: { task: 'close the handle' },
    deliberations: { limit: 5 },
    recordDeliberation: { role: 'judge', text: 'The handle is closed too late.', run: 'r2' },
    correct: {
      adversarialRole: 'critic',
      validatorRole: 'judge',
      verdict: '```verdict-json\n{"verdict":"PASS"}\n```',
      run: 'r2',
    },
    recordMerge: { run: 'r2', kept: true },
    outcomes: { limit: 5 },
    refusedOutcomes: { limit: 5 },
    recordOutcome: { run: 'r7', result: 'success', applied: [{ pattern }] },
    recordCi: { result: 'success', commit: '8d0c2fe', runs: ['r2'] },
    recordReview: { result: 'changes_requested', runs: ['r2'], reviewer: 'ann', key: '80' },
    recordRunOutcome: {
      record: { runId: 'r8', status: 'success', retryCount: 0, qualityScore: 1, adaptersUsed: ['npm'] },
    },
    importOutcomes: {
      lines: ['{"runId":"r9","status":"success","retryCount":0,"qualityScore":1,"adaptersUsed":["npm"]}'],
    },
    recordFeedback: { subject: 'pattern', id: pattern, type: 'helpful' },
    recordPlan: { run: 'r10', text: 'Cut the work up by file, one file at a time.' },
    recordScore: { name: 'benchmark', value: 0.9 },
    tasks: { run: 'r2' },
    task: { run: 'r2', task: 't1' },
    strategies: { limit: 5 },
    whyStrategy: { name: 'file-based' },
    criteria: { scores: { clarity: 0.5 } },
    whyCriterion: { name: 'clarity' },
    errors: { task: 't1', includeResolved: true },
    errorContext: { task: 't1', includeResolved: true },
    recordError: { task: 't2', message: 'Type error in src/auth.ts' },
    resolveError: { error },
    strikes: { limit: 5 },
    strikesOf: { task: 't1' },
    recordStrike: { task: 't2', attempt: 'widen the type', reason: 'still red' },
    clearStrikes: { task: 't2', reason },
    policy: {},
    policyChanges: { limit: 5 },
    setThreshold: { risk: 'low', threshold: 0.7, reason },
    adapter: { name: 'github' },
    whyAdapter: { name: 'github' },
    adapterHistory: { name: 'github' },
    loosenOverlay: { adapter: 'github', requireApproval: false, reason },
    tightenOverlay: { adapter: 'github', requireApproval: true, reason },
    acknowledgeFailure: { adapter: 'github', failureType: 'auth', reason },
    annotateAdapter: { adapter: 'github', text: 'the token rotates on Mondays' },
    agent: { name: 'planner' },
    agentHistory: { name: 'planner' },
    skillHistory: { name: 'refactor' },
    gate: { adapter: 'npm', risk: 'low', action: 'install' },
    approvals: { states: ['open', 'allowed'] },
    answerApproval: { approval: gated.approval, answer: 'allow' },
    consensus: { riskLevel: 'low', votes: [{ agent: 'planner', decision: 'approve', confidence: 1 }] },
    organisation: {},
    push: { dryRun: true, all: true },
    pull: { dryRun: true },
    feed: { after: 0, limit: 3 },
    news: { after: 0 },
    undo: { run: 'r2', dryRun: true, reason },
    replay: { asOf: 1_767_225_600_000 },
    verifyReplay: {},
    erase: { event: told!.id, reason },
    rebuild: {},
    forget: { dryRun: true },
    restore: {},
  } satisfies Inputs
})

/** The address with its values, and what is left for query or body. */
function filledIn(verb: Addressed): { method: 'GET' | 'POST'; path: string; rest: Record<string, unknown> } {
  const { method, path, parameters } = placeOf(ADDRESSES[verb])
  const rest = Object.fromEntries(Object.entries(inputs[verb]).filter(([name]) => !parameters.includes(name)))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(inputs[verb][name])))
  return { method, path: filled, rest }
}

function query(fields: Record<string, unknown>): string {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value),
  ])
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts as [string, string][])}`
}

/** Where an answer is not what the OpenAPI document says of it. */
function misfits(verb: Addressed, body: unknown): string[] {
  const { paths, components } = JSON.parse(
    JSON.stringify(openapi('1.2.3')).replaceAll('#/components/schemas/', '#/$defs/'),
  )
  const { method, path } = placeOf(ADDRESSES[verb])
  const { responses } = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
  const { schema } = responses[200].content['application/json']
  const checked = z.fromJSONSchema({ ...schema, $defs: components.schemas }).safeParse(body)
  return checked.error?.issues.map(({ path: field, message }) => `${field.join('.')}: ${message}`) ?? []
}

const verbs = Object.keys(ADDRESSES) as Addressed[]
const reading = verbs.filter((verb) => ADDRESSES[verb].startsWith('GET'))

describe('the table of routes', () => {
  it('has every verb of the loop, or a reason why not', () => {
    const { context: _, pass: __, events: ___, ...known } = loop
    const missing = Object.keys(known).filter((verb) => !(verb in ROUTES) && !(verb in NOT_OFFERED))
    expect(missing).toEqual([])
    expect(Object.keys(NOT_OFFERED).filter((verb) => verb in ROUTES)).toEqual([])
  })

  it('reads by GET and does by POST', () => {
    expect(reading.filter((verb) => ROUTES[verb].role !== 'read')).toEqual(['verifyReplay'])
    const posted = verbs.filter((verb) => !reading.includes(verb))
    expect(posted.filter((verb) => ROUTES[verb].role === 'read')).toEqual(['consensus'])
  })

  it('takes exactly the fields that its path names, and no name of who speaks', () => {
    for (const verb of verbs) {
      const fields = Object.keys(ROUTES[verb].input.shape)
      expect(fields).toEqual(expect.arrayContaining([...placeOf(ADDRESSES[verb]).parameters]))
      expect(fields).not.toContain('by')
    }
  })
})

describe('over HTTP', () => {
  it.each(reading)('%s answers what the library answers', async (verb) => {
    const { path, rest } = filledIn(verb)
    const { status, body } = await server.call('GET', `${path}${query(rest)}`, { token: ROUTES[verb].role })
    expect({ status, body }).toMatchObject({ status: 200 })
    const own = await ROUTES[verb].run(loop, ROUTES[verb].input.parse(inputs[verb]), {
      name: 'reader',
      role: 'read',
    })
    expect(body).toEqual(JSON.parse(JSON.stringify(own ?? null)))
    expect(misfits(verb, body)).toEqual([])
  })

  it.each(verbs.filter((verb) => !reading.includes(verb)))('%s does what it says', async (verb) => {
    const { path, rest } = filledIn(verb)
    const { status, body } = await server.call('POST', path, { body: rest })
    expect({ status, body }).toMatchObject({ status: 200 })
    expect(misfits(verb, body)).toEqual([])
  })
})
