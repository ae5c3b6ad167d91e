import type { Estimate } from './interval.ts'
import type { VariantReport } from './report.ts'
import type { Share } from './score.ts'
import type { VariantName } from './world/variants.ts'

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
 * end of the 95 % interval. What was not played is not judged; what was undecided is judged by the further worlds alone.
 */
export function barsOf(reports: readonly VariantReport[], further: readonly VariantReport[] = []): Bar[] {
  return reports.flatMap((report) => {
    const { variant, over, bestSource } = report
    const above = variant === 'base' ? over?.bayes : undefined
    const again = further.find((one) => one.variant === variant)
    const uplift = aboveNothing(again ?? report)
    const worlds = again === undefined ? '' : `, in ${uplift?.n} further worlds`
    return [
      ...(above === undefined
        ? []
        : [bar(`bayes above the best documented formula (${bestSource})`, LEAST_ABOVE_SOURCES, above.low)]),
      ...(uplift === undefined ? [] : [bar(`bayes above no memory, ${variant}${worlds}`, 0, uplift.low)]),
      ...judgedBars(report),
    ]
  })
}

/** Variants in which the worlds of the report cannot tell whether bayes is above or below no memory. */
export function undecided(reports: readonly VariantReport[]): VariantName[] {
  return reports.filter((report) => isUndecided(aboveNothing(report))).map(({ variant }) => variant)
}

function isUndecided(uplift: Estimate | undefined): boolean {
  return uplift !== undefined && uplift.low < 0 && uplift.high >= 0
}

function aboveNothing({ rows }: VariantReport): Estimate | undefined {
  return rows.find(({ policy }) => policy === 'bayes')?.uplift
}

/**
 * What is said of single lessons: of those called proven at least 90% help, of warnings at least 80% harm, of those without effect at most 5% are ever called proven, and the probability
 * is off by at most 0.05. As percentages that must be reached; what was never said is not judged.
 */
function judgedBars({ variant, rows }: VariantReport): Bar[] {
  const judged = rows.find(({ policy }) => policy === 'bayes')?.judged
  if (judged === undefined) return []
  const { proven, warnings, noEffect, error } = judged
  const share = (name: string, least: number, { all, of }: Share) =>
    all === 0 ? [] : [bar(`${name}, ${variant}`, least, (100 * of) / all)]
  return [
    ...share('lessons called proven that help, in %', 90, proven),
    ...share('warnings that are right, in %', 80, warnings),
    ...share('lessons without effect never called proven, in %', 95, {
      all: noEffect.all,
      of: noEffect.all - noEffect.of,
    }),
    bar(`probability of each lesson right within, in %, ${variant}`, 95, 100 * (1 - error)),
  ]
}

function bar(name: string, least: number, measured: number): Bar {
  return { bar: name, least, measured, met: measured >= least }
}
