import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stepsOf } from '../../src/capture/session/session.ts'
import { lessonsIn } from '../../src/loop/learning/mine-lessons.ts'
import { factsOfSession } from '../../src/loop/sessions/list-sessions.ts'
import { type LivedStep, lived } from '../../test/worlds/session.ts'
import { testLoop } from '../../test/worlds/test-loop.ts'
import { rounded, wilsonLower } from '../extraction/score.ts'

/**
 * How well lessons are found in sessions without a model, by the labelled set in test/sessions.
 *
 * `tune-*` may be looked at while the rules are tuned, and `--misses` prints its misses; its figures are no claims. Of `held-*` only the
 * totals may be looked at, and its figures are the claims. Those from before anything was tuned are kept once, in
 * `session-lessons-blind.json`, and never written again. `fresh-*`, `last-*`, `proof-*`, `final-*`, `fifth-*` and `sixth-*` were labelled by others who had
 * not seen the rules; each is measured once, and what came out is kept as it was in `session-lessons-fresh.json` and its like.
 */
const HERE = import.meta.dirname
const SET = join(HERE, '..', '..', 'test', 'sessions')
const RESULTS = join(HERE, '..', 'results')
const GOALS = { precision: 0.9 }
const KINDS = ['error-fix', 'correction', 'denied', 'recurring-failure', 'repository-command'] as const

interface Label {
  readonly kind: (typeof KINDS)[number]
  readonly gist?: string
  readonly mentions: readonly (readonly string[])[]
}

interface Labelled {
  readonly id: string
  readonly earlier?: readonly { readonly steps: readonly LivedStep[] }[]
  readonly steps: readonly LivedStep[]
  readonly lessons: readonly Label[]
  readonly acceptable?: readonly Label[]
}

/** Labelled by others when the rules stood. */
type BlindSet = 'fresh' | 'last' | 'proof' | 'final' | 'fifth' | 'sixth'

interface Tally {
  labelled: number
  hit: number
  found: number
  right: number
}

const DAY_MS = 86_400_000

async function minedIn({ earlier = [], steps }: Labelled) {
  const { context, pass } = testLoop()
  for (const [index, session] of earlier.entries()) {
    await lived(context, `earlier-${index + 1}`, session.steps)
    pass(1)
  }
  await lived(context, 'now', steps, { at: context.now() + DAY_MS })
  return lessonsIn(context, stepsOf(await factsOfSession(context, 'now')))
}

function fits({ kind, mentions }: Label, mined: { as: string; lesson: string }): boolean {
  const text = mined.lesson.toLowerCase()
  return kind === mined.as && mentions.every((any) => any.some((word) => text.includes(word.toLowerCase())))
}

async function measure(set: 'tune' | 'held' | BlindSet, misses: string[]) {
  const tallies = Object.fromEntries(
    KINDS.map((kind) => [kind, { labelled: 0, hit: 0, found: 0, right: 0 } as Tally]),
  )
  const files = readdirSync(SET).filter((name) => name.startsWith(set) && name.endsWith('.json'))
  for (const file of files) {
    const session = JSON.parse(readFileSync(join(SET, file), 'utf8')) as Labelled
    const mined = await minedIn(session)
    for (const one of mined) {
      const isRight = session.lessons.some((label) => fits(label, one))
      if (!isRight && session.acceptable?.some((label) => fits(label, one))) continue
      tallies[one.as]!.found += 1
      if (isRight) tallies[one.as]!.right += 1
      else misses.push(`WRONG  ${session.id} ${one.as}: ${one.lesson}`)
    }
    for (const label of session.lessons) {
      tallies[label.kind]!.labelled += 1
      if (mined.some((one) => fits(label, one))) tallies[label.kind]!.hit += 1
      else misses.push(`missed ${session.id} ${label.kind}: ${label.gist} ${JSON.stringify(label.mentions)}`)
    }
  }
  const all = Object.values(tallies).reduce(
    (sum, one) => ({
      labelled: sum.labelled + one.labelled,
      hit: sum.hit + one.hit,
      found: sum.found + one.found,
      right: sum.right + one.right,
    }),
    { labelled: 0, hit: 0, found: 0, right: 0 },
  )
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, scored(tallies[kind]!)]))
  return { sessions: files.length, all: scored(all), ...kinds }
}

function scored({ labelled, hit, found, right }: Tally) {
  return {
    labelled,
    found,
    right,
    precision: found === 0 ? null : rounded(right / found),
    precisionAtLeast: rounded(wilsonLower(right, found)),
    recall: labelled === 0 ? null : rounded(hit / labelled),
    recallAtLeast: rounded(wilsonLower(hit, labelled)),
  }
}

/** A blind figure is blind only the first time, so what is there already stays as it came out. */
async function measureOnce(set: BlindSet) {
  const path = join(RESULTS, `session-lessons-${set}.json`)
  if (existsSync(path)) return
  const figures = { measured: 'once, blind', node: process.version, ...(await measure(set, misses)) }
  writeFileSync(path, `${JSON.stringify(figures, null, 2)}\n`)
}

const misses: string[] = []
const tune = await measure('tune', misses)
const held = await measure('held', [])
const BLIND = join(RESULTS, 'session-lessons-blind.json')
if (!existsSync(BLIND)) writeFileSync(BLIND, `${JSON.stringify({ tune, held }, null, 2)}\n`)
await measureOnce('fresh')
await measureOnce('last')
await measureOnce('proof')
await measureOnce('final')
await measureOnce('fifth')
await measureOnce('sixth')
const precision = held.all.precision ?? 0
const results = {
  goals: GOALS,
  met: precision >= GOALS.precision,
  /** With 95 % confidence, not only on average. */
  metForSure: held.all.precisionAtLeast >= GOALS.precision,
  node: process.version,
  tune: { measured: 'after tuning on it', ...tune },
  held: { measured: 'after tuning on the other half only', ...held },
}
writeFileSync(join(RESULTS, 'session-lessons.json'), `${JSON.stringify(results, null, 2)}\n`)
if (process.argv.includes('--misses')) console.log(misses.join('\n'))
console.log(JSON.stringify(results, null, 2))
