import type { SuccessRate } from '../engine/success-rate.ts'
import { counted } from './counted.ts'

/** `applied in 3 of 5 iterations that saw it, success rate 0.40 (medium), flag REVIEW`. */
export function usageLine({ total, applied, rounded, confidence, flag, known, mode }: SuccessRate): string {
  if (total === 0) return 'in no iteration yet: UNTESTED'
  const seen = `applied in ${applied} of ${counted(total, 'iteration')} that saw it`
  if (!known) return `${seen}: UNTESTED`
  const rate = `success rate ${rounded.toFixed(2)}${mode === 'goal' ? ', weighed by the goal' : ''} (${confidence})`
  return [seen, rate, ...(flag === '' ? [] : [`flag ${flag}`])].join(', ')
}
