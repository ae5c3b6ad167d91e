import { spoken } from '../words.ts'

const TONES: Readonly<Record<string, string>> = {
  success: 'good',
  proven: 'good',
  helping: 'good',
  new: 'calm',
  held: 'warn',
  doubted: 'quiet',
  retired: 'quiet',
  active: 'good',
  verified: 'good',
  established: 'calm',
  helpful: 'good',
  applied: 'good',
  allow: 'good',
  fine: 'good',
  passed: 'good',
  PASS: 'good',
  high: 'good',
  partial: 'warn',
  candidate: 'calm',
  observed: 'calm',
  cited: 'calm',
  shown: 'quiet',
  unknown: 'quiet',
  open: 'quiet',
  neutral: 'quiet',
  withheld: 'warn',
  warning: 'warn',
  waiting: 'warn',
  yes: 'warn',
  low: 'warn',
  misaligned: 'warn',
  aligned: 'good',
  strong: 'good',
  avoided: 'bad',
  works: 'good',
  regressed: 'bad',
  fixed: 'good',
  approved: 'good',
  reworded: 'good',
  rejected: 'bad',
  denied: 'warn',
  interrupted: 'warn',
  quarantined: 'warn',
  inverted: 'bad',
  merged: 'quiet',
  medium: 'warn',
  failure: 'bad',
  failed: 'bad',
  deprecated: 'bad',
  harmful: 'bad',
  deny: 'bad',
  broken: 'bad',
  FAIL: 'bad',
  avoid: 'bad',
}

/** A state in one word. The colour repeats the word, and never stands for it alone. */
export function Chip({ of, title }: { of: string; title?: string | undefined }) {
  return (
    <span class={`chip chip-${TONES[of] ?? 'quiet'}`} title={title}>
      {spoken(of)}
    </span>
  )
}
