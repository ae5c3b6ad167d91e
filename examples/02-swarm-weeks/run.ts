import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// In a project of yours: import { openMettle } from 'mettle'
import { type Mettle, openMettle } from '../../src/index.ts'
import { playWeek } from './swarm.ts'

const DAY_MS = 86_400_000
const GOOD = 'Always agree on the session type before two subtasks touch the login'
const OLD = 'Always restart the mail stub before the login tests begin'
const BY_TYPE = 'Split by file type'
const BY_FEATURE = 'Split by feature'
let now = Date.UTC(2026, 0, 5, 9)

const folder = mkdtempSync(join(tmpdir(), 'mettle-example-'))
const environment = {
  METTLE_HOME: join(folder, 'home'),
  METTLE_HOLDOUT_SHARE: '0',
  METTLE_INJECT_PROFILE: 'classic',
}
const mettle = await openMettle({ cwd: folder, create: true, environment, now: () => now })
try {
  await lessons(mettle)
  await failingWeek(mettle)
  await goodWeeks(mettle)
  await fading(mettle)
  console.log('\nThe swarm has learned.')
} finally {
  await mettle.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Two lessons are known from the start; neither is proven. */
async function lessons(loop: Mettle): Promise<void> {
  for (const lesson of [GOOD, OLD]) await loop.recordLearning({ agent: 'planner', lesson, run: 'week-0' })
  await loop.learn()
  now += DAY_MS
}

async function failingWeek(loop: Mettle): Promise<void> {
  tell('Week 1: the planner splits by file type')
  const before = await playWeek(loop, {
    run: 'week-1',
    plan: "We'll split by file type, one file per subtask",
    subtasks: 3,
    goes: 'badly',
  })
  assert.ok(!before.includes('AVOID'), 'nothing is warned of before it has failed')
  const [failed] = await loop.strategies({ state: 'avoid' })
  assert.ok(failed, 'three failures of three make a warning')
  now += 7 * DAY_MS

  const { block } = await loop.planPrompt({ task: 'extend the login', run: 'week-2-draft' })
  assert.match(block, /- AVOID: Split by file type\. Failed 3\/3 times \(100% failure rate\)/)
  const warned = await loop.recordPlan({ run: 'week-2-draft', text: 'Split by file type again' })
  assert.equal(warned.strategies[0]?.standing.state, 'avoid', 'a plan that repeats it is told so')
  const why = await loop.whyStrategy(BY_TYPE)
  tell(`  its subtasks fail: ${why.arithmetic}`)
  tell(`  the next planner reads:\n${block.replace(/^/gm, '    ')}`)
}

async function goodWeeks(loop: Mettle): Promise<void> {
  tell('\nWeeks 2 to 6: it splits by feature, and its subtasks apply a lesson')
  for (let week = 2; week <= 6; week++) {
    const plan = 'Split by feature, tests alongside implementation'
    await playWeek(loop, { run: `week-${week}`, plan, subtasks: 2, goes: 'well', applies: GOOD })
    now += 2 * DAY_MS
  }
  const { pattern, axes } = await find(loop, GOOD)
  assert.equal(axes!.evidence.helpfulCount, 5, 'a run of two subtasks counts once')
  const missing = (await loop.why(pattern.id)).standing.next.find((line) => line.startsWith('proven'))
  assert.equal(axes!.maturity, 'established')
  tell(`  ${axes!.maturity}: ${missing}`)

  await playWeek(loop, { run: 'week-7', plan: BY_FEATURE, subtasks: 2, goes: 'well', applies: GOOD })
  assert.equal((await find(loop, GOOD)).axes!.maturity, 'proven')
  const { block } = await loop.planPrompt({ task: 'extend the login', run: 'week-8-draft' })
  assert.match(block, /## What worked\n- Split by feature \(succeeded 12\/12 times, 100%\)/)
  assert.match(block, /## Proven patterns\n- Always agree .* \[PROVEN - 100% helpful from 6 observations\]/)
  tell(`  after one more week the planner reads:\n${block.replace(/^/gm, '    ')}`)
}

async function fading(loop: Mettle): Promise<void> {
  tell('\nTwo months later')
  now += 60 * DAY_MS
  const { block } = await loop.planPrompt({ task: 'extend the login', run: 'week-16-draft' })
  assert.ok(!block.includes(OLD), 'what nobody used is shown no more')
  const old = await find(loop, OLD)
  assert.equal(old.axes!.lifecycle, 'deprecated')
  tell(`  faded: ${OLD} (${old.axes!.lifecycleReason})`)

  const [before] = await loop.criteria()
  await loop.recordFeedback({ subject: 'criterion', id: 'type_safe', type: 'harmful', by: 'ann' })
  const [after] = await loop.criteria({ scores: { type_safe: 0.9 } })
  assert.ok(before && after && after.weight < before.weight, 'what is said today outweighs what was said then')
  assert.ok(after.score && after.score.weighted < 0.9)
  tell(`  type_safe counts ${after.weight.toFixed(2)} where it counted ${before.weight.toFixed(2)}`)
}

async function find(loop: Mettle, text: string) {
  const found = (await loop.patterns({ all: true, axes: true })).find(({ pattern }) => pattern.text === text)
  assert.ok(found, `there is a pattern '${text}'`)
  return found
}

function tell(line: string): void {
  console.log(line)
}
