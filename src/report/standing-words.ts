import { chance, grouped, quantity, roundTo } from '../domain/numbers.ts'
import type { Relapse, RelapseRate } from '../engine/belief/relapse.ts'
import type { Brief, Standing } from '../engine/standing/standing.ts'

export { standingLabel, statusBy } from '../engine/standing/standing.ts'

/** A count and its noun: `1 day`, `2 days`, `1 success`, `0.25 successes`, `1,200 runs`. */
export function counted(n: number, noun: string): string {
  return quantity(roundTo(n, 3), noun, `${noun}${noun.endsWith('s') ? 'es' : 's'}`)
}

/** `82%`. */
export function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}

/** `Helping: 82% likely to help, from 8 runs.` Where a person decided, `Proven, because ann decided so. Its 8 runs alone make it 82% likely to help.`; where no run is known, the status alone. */
export function statusWords({ status, helps, runs, decidedBy }: Brief): string {
  const title = `${status[0]!.toUpperCase()}${status.slice(1)}`
  const decided = decidedBy === undefined ? `${title}` : `${title}, because ${decidedBy} decided so`
  if (runs === 0) return `${decided}.`
  return decidedBy === undefined
    ? `${title}: ${chance(helps)} likely to help, from ${counted(runs, 'run')}.`
    : `${decided}. Its ${counted(runs, 'run')} alone ${runs === 1 ? 'makes' : 'make'} it ${chance(helps)} likely to help.`
}

/** The runs behind a standing, one row per kind: what they did, their number, and their results. */
export function evidenceRows({ evidence }: Pick<Standing, 'evidence'>): [string, string, string][] {
  const { applied, shown, withheld, difference, relapse } = evidence
  const row = (name: string, runs: number, some: number, did = 'ended well'): [string, string, string][] =>
    runs === 0 ? [] : [[name, grouped(runs), `${grouped(some)} ${did} (${percent(some / runs)})`]]
  const back = (name: string, { opportunities, relapses }: RelapseRate): [string, string, string][] =>
    row(name, opportunities, relapses, 'repeated it')
  return [
    ...row('followed it', applied.runs, applied.succeeded),
    ...row('were shown it, by a random draw', shown.runs, shown.successes),
    ...row('were not shown it, by the same draw', withheld.runs, withheld.successes),
    // An interval wider than half the possible range says less than whether the mistake came back.
    ...(difference === undefined || (difference.high - difference.low > 1 && relapse?.drop !== undefined)
      ? []
      : [['difference', '', differenceWords(difference)] as [string, string, string]]),
    ...(relapse === undefined ? [] : back('were shown it, and could repeat its mistake', relapse.shown)),
    ...(relapse === undefined ? [] : back('were not shown it, and could repeat it', relapse.withheld)),
  ]
}

function differenceWords({ estimate, low, high }: NonNullable<Standing['evidence']['difference']>): string {
  if (high - low > 1) return 'too early to tell'
  return `${signed(estimate)} points (95% interval ${span(low, high)})`
}

/** `6% of 48 runs with Mettle's lessons and 31% of 16 without (25 points less; at least 12 with 95% confidence)`. A drop is called more than chance only by the verdict. */
export function relapseWords({ shown, withheld, rates, low, high, verdict }: Relapse): string {
  const share = (rate: number, { opportunities }: RelapseRate) => `${percent(rate)} of ${counted(opportunities, 'run')}`
  const begin = 'Known mistakes came back in'
  if (rates === undefined) {
    const raw = shown.relapses / Math.max(1, shown.opportunities)
    return `${begin} ${share(raw, shown)} with Mettle's lessons; no run without them could show the same mistake yet.`
  }
  const least = verdict === 'prevents' ? Math.max(0, low) : Math.min(0, high)
  const decided = `; ${least === 0 ? 'more than chance explains' : `at least ${Math.abs(points(least))} with 95% confidence`}`
  const ends = [high, low].map((end) => off(points(Math.max(-1, Math.min(1, end))))).join(' to ')
  const open =
    verdict === 'unknown' ? `, 95% interval ${ends}; too few runs to be certain` : '; the lessons make no difference'
  const sure = verdict === 'prevents' || verdict === 'invites' ? decided : open
  const drop = points(rates.withheld - rates.shown)
  const both = `${share(rates.shown, shown)} with Mettle's lessons and in ${share(rates.withheld, withheld)} without`
  return `${begin} ${both} (${off(drop, ' points')}${sure}).`
}

function off(drop: number, unit = ''): string {
  return `${Math.abs(drop)}${unit}${drop === 0 ? '' : drop > 0 ? ' less' : ' more'}`
}

function points(share: number): number {
  return Math.round(share * 100)
}

export function evidenceLines(standing: Pick<Standing, 'evidence'>): string[] {
  return evidenceRows(standing).map(([name, runs, well]) =>
    runs === '' ? `${name}: ${well}` : `runs that ${name}: ${runs}, ${well}`,
  )
}

/** `-4 to +31`, in points. */
export function span(low: number, high: number): string {
  return `${signed(low)} to ${signed(high)}`
}

export function signed(difference: number): string {
  const whole = Math.round(difference * 100)
  return whole > 0 ? `+${whole}` : String(whole || 0)
}
