import { METRICS, type MetricName, type Metrics } from '../../loop/journal/metrics.ts'
import type { Status } from '../../loop/reports/overview.ts'

/** Upper bounds of the buckets, by unit. */
const BUCKETS: Readonly<Record<string, readonly number[]>> = {
  '{token}': [50, 100, 200, 400, 800, 1_600, 3_200],
  ms: [1, 2, 5, 10, 25, 50, 100, 250, 1_000],
}
/** Adapter names come from outside, so series beyond this number are added up without a name. */
const MOST_SERIES = 500

interface Series {
  sum: number
  count: number
  /** Count of each bucket, not cumulative. */
  readonly buckets: number[]
}

/** The server's metrics for its own project since start, in Prometheus text format. */
export class Figures implements Metrics {
  readonly #series = new Map<MetricName, Map<string, Series>>()

  record(name: MetricName, value: number, attributes: Readonly<Record<string, string | boolean>>): void {
    const known = this.#series.get(name) ?? new Map<string, Series>()
    this.#series.set(name, known)
    const labels = labelsOf(METRICS[name].attributes, attributes)
    const key = known.has(labels) || known.size < MOST_SERIES ? labels : ''
    const series = known.get(key) ?? { sum: 0, count: 0, buckets: [] }
    known.set(key, series)
    const bucket = boundsOf(name).findIndex((bound) => value <= bound)
    if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
    series.sum = METRICS[name].kind === 'gauge' ? value : series.sum + value
    series.count += 1
  }

  text(): string {
    return (Object.keys(METRICS) as MetricName[]).map((name) => this.#family(name)).join('')
  }

  #family(name: MetricName): string {
    const { kind, summary } = METRICS[name]
    const title = prometheusName(name)
    const series = [...(this.#series.get(name) ?? [])]
    const lines = series.flatMap(([labels, input]) =>
      kind === 'histogram'
        ? histogram(title, labels, input, boundsOf(name))
        : [`${title}${braced(labels)} ${input.sum}`],
    )
    return family(title, kind, summary, lines)
  }
}

/** `mettle.gate.decisions` is `mettle_gate_decisions_total`. */
export function prometheusName(name: MetricName): string {
  return `${name.replaceAll('.', '_')}${METRICS[name].kind === 'counter' ? '_total' : ''}`
}

/** The figures of `mettle status` as gauges. */
export const STATUS_GAUGES: Readonly<Record<string, readonly [summary: string, of: (status: Status) => number]>> = {
  mettle_journal_events: ['Events in the journal.', ({ events }) => events],
  mettle_runs: ['Runs on record.', ({ runs }) => runs],
  mettle_patterns: ['Patterns.', ({ patterns }) => patterns.all],
  mettle_patterns_showable: ['Patterns that may be shown.', ({ patterns }) => patterns.showable],
  mettle_learnings_pending: [
    'Learnings that `mettle learn` has not processed yet.',
    ({ learnings }) => learnings.pending,
  ],
  mettle_errors_open: ['Unresolved errors of tasks.', ({ troubles }) => troubles.openErrors],
  mettle_tasks_struck_out: ['Tasks that failed three times.', ({ troubles }) => troubles.struckOut],
  mettle_overlays_tight: ['Adapters with a tight overlay.', ({ overlays }) => overlays.tight],
  mettle_overlays_stale: ['Tight overlays without a recent outcome.', ({ overlays }) => overlays.stale.length],
  mettle_parts_quiet: [
    'Components (capture, learning, injection) that have not reported for `doctor.quietDays`.',
    ({ quiet }) => quiet.parts.length,
  ],
  mettle_loop_failures_recorded: ['Failures of the loop on record.', ({ failures }) => failures],
  mettle_policy_current: [
    '1 if the documents were computed with the current policy, 0 if a rebuild is due.',
    ({ policyIsCurrent }) => Number(policyIsCurrent),
  ],
}

export function statusText(status: Status): string {
  const families = Object.entries(STATUS_GAUGES).map(([name, [summary, of]]) =>
    family(name, 'gauge', summary, [`${name} ${of(status)}`]),
  )
  return families.join('')
}

function family(name: string, kind: string, summary: string, lines: readonly string[]): string {
  return [`# HELP ${name} ${summary}`, `# TYPE ${name} ${kind}`, ...lines, ''].join('\n')
}

function histogram(name: string, labels: string, { sum, count, buckets }: Series, bounds: readonly number[]) {
  let below = 0
  const lines = bounds.map((bound, index) => {
    below += buckets[index] ?? 0
    return `${name}_bucket${braced(labels, `le="${bound}"`)} ${below}`
  })
  return [
    ...lines,
    `${name}_bucket${braced(labels, 'le="+Inf"')} ${count}`,
    `${name}_sum${braced(labels)} ${sum}`,
    `${name}_count${braced(labels)} ${count}`,
  ]
}

function boundsOf(name: MetricName): readonly number[] {
  return METRICS[name].kind === 'histogram' ? (BUCKETS[METRICS[name].unit] ?? []) : []
}

function braced(...labels: readonly string[]): string {
  const given = labels.filter((label) => label !== '')
  return given.length === 0 ? '' : `{${given.join(',')}}`
}

function labelsOf(names: readonly string[], attributes: Readonly<Record<string, string | boolean>>): string {
  return names
    .filter((name) => attributes[name] !== undefined)
    .map((name) => `${name}="${escaped(String(attributes[name]))}"`)
    .join(',')
}

/** Characters that are invisible or that some readers treat as a line break; dashboards display these labels. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu

function escaped(text: string): string {
  return text.replace(UNSEEN, '\ufffd').replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')
}
