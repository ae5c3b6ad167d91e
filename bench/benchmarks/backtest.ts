import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { playWith } from '../../gym/play.ts'
import { libraryThat } from '../../gym/policies/library.ts'
import type { Scored } from '../../gym/score.ts'
import { BASE } from '../../gym/world/variants.ts'
import { makeWorld, type World } from '../../gym/world/world.ts'
import type { Backtest, Compared, OffPolicy } from '../../src/loop/injection/backtest.ts'
import { atLeast, type Benchmark, type Findings } from '../harness.ts'
import { type Figure, figure } from '../measure.ts'

/** Worlds that nothing was tuned on. */
const FIRST_SEED = 101
const RUNS = 120
const WORLDS = 12
/** Without random withholding, nothing is known about patterns not shown. Draws depend on the project name, so they are the same every time. */
const HOLDOUT = ['holdout.share=0.1', 'holdout.afterRuns=0', 'project=gym']

/** One world: the backtest's estimates after a run under the current settings, and the true result of each setting. */
interface Tried {
  readonly said: Backtest
  readonly present: Scored
  readonly tried: Scored
}

/**
 * What `mettle backtest` says about a change from classic to bayes, in gym worlds with known truth: each is played under classic, then the backtest runs,
 * then the same world is played under bayes. Outcomes are reported without error, so that estimates and truth measure the same thing.
 */
export const backtest: Benchmark = {
  name: 'backtest',
  async run({ quick, log }) {
    const size = quick ? { worlds: 2, runs: 40 } : { worlds: WORLDS, runs: RUNS }
    const worlds: Tried[] = []
    for (let n = 0; n < size.worlds; n++) {
      log(`world ${n + 1} of ${size.worlds}`)
      const world = () => makeWorld(FIRST_SEED + n, { ...BASE, runs: size.runs, outcomeNoise: 0 })
      const { said, present } = await backtested(world())
      worlds.push({ said, present, tried: await played(world(), 'bayes') })
    }
    return findings(worlds, size)
  },
}

async function backtested(world: World): Promise<Pick<Tried, 'said' | 'present'>> {
  let said: Backtest | undefined
  const memory = libraryThat(
    async (mettle, folder) => {
      const policyFile = join(folder, 'bayes.json')
      writeFileSync(policyFile, JSON.stringify({ inject: { profile: 'bayes' } }))
      said = await mettle.backtest({ policyFile, receipts: world.runs.length })
    },
    'inject.profile=classic',
    ...HOLDOUT,
  )
  const present = await playWith(world, await memory(world))
  return { said: said!, present }
}

async function played(world: World, profile: string): Promise<Scored> {
  return playWith(world, await libraryThat(async () => undefined, `inject.profile=${profile}`, ...HOLDOUT)(world))
}

function findings(worlds: readonly Tried[], size: { worlds: number; runs: number }): Findings {
  const [present, tried] = [estimates(worlds, 'present'), estimates(worlds, 'tried')]
  return {
    settings: { ...size, firstSeed: FIRST_SEED, holdoutShare: 0.1, present: 'classic', tried: 'bayes' },
    results: [
      ...prediction('AUC', worlds, ({ auc }) => auc),
      ...prediction('Brier', worlds, ({ brier }) => brier),
      ...both('tokens a request', 'tokens', worlds, ({ said }) => said.tokens),
      ...both('chance of a good end, played', 'of 1', worlds, ({ present, tried }) => ({
        present: present.chance,
        tried: tried.chance,
      })),
      ...told('classic', present, size.worlds),
      ...told('bayes', tried, size.worlds),
      figure(
        'same choice, replayed',
        'of 1',
        worlds.map(({ said }) => said.fidelity),
      ),
      share(
        'worlds in which the change is called worse',
        worlds.map(({ said }) => said.worse.length > 0),
      ),
    ],
    goals: [
      atLeast(
        'intervals of the present settings that hold the truth',
        0.8,
        present.filter(holdsTruth).length / Math.max(1, present.length),
      ),
    ],
  }
}

/** An estimate with its interval, and the true value. */
interface Estimate {
  readonly value: NonNullable<OffPolicy['value']>
  readonly truth: number
}

/** The estimates of worlds with enough data for one. */
function estimates(worlds: readonly Tried[], name: 'present' | 'tried'): Estimate[] {
  return worlds.flatMap(({ said, [name]: played }) => {
    const { value } = said.offPolicy[name]
    return value === undefined ? [] : [{ value, truth: played.chance }]
  })
}

function told(name: string, some: readonly Estimate[], worlds: number): Figure[] {
  const of = (measure: (one: Estimate) => number) => some.map(measure)
  const enough = share(
    `worlds with enough to estimate good ends, ${name}`,
    Array.from({ length: worlds }, (_, at) => at < some.length),
  )
  if (some.length === 0) return [enough]
  return [
    enough,
    figure(
      `estimate of good ends, ${name}`,
      'of 1',
      of(({ value }) => value.estimate),
    ),
    figure(
      `width of its interval, ${name}`,
      'of 1',
      of(({ value }) => value.high - value.low),
    ),
    figure(
      `estimate less truth, ${name}`,
      'of 1',
      of(({ value, truth }) => value.estimate - truth),
    ),
    share(`intervals that hold the truth, ${name}`, some.map(holdsTruth)),
  ]
}

function holdsTruth({ value, truth }: Estimate): boolean {
  return value.low <= truth && truth <= value.high
}

/** The share of true values, as a figure. */
function share(name: string, some: readonly boolean[]): Figure {
  const part = some.filter(Boolean).length / Math.max(1, some.length)
  return { ...figure(name, 'of 1', [part]), samples: some.length }
}

function prediction(
  name: string,
  worlds: readonly Tried[],
  pick: (all: NonNullable<Backtest['prediction']>) => Compared,
): Figure[] {
  const compared = worlds.flatMap(({ said }) => (said.prediction === undefined ? [] : [pick(said.prediction)]))
  return [
    ...both(name, 'of 1', compared, (one) => one),
    figure(
      `${name}, difference`,
      'of 1',
      compared.map(({ difference }) => difference.estimate),
    ),
  ]
}

function both<T>(
  name: string,
  unit: string,
  some: readonly T[],
  pick: (one: T) => { readonly present: number; readonly tried: number },
): Figure[] {
  return [
    figure(
      `${name}, classic`,
      unit,
      some.map((one) => pick(one).present),
    ),
    figure(
      `${name}, bayes`,
      unit,
      some.map((one) => pick(one).tried),
    ),
  ]
}
