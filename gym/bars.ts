import type { VariantReport } from './report.ts'

/** A promise, what was found, and whether it is kept. */
export interface Bar {
  readonly bar: string
  readonly least: number
  readonly measured: number
  readonly met: boolean
}

const LEAST_ABOVE_SOURCES = 2.5

/**
 * What the bayes profile must reach: in the base world at least 2.5 points above the best documented formula, and in every world at least as good as no memory. Both by the lower
 * end of the 95 % interval. What was not played is not judged.
 */
export function barsOf(reports: readonly VariantReport[]): Bar[] {
  return reports.flatMap(({ variant, rows, over, bestSource }) => {
    const above = variant === 'base' ? over?.bayes : undefined
    const uplift = rows.find(({ policy }) => policy === 'bayes')?.uplift
    return [
      ...(above === undefined
        ? []
        : [bar(`bayes above the best documented formula (${bestSource})`, LEAST_ABOVE_SOURCES, above.low)]),
      ...(uplift === undefined ? [] : [bar(`bayes above no memory, ${variant}`, 0, uplift.low)]),
    ]
  })
}

function bar(name: string, least: number, measured: number): Bar {
  return { bar: name, least, measured, met: measured >= least }
}
