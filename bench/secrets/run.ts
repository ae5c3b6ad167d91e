import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INNOCENT_LINES } from '../../test/secrets/innocent-lines.ts'
import { SESSION_LINES } from '../../test/secrets/session-lines.ts'
import { type Redactor, rated, type SecretScore, scoreCredSweeper, scoreLeakyRepo } from './score.ts'
import { secretlint } from './secretlint.ts'

/** How many secrets are found, and how much else is changed, on public collections that are not part of this repository. */
const GOALS = {
  leakyRepo: { recall: 0.9 },
  credSweeper: { recall: 0.92 },
  precision: 0.8,
  sessionLines: 57,
  innocentLines: 0,
}

const placed = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const misses: string[] = []

async function scores(redactor: Redactor): Promise<Record<string, SecretScore>> {
  const [leaky, sweeper] = [placed('leaky-repo'), placed('credsweeper')]
  return {
    ...(leaky !== undefined && existsSync(leaky) ? { leakyRepo: await scoreLeakyRepo(leaky, redactor, misses) } : {}),
    ...(sweeper !== undefined && existsSync(sweeper)
      ? { credSweeper: await scoreCredSweeper(sweeper, redactor, misses) }
      : {}),
    sessionLines: await scoreLines(redactor),
  }
}

async function scoreLines(redactor: Redactor): Promise<SecretScore> {
  const sum = { expected: SESSION_LINES.length, found: 0, changed: 0, right: 0 }
  for (const { text, secret } of SESSION_LINES) {
    const clean = await redactor(text)
    if (!clean.includes(secret)) sum.found++
    else misses.push(`session line | ${text}`)
    if (clean !== text) sum.changed++
  }
  sum.right = sum.changed
  for (const text of INNOCENT_LINES) if ((await redactor(text)) !== text) sum.changed++
  return rated(sum)
}

/** Start-up time in a fresh process, and time for a kilobyte of ordinary lines. */
async function cost(redactor: Redactor, loadMs: number) {
  const text = INNOCENT_LINES.join('\n').repeat(10)
  const rounds = 20
  await redactor(text)
  const start = performance.now()
  for (let round = 0; round < rounds; round++) await redactor(`${text}${round}`)
  const millisecondsPerKilobyte = (performance.now() - start) / rounds / (text.length / 1000)
  return {
    loadMs: Math.round(loadMs),
    millisecondsPerKilobyte: Math.round(millisecondsPerKilobyte * 1000) / 1000,
  }
}

const ourMisses: string[] = []
const start = performance.now()
const { redact } = await import('../../src/engine/secrets/redact.ts')
redact('password: none')
const ours: Redactor = (text) => redact(text).text
const loadMs = performance.now() - start
const others = placed('secretlint')
const result = {
  goals: GOALS,
  ours: { ...(await scores(ours)), ...(await cost(ours, loadMs)) },
  ...(others === undefined ? {} : { secretlint: await ofSecretlint(others) }),
}
async function ofSecretlint(folder: string) {
  ourMisses.push(...misses)
  const { redactor, loadMs: ready } = await secretlint(folder)
  return { ...(await scores(redactor)), ...(await cost(redactor, ready)) }
}
console.log(JSON.stringify(result, null, 2))
if (process.argv.includes('--misses')) for (const miss of others === undefined ? misses : ourMisses) console.log(miss)
if (process.argv.includes('--keep'))
  writeFileSync(join(import.meta.dirname, '..', 'results', 'secrets.json'), `${JSON.stringify(result, null, 2)}\n`)
