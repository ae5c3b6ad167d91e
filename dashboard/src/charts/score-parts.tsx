import type { PatternView } from '../../../src/loop/patterns/patterns.ts'

type Parts = PatternView['standing']['parts']

/** What each factor does to the score: the mark in the middle is 1, which changes nothing. */
export function ScoreParts({ parts }: { parts: Parts }) {
  const factors: [string, number][] = [
    ['success rate', parts.successRate],
    ['decay', parts.decay],
    ['strength', parts.categoryWeight],
    ['maturity', parts.multiplier],
    ...(parts.freshness === undefined ? [] : [['cited lines changed', parts.freshness] as [string, number]]),
  ]
  return (
    <dl class="score-parts">
      {factors.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect class="fill-track" width="100" height="6" />
              <rect
                class={value < 1 ? 'fill-warn' : 'fill-good'}
                x={value < 1 ? value * 50 : 50}
                width={Math.min(50, Math.abs(value - 1) * 50)}
                height="6"
              />
              <rect class="fill-mark" x="49.5" width="1" height="6" />
            </svg>
            × {value.toFixed(2)}
          </dd>
        </div>
      ))}
      {parts.boost === 0 ? null : (
        <div>
          <dt>context</dt>
          <dd>+ {parts.boost.toFixed(2)}</dd>
        </div>
      )}
    </dl>
  )
}
