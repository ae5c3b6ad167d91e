import type { DescribedUplift } from '../../../src/loop/reports/uplift.ts'
import { number, percent } from '../words.ts'

export interface UpliftRow {
  readonly name: string
  readonly href?: string
  readonly uplift: DescribedUplift
}

const TONES = { helps: 'good', harms: 'bad', 'no difference': 'calm', unknown: 'quiet' } as const
const LEAST_SPAN = 0.1

/** The effects of showing patterns: one interval per row, on one scale, with no effect in the middle. The text says the same. */
export function UpliftPlot({ label, rows }: { label: string; rows: readonly UpliftRow[] }) {
  const span = spanOf(rows)
  return (
    <ul class="uplift" aria-label={label}>
      {rows.map(({ name, href, uplift }) => (
        <li key={href ?? name}>
          <span class="name">{href === undefined ? name : <a href={href}>{name}</a>}</span>
          <Interval uplift={uplift} span={span} />
          <span class="said">
            {uplift.words}
            <small>{runsOf(uplift)}</small>
          </span>
        </li>
      ))}
      <li class="uplift-ends" aria-hidden="true">
        <span />
        <span>
          <i>-{Math.round(span * 100)}</i>
          <i>no difference</i>
          <i>+{Math.round(span * 100)}</i>
        </span>
        <span>points of a hundred runs</span>
      </li>
    </ul>
  )
}

function Interval({ uplift, span }: { uplift: DescribedUplift; span: number }) {
  const { low, high, estimate, verdict } = uplift
  const at = (value: number) => 50 + (Math.max(-span, Math.min(span, value)) / span) * 50
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect class="fill-track" y="4" width="100" height="4" />
      <rect class={`fill tone-${TONES[verdict]}`} x={at(low)} y="3" width={at(high) - at(low)} height="6" />
      <rect class="fill-mark" x="49.75" width="0.5" height="12" />
      {estimate === undefined ? null : (
        <rect class="fill-estimate" x={at(estimate) - 0.5} y="1" width="1" height="10" />
      )}
    </svg>
  )
}

/** The least span that holds every known end, in tenths. */
function spanOf(rows: readonly UpliftRow[]): number {
  const ends = rows.flatMap(({ uplift: { low, high } }) => [-low, high])
  return Math.min(1, Math.ceil(Math.max(LEAST_SPAN, ...ends) * 10) / 10)
}

function runsOf({ shown, withheld }: DescribedUplift): string {
  if (shown.lines + withheld.lines === 0) return 'no run yet'
  const told = ({ lines, successes }: DescribedUplift['shown']) => `${percent(successes, lines)} of ${number(lines)}`
  return `ended well: ${told(shown)} with, ${told(withheld)} without`
}
