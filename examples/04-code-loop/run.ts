import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// In a project of yours: import { openMettle } from 'mettle'
import { type Mettle, openMettle } from '../../src/index.ts'
import { commit, git, newRepository, write } from './repository.ts'

const HOUR_MS = 3_600_000
const AGENT = 'implementation-subagent'
const LESSON = 'Check that a session token has not expired before calling the billing API'
/** The run that learns and uses the lesson, and a later one that only says so. */
const [RUN, LATER] = ['run-1', 'run-2']
let now = Date.UTC(2026, 0, 5, 9)

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-example-')))
const environment = {
  METTLE_HOME: join(folder, 'home'),
  METTLE_SHARE_FOLDER: join(folder, 'shared'),
  METTLE_HOLDOUT_SHARE: '0',
  METTLE_INJECT_PROFILE: 'classic',
}
const root = newRepository(join(folder, 'web'))
const mettle = await open(root)
try {
  await captures(mettle)
  await credits(mettle)
  await shares(mettle)
  await flags(mettle)
  console.log('\nThe lesson was captured, used, credited, shared and questioned.')
} finally {
  await mettle.close()
  rmSync(folder, { recursive: true, force: true })
}

/** The agent trips over something and writes it down where the capture rules tell it to. */
async function captures(loop: Mettle): Promise<void> {
  await loop.startIteration({ run: RUN })
  write(
    root,
    `.learnings/pending/${AGENT}-a1.json`,
    JSON.stringify({
      what_happened: 'A charge failed with 401 in the middle of a checkout',
      why: 'The session token had expired while the form was open',
      fix_applied: 'Refresh the token first',
      pattern_to_remember: LESSON,
      applies_to: [AGENT],
      context: { file: 'src/session.ts', line: 1, function: 'charge' },
    }),
  )
  const { steps } = await loop.learn()
  assert.ok(
    steps.every(({ status }) => status !== 'failed'),
    'no step of the pipeline fails',
  )
  const pattern = await lesson(loop)
  assert.equal(pattern.pattern.category, 'mistake')
  assert.equal(pattern.axes!.usage.flag, 'UNTESTED')
  tell(`Iteration 1: a ${pattern.pattern.category} is captured and becomes a pattern, ${pattern.axes!.usage.flag}`)
}

/** The next one sees it, uses it, and says where. */
async function credits(loop: Mettle): Promise<void> {
  await begin(loop, RUN)
  const { block } = await loop.injectForAgent({
    agent: `code:${AGENT}`,
    run: RUN,
    task: 'charge a customer at the end of the checkout',
  })
  assert.ok(block.includes(LESSON), 'the pattern is put in front of the agent it is meant for')
  write(
    root,
    'src/billing.ts',
    'import { session } from "./session"\n\nexport function charge() {\n  refreshIfExpired(session)\n}\n',
  )
  commit(root, 'charge a customer')
  await loop.acknowledge({
    run: RUN,
    agent: AGENT,
    message: `Done.\nLEARNINGS_ACKNOWLEDGED\nApplied: "${LESSON}" -> [refreshed at src/billing.ts:4]`,
  })
  await loop.recordBuild({ run: RUN, passed: true, command: 'npm test' })
  await loop.recordOutcome({ run: RUN, result: 'success', observedBy: 'test' })
  await loop.learn()
  const { usage, evidence } = (await lesson(loop)).axes!
  assert.equal(evidence.appliedRuns, 1, 'the cited line is in the change')
  assert.equal(usage.rate, 1)
  assert.equal(usage.confidence, 'high')
  tell(`Iteration 2: injected, applied at src/billing.ts:4, which holds; success rate ${usage.rounded}`)
}

/** A clone on another machine has a journal of its own, and learns from this one without giving it back. */
async function shares(loop: Mettle): Promise<void> {
  const { pushed } = await loop.push({ by: 'ada' })
  assert.equal(pushed.length, 1)
  const copy = join(folder, 'copy')
  git(folder, 'clone', '-q', root, copy)
  const clone = await open(copy)
  try {
    const { pulled } = await clone.pull()
    assert.equal(pulled[0]?.text, LESSON)
    const echo = await clone.push({ by: 'bob' })
    assert.deepEqual(echo.pushed, [], 'what came from elsewhere is not given back')
    const own = await loop.pull()
    assert.deepEqual({ pulled: own.pulled, own: own.own }, { pulled: [], own: 1 })
    tell(`A clone pulls it (${pulled[0]?.trust}) and does not echo it`)
  } finally {
    await clone.close()
  }
}

/** From then on it is claimed without being used, until it is questioned. */
async function flags(loop: Mettle): Promise<void> {
  for (const i of [1, 2, 3]) {
    await begin(loop, LATER)
    await loop.injectForAgent({ agent: AGENT, run: LATER, task: 'print an invoice' })
    write(root, `src/invoice-${i}.ts`, 'export const invoice = {}\n')
    commit(root, `invoice ${i}`)
    await loop.acknowledge({
      run: LATER,
      agent: AGENT,
      message: `LEARNINGS_ACKNOWLEDGED\nApplied: "${LESSON}" -> [checked at src/session.ts:1]`,
    })
    await loop.learn()
  }
  const { usage } = (await lesson(loop)).axes!
  assert.equal(usage.flag, 'REVIEW')
  assert.ok(usage.rate < 0.4)
  tell(`Three more iterations: claimed where nothing changed; success rate ${usage.rounded}, ${usage.flag}`)
}

async function begin(loop: Mettle, run: string): Promise<void> {
  now += HOUR_MS
  await loop.startIteration({ run })
}

async function lesson(loop: Mettle) {
  const found = await loop.patterns({ search: 'session token billing', all: true, axes: true })
  const [pattern] = found.filter(({ pattern: { text } }) => text === LESSON)
  assert.ok(pattern, 'the lesson is a pattern')
  return pattern
}

function open(cwd: string): Promise<Mettle> {
  return openMettle({ cwd, create: true, environment, now: () => now })
}

function tell(line: string): void {
  console.log(line)
}
