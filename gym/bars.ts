import type { Estimate } from './interval.ts'
import type { VariantReport } from './report.ts'
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

function bar(name: string, least: number, measured: number): Bar {
  return { bar: name, least, measured, met: measured >= least }
}
