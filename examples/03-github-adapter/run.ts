import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// In a project of yours: import { openMettle } from 'mettle'
import { type Mettle, openMettle } from '../../src/index.ts'

const HOUR_MS = 3_600_000
/** What an agent would run. Which adapter it belongs to is found from the command. */
const STEP = { tool: 'Bash', command: 'cd app && gh pr merge 42 --squash', risk: 'medium' } as const
let now = Date.UTC(2026, 0, 5, 9)
let runs = 0

const folder = mkdtempSync(join(tmpdir(), 'mettle-example-'))
const environment = { METTLE_HOME: join(folder, 'home') }
const mettle = await openMettle({ cwd: folder, create: true, environment, now: () => now })
try {
  await isFree(mettle)
  await isGated(mettle)
  await staysGated(mettle)
  await isLoosened(mettle)
  console.log('\nThe gate has closed and opened, each time for a reason.')
} finally {
  await mettle.close()
  rmSync(folder, { recursive: true, force: true })
}

async function isFree(loop: Mettle): Promise<void> {
  for (let i = 0; i < 10; i++) await finish(loop, 'success')
  for (let i = 0; i < 2; i++) await finish(loop, 'failure')
  const { decision, adapters, maxRetries } = await loop.gate(STEP)
  assert.deepEqual({ decision, adapters, maxRetries }, { decision: 'allow', adapters: ['github'], maxRetries: 2 })
  tell('Ten successes and two failures: the step is free, with two retries.')
}

async function isGated(loop: Mettle): Promise<void> {
  await finish(loop, 'failure')
  const gated = await loop.gate({ ...STEP, run: 'run-14' })
  const [known] = gated.evidence
  assert.equal(gated.decision, 'needs-approval')
  assert.equal(known?.failure?.occurrences, 3)
  const score = known?.reliability ?? 0
  assert.equal(gated.maxRetries, score < 0.75 ? 1 : 2, 'retries follow the score, not the failures')
  assert.match(gated.reasons[0]?.because ?? '', /one failure occurred 3 times/)
  tell(
    `A third failure of the same kind: approval is needed, ${gated.maxRetries} retries at a reliability of ${score}.`,
  )
  tell(`  ${gated.reasons[0]?.because}`)

  const [open] = await loop.approvals({ states: ['open'] })
  assert.equal(open?.approval, gated.approval)
  await loop.answerApproval({ approval: gated.approval, answer: 'allow', by: 'ada', reason: 'I watch it' })
  assert.equal((await loop.gate(STEP)).decision, 'allow')
  tell('  ada allows this one step')
}

async function staysGated(loop: Mettle): Promise<void> {
  await finish(loop, 'success')
  assert.equal((await loop.gate(STEP)).decision, 'needs-approval', 'the answer has run out, the overlay has not')
  tell('It succeeds, and the gate stays: the answer was for one step.')
}

async function isLoosened(loop: Mettle): Promise<void> {
  const reason = 'the bot may merge again, the branch rule was wrong'
  await loop.loosenOverlay({ adapter: 'github', requireApproval: false, by: 'ada', reason })
  assert.equal((await loop.gate(STEP)).decision, 'allow')
  const { decisions } = await loop.governanceReport()
  assert.equal(decisions[0]?.what, 'loosened github: no approval')
  assert.equal(decisions[0]?.reason, reason)
  tell(`A person loosens it: the step is free. The report says: ${decisions[0]?.by} ${decisions[0]?.what}, ${reason}.`)
}

/** One run that used the adapter, an hour after the last. */
async function finish(loop: Mettle, result: 'success' | 'failure'): Promise<void> {
  now += HOUR_MS
  await loop.recordOutcome({
    run: `run-${++runs}`,
    result,
    adapters: ['github'],
    retryCount: result === 'success' ? 0 : 1,
    qualityScore: result === 'success' ? 0.95 : 0.3,
    ...(result === 'failure' ? { failureType: 'permission' } : {}),
  })
}

function tell(line: string): void {
  console.log(line)
}
