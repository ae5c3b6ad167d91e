import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// In a project of yours: import { openMettle } from 'mettle'
import { type Mettle, openMettle } from '../../src/index.ts'
import { FALSE_ALARM, REAL_CHECK, type Report, reportText, SOUND } from './reports.ts'

const DAY_MS = 86_400_000
const PHASE_OF: Record<string, string> = { curator: 'plan', inspector: 'review', lens: 'qa' }
const FILES = ['src/session.ts', 'src/token.ts']
let now = Date.UTC(2026, 0, 5, 9)

const folder = mkdtempSync(join(tmpdir(), 'mettle-example-'))
const environment = {
  METTLE_HOME: join(folder, 'home'),
  METTLE_HOLDOUT_SHARE: '0',
  METTLE_INJECT_PROFILE: 'classic',
}
const mettle = await openMettle({ cwd: folder, create: true, environment, now: () => now })
try {
  const demoted = await firstRun(mettle, 'run-1')
  now += DAY_MS
  await secondRun(mettle, 'run-2', demoted)
  console.log('\nThe loop has closed.')
} finally {
  await mettle.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Plan, build, review, QA. The judge cries wolf; the sentinel catches a real bug. Gives the pattern that was demoted. */
async function firstRun(loop: Mettle, run: string): Promise<string> {
  tell('Run 1: sessions get tokens that can be refreshed')
  await deliberate(loop, run, 'architect', 'plan', { says: 'Tokens live next to the session.' })
  await deliberate(loop, run, 'auditor', 'plan', { says: 'The plan names no way back.', verdict: 'PASS' })
  await validate(loop, run, 'curator', { says: 'The plan is small enough to do without.', verdict: 'PASS' })
  await deliberate(loop, run, 'builder', 'build', { says: 'Built as planned.' })

  const alarm = { id: 'J1', summary: FALSE_ALARM, location: 'src/session.ts:30' }
  await deliberate(loop, run, 'judge', 'review', {
    says: `- J1: ${FALSE_ALARM}. In src/session.ts:30 \`cache.get(id)\` does not.`,
    verdict: 'FAIL',
    issues: [alarm],
    patterns: [FALSE_ALARM, SOUND],
  })
  const before = await rankOf(loop, 'judge', FALSE_ALARM)
  const ruling = await validate(loop, run, 'inspector', {
    says: 'J1 is a false positive: the map is never replaced, see src/session.ts:12 `const cache = new Map()`.',
    verdict: 'PASS',
    falsePositives: ['J1'],
  })
  const after = await rankOf(loop, 'judge', FALSE_ALARM)
  assert.equal(ruling.actions[0]?.kind, 'penalised')
  assert.equal(ruling.actions[0]?.pattern, before.pattern)
  assert.ok(after.score < before.score, 'a false positive costs the pattern its score')
  assert.deepEqual([before.rank, after.rank], [1, 2])
  tell(`  the judge raised: ${FALSE_ALARM}`)
  tell(`  the inspector dismissed it: score ${number(before.score)} -> ${number(after.score)}, rank 1 -> 2`)

  const bug = { id: 'S1', summary: REAL_CHECK, location: 'src/token.ts:8' }
  await deliberate(loop, run, 'sentinel', 'qa', {
    says: `- S1: ${REAL_CHECK}. In src/token.ts:8 \`token === expected\` does not.`,
    verdict: 'FAIL',
    issues: [bug],
    patterns: [REAL_CHECK],
  })
  const upheld = await validate(loop, run, 'lens', {
    says: 'S1 is real.',
    verdict: 'FAIL',
    issues: [{ ...bug, id: 'L1' }],
  })
  assert.equal(upheld.gate.open, false, 'a FAIL reinforces nothing')
  await loop.recordOutcome({ run, result: 'success', observedBy: 'test', files: FILES, retryCount: 1 })
  tell(`  the sentinel caught a bug: ${REAL_CHECK}`)
  tell('  the lens upheld it, the builder fixed it, the tests passed')
  return before.pattern
}

/** The next change. What was caught comes back in the sentinel's block, is used again, and is credited. */
async function secondRun(loop: Mettle, run: string, demoted: string): Promise<void> {
  tell('\nRun 2: the admin page gets tokens, too')
  const task = 'check the token of the admin page'
  const judged = await loop.inject({ role: 'judge', run, phase: 'review', task, files: FILES })
  const order = judged.items.map(({ text }) => text)
  assert.ok(order.includes(SOUND), 'what nobody dismissed is still shown')
  assert.equal(order.at(-1), FALSE_ALARM, 'what was dismissed comes last')
  assert.match(judged.block, /write lock \(-1 net, 1x ignored\)/)
  assert.equal((await loop.pattern(demoted, { axes: true })).axes!.evidence.ignoreCount, 1)
  tell('  the judge reads about the lock last, with its record: 1x ignored')

  const block = await loop.inject({ role: 'sentinel', run, phase: 'qa', task, files: FILES })
  const check = block.items.find(({ text }) => text === REAL_CHECK)
  assert.ok(check, 'what caught a bug is in front of the sentinel again')
  tell(`  the sentinel reads:\n${block.block.replace(/^/gm, '    ')}`)

  await deliberate(loop, run, 'sentinel', 'qa', {
    says: `${REAL_CHECK}: src/token.ts:21 now calls \`timingSafeEqual(a, b)\`.`,
    verdict: 'PASS',
  })
  const ruling = await validate(loop, run, 'lens', {
    says: 'The check was made where it matters.',
    verdict: 'PASS',
  })
  assert.equal(ruling.evidenceLevel, 2)
  assert.ok(ruling.actions.some(({ kind, pattern }) => kind === 'credited' && pattern === check.pattern))
  await loop.recordOutcome({ run, result: 'success', observedBy: 'test', files: FILES, merged: true })

  const { axes } = await loop.pattern(check.pattern, { axes: true })
  const { evidence } = axes!
  assert.equal(evidence.reinforcements, 1)
  assert.ok(evidence.successes >= 1 && evidence.appliedRuns === 1 && evidence.helpfulCount === 1)
  const next = await loop.inject({ role: 'sentinel', run: 'run-3', phase: 'qa', task, files: FILES })
  assert.match(next.block, /leaks them \(2x validated\)/)
  tell('  it used it at src/token.ts:21, the lens passed it, the work was merged')
  tell('  the next block says of it: 2x validated')
}

async function deliberate(loop: Mettle, run: string, role: string, phase: string, report: Report): Promise<void> {
  const text = reportText(report)
  await loop.recordDeliberation({ text, role, run, phase, issue: run, changedFiles: FILES })
}

/** A validator's report is a deliberation as well; acting on it is another step. */
async function validate(loop: Mettle, run: string, validatorRole: string, report: Report) {
  await deliberate(loop, run, validatorRole, PHASE_OF[validatorRole] ?? 'review', report)
  return loop.correct({ run, validatorRole, verdict: reportText(report), changedFiles: FILES })
}

async function rankOf(loop: Mettle, role: string, text: string) {
  const patterns = await loop.patterns({ role, axes: true })
  const at = patterns.findIndex(({ pattern }) => pattern.text === text)
  assert.notEqual(at, -1, `there is a pattern '${text}'`)
  return { pattern: patterns[at]!.pattern.id, score: patterns[at]!.axes!.score, rank: at + 1 }
}

function tell(line: string): void {
  console.log(line)
}

function number(score: number): string {
  return score.toFixed(2)
}
