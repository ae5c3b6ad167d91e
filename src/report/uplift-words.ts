import { UPLIFT, type Uplift } from '../engine/belief/uplift.ts'

/** What showing something changes, in a sentence that never says more than is known. */
export function upliftWords({ verdict, estimate = 0, low, high, moreRuns }: Uplift): string {
  switch (verdict) {
    case 'helps':
      return `helps: runs end well ${points(estimate)} more often (${span(low, high)})`
    case 'harms':
      return `harms: runs end well ${points(-estimate)} less often (${span(low, high)})`
    case 'no difference':
      return `makes no difference of ${points(UPLIFT.worthKnowing)} or more (${span(low, high)})`
    case 'unknown':
      return moreRuns === undefined
        ? 'not measured: nothing is withheld'
        : `not enough data yet, about ${roughly(moreRuns)} more ${moreRuns === 1 ? 'run' : 'runs'}`
  }
}

/** `18 points` of a hundred runs. */
function points(difference: number): string {
  const whole = Math.round(difference * 100)
  return whole === 1 ? '1 point' : `${whole} points`
}

/** `-4 to +31`, in points. */
export function span(low: number, high: number): string {
  return `${signed(low)} to ${signed(high)}`
}

export function signed(difference: number): string {
  const whole = Math.round(difference * 100)
  return whole > 0 ? `+${whole}` : String(whole || 0)
}

/** Two digits of a number that is an estimate itself: `3,600`. */
export function roughly(count: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  const rounded = Math.ceil(count / unit) * unit
  return String(rounded).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
