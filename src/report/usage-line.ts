import { failsWhenApplied, type SuccessRate } from '../engine/standing/success-rate.ts'
import { counted } from './counted.ts'

/** `applied in 3 of 5 iterations that saw it, success rate 0.40 (medium), flag REVIEW`. */
export function usageLine(usage: SuccessRate): string {
  const { total, applied, rounded, confidence, flag, known, mode } = usage
  if (total === 0) return 'in no iteration yet: UNTESTED'
  const seen = `applied in ${applied} of ${counted(total, 'iteration')} that saw it`
  if (!known) return `${seen}: UNTESTED`
  const rate = `success rate ${rounded.toFixed(2)}${mode === 'goal' ? ', weighed by the goal' : ''} (${confidence})`
  return [seen, rate, ...(flag === '' ? [] : [`flag ${flag}${forWantOfUse(usage)}`])].join(', ')
}

/** The flag as a column has room for it: a pattern that is seldom needed is not one that fails. */
export function flagWord(usage: SuccessRate): string {
  return forWantOfUse(usage) === '' ? usage.flag : `${usage.flag}, seldom used`
}

/** A proven pattern that is shown to every run and needed by few carries the flag, too; it says nothing against it. */
function forWantOfUse(usage: SuccessRate): string {
  if (usage.flag !== 'PRUNE' || failsWhenApplied(usage)) return ''
  return ' for want of use: shown often and seldom applied, and where it is applied it holds'
}
