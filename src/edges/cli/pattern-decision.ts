import type { PatternDecided } from '../../loop/patterns/decide-pattern.ts'

/** What every decision about a pattern takes. */
export const decisionOptions = {
  reason: { kind: 'text', value: 'TEXT', required: true, summary: 'Why; it is kept and shown.' },
  by: { kind: 'text', value: 'NAME', summary: 'Who decides; else the user of this machine.' },
  axis: { kind: 'text', oneOf: ['lifecycle', 'maturity'], summary: 'Only this axis; else both.' },
} as const

export function decisionText({ pattern, changed, axes, before, after, warnings }: PatternDecided): string {
  const lines = axes.map((axis) => `  ${axis}: ${before[axis]} -> ${after[axis]}`)
  return [
    changed ? `Decided on ${pattern}:` : `Nothing to change about ${pattern}.`,
    ...(changed ? lines : []),
    ...warnings.map((warning) => `  note: ${warning}`),
  ].join('\n')
}
