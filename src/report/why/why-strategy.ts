import type { Policy } from '../../engine/laws/policy.ts'
import { type StrategyRecord, strategyStanding } from '../../engine/laws/strategy-record.ts'
import { inversion } from '../../engine/standing/inversion.ts'
import { counted } from '../counted.ts'
import { leastMore } from './smallest-count.ts'
import type { Told, WhyNamed } from './why-named.ts'

const STATES = { works: 'it works', avoid: 'to be avoided', open: 'open' } as const
const EXAMPLES = 3

export function whyStrategy(record: StrategyRecord, told: Told, policy: Policy): WhyNamed {
  const { strategy, successes, failures } = record
  const { state, observations } = strategyStanding(record, policy)
  return {
    name: strategy,
    state: STATES[state],
    arithmetic: observations === 0 ? 'it was never tried' : arithmetic(record, policy),
    evidence: [
      `${counted(observations, 'observation')}: ${successes} succeeded, ${failures} failed`,
      ...record.examples.slice(0, EXAMPLES).map(exampleLine),
    ],
    whatWouldChangeIt: changes(record, policy),
    ...told,
  }
}

/** `failed 5 of 7 = 0.71; a warning from 0.6 on, once there are 3` */
function arithmetic({ successes, failures }: StrategyRecord, { inversion: policy }: Policy): string {
  const observations = successes + failures
  const share = (failures / observations).toFixed(2)
  return `failed ${failures} of ${observations} = ${share}; a warning from ${policy.failureRatioThreshold} on, once there are ${policy.minObservations}`
}

function exampleLine({ run = '', task = '', success }: StrategyRecord['examples'][number]): string {
  const where = [task, run].filter((name) => name !== '').join(' of ')
  return `${success ? 'succeeded' : 'failed'} in ${where === '' ? "someone's word" : where}`
}

function changes(record: StrategyRecord, policy: Policy): string[] {
  const standing = (more: { good?: number; bad?: number }) =>
    strategyStanding(
      {
        ...record,
        successes: record.successes + (more.good ?? 0),
        failures: record.failures + (more.bad ?? 0),
      },
      policy,
    ).state
  const { state } = strategyStanding(record, policy)
  const open = leastMore((good) => standing({ good }) !== 'avoid')
  const works = leastMore((good) => standing({ good }) === 'works')
  const avoid = leastMore((bad) => standing({ bad }) === 'avoid')
  const line = (what: string, more: number | undefined, noun: string) =>
    more === undefined ? [] : [`${what} after ${counted(more, noun)}${more === 1 ? '' : ' in a row'}`]
  return [
    ...(state === 'avoid' ? line('no longer a warning', open, 'more success') : []),
    ...(state === 'works' ? [] : line('told to have worked', works, 'more success')),
    ...(state === 'avoid' ? [] : line('a warning', avoid, 'more failure')),
  ]
}

/** What it takes for a pattern to turn into a warning, or back; by its feedback, counted in runs and words of people. */
export function inversionChanges(
  counts: { readonly helpful: number; readonly harmful: number },
  isInverted: boolean,
  { inversion: policy }: Policy,
): string[] {
  const { helpful, harmful } = counts
  const inverts = (good: number, bad: number) =>
    inversion({ content: '', kind: 'pattern', successes: good, failures: bad }, policy).inverts
  const figures = `failed ${harmful} of ${helpful + harmful}, and a warning stands from ${policy.failureRatioThreshold} on`
  const more = isInverted
    ? leastMore((n) => !inverts(helpful + n, harmful))
    : leastMore((n) => inverts(helpful, harmful + n))
  if (more === undefined) return []
  if (isInverted) return [`no longer turned into a warning after ${more} more helpful (${figures})`]
  return harmful === 0 ? [] : [`turned into a warning after ${more} more harmful (${figures})`]
}
