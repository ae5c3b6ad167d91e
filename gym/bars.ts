import { digest } from '../src/domain/digest.ts'
import { BAYES } from '../src/engine/belief/bayes-policy.ts'
import { WHILE_OPEN } from '../src/engine/belief/pattern-value.ts'
import { BETS, RELAPSE } from '../src/engine/belief/relapse.ts'
import { STANDING } from '../src/engine/standing/standing.ts'
import { type Estimate, estimate } from './interval.ts'
import type { Row, VariantReport } from './report.ts'
import type { Share } from './score.ts'
import { hasMistakes, type VariantName } from './world/variants.ts'

/** A promise, what was found, and whether it is kept. */
export interface Bar {
  readonly bar: string
  readonly least: number
  readonly measured: number
  readonly met: boolean
  /** What is measured, if it is not the lower end of an interval. */
  readonly figure?: 'measured' | 'upper end' | 'at most'
}

/** The numbers of the default law, as one word: a kept result says by it which law it is of. */
export const LAW = digest(JSON.stringify([BAYES, RELAPSE, BETS, WHILE_OPEN, STANDING])).slice(0, 16)

/** The uplift of an earlier law, below which a later one must not fall. It is carried from one kept result to the next. */
export type Floors = { readonly [V in VariantName]?: Estimate & Pick<Row, 'uplifts'> }

/** The floors that a kept result names; if it names none, its own uplift. */
export function floorsOf(kept: { readonly floors?: Floors; readonly reports: readonly VariantReport[] }): Floors {
  if (kept.floors !== undefined) return kept.floors
  return Object.fromEntries(
    kept.reports.flatMap(({ variant, rows }) => {
      const row = rows.find(({ policy }) => policy === 'bayes')
      return row?.uplift === undefined ? [] : [[variant, { ...row.uplift, uplifts: row.uplifts }]]
    }),
  )
}

const LEAST_ABOVE_SOURCES = 2.5
const MOST_RERAISED = 60

/**
 * What the bayes profile must reach: in the base world at least 2.5 points above the best documented formula, and in every world at least as good as no memory. Both by the lower
 * end of the 95 % interval. What was not played is not judged; what was undecided is judged by the further worlds alone. In no world may it be below the law of the floors, by the upper
 * end of the interval of the difference, nor raise again what was rightly dismissed in the same place more than 60 times in 100 runs. Further worlds judge only if they are at least as
 * many: a run that was stopped decides nothing by a few.
 */
export function barsOf(
  reports: readonly VariantReport[],
  further: readonly VariantReport[] = [],
  floors: Floors = {},
): Bar[] {
  return reports.flatMap((report) => {
    const { variant, over, bestSource } = report
    const above = variant === 'base' ? over?.bayes : undefined
    const more = further.find((one) => one.variant === variant && worldsOf(one) >= worldsOf(report))
    const again = isUndecided(aboveNothing(report)) ? more : undefined
    const uplift = aboveNothing(again ?? report)
    const worlds = again === undefined ? '' : inFurther(again)
    return [
      ...(above === undefined
        ? []
        : [bar(`bayes above the best documented formula (${bestSource})`, LEAST_ABOVE_SOURCES, above.low)]),
      ...(uplift === undefined ? [] : [bar(`bayes above no memory, ${variant}${worlds}`, 0, uplift.low)]),
      ...floorBars(report, floors),
      ...judgedBars(report),
      ...eachBar(report, isNearMiss(report) ? more : undefined),
    ]
  })
}

/** World by world where the floor has the same worlds; else by the intervals of both means. */
function floorBars(report: VariantReport, floors: Floors): Bar[] {
  const { variant } = report
  const row = bayesRow(report)
  const floor = floors[variant]
  const above = row?.uplift === undefined || floor === undefined ? undefined : aboveFloor(row, floor)
  return [
    ...(above === undefined
      ? []
      : [
          {
            ...bar(`bayes not below the law of the floor, ${variant}`, 0, above),
            figure: 'upper end' as const,
          },
        ]),
    ...(row === undefined ? [] : [reRaisedBar(row, variant)]),
  ]
}

function aboveFloor({ uplift, uplifts = {} }: Row, floor: NonNullable<Floors[VariantName]>): number {
  const shared = Object.keys(uplifts).filter((seed) => floor.uplifts?.[seed] !== undefined)
  const paired = estimate(shared.map((seed) => uplifts[seed]! - floor.uplifts![seed]!))
  if (paired !== undefined && paired.n > 1) return paired.high
  const half = ({ low, high }: Estimate) => (high - low) / 2
  return uplift!.mean - floor.mean + Math.hypot(half(uplift!), half(floor))
}

function reRaisedBar({ reRaised }: Row, variant: VariantName): Bar {
  const met = reRaised <= MOST_RERAISED
  const name = `false positives raised again in 100 runs, ${variant}`
  return { bar: name, least: MOST_RERAISED, measured: reRaised, met, figure: 'at most' }
}

/** Variants in which the worlds of the report cannot tell whether bayes is above or below no memory. */
export function undecided(reports: readonly VariantReport[]): VariantName[] {
  return reports.filter((report) => isUndecided(aboveNothing(report))).map(({ variant }) => variant)
}

function isUndecided(uplift: Estimate | undefined): boolean {
  return uplift !== undefined && uplift.low < 0 && uplift.high >= 0
}

function aboveNothing(report: VariantReport): Estimate | undefined {
  return bayesRow(report)?.uplift
}

/** Of the lessons that help, how many must be proven within the 60 runs of a world in which sessions show whether their mistake came back, in %. */
const LEAST_PROVEN = 60

/**
 * What is said of single lessons: of those called proven at least 90% help, of warnings at least 80% harm, and of those without effect at most 5% are ever called proven. As percentages that must be reached; what was never said is not judged.
 */
function judgedBars(report: VariantReport): Bar[] {
  const { variant } = report
  const judged = bayesRow(report)?.judged
  if (judged === undefined) return []
  const { proven, warnings, noEffect, helpful } = judged
  const share = (name: string, least: number, { all, of }: Share) =>
    all === 0 ? [] : [bar(`${name}, ${variant}`, least, (100 * of) / all)]
  return [
    ...share('lessons called proven that help, in %', 90, proven),
    ...share('warnings that are right, in %', 80, warnings),
    ...share('lessons without effect never called proven, in %', 95, {
      all: noEffect.all,
      of: noEffect.all - noEffect.of,
    }),
    ...(hasMistakes(variant) && helpful !== undefined
      ? share('helpful lessons proven within 60 runs, in %', LEAST_PROVEN, helpful)
      : []),
  ]
}

const LEAST_RIGHT = 95

/** By further worlds where those of the report cannot tell. */
function eachBar(report: VariantReport, again: VariantReport | undefined): Bar[] {
  const judged = bayesRow(again ?? report)?.judged
  const worlds = again === undefined ? '' : inFurther(again)
  const name = `probability of each lesson right within, in %, ${report.variant}${worlds}`
  return judged === undefined ? [] : [bar(name, LEAST_RIGHT, 100 * (1 - judged.error))]
}

/** Variants that miss that bar by less than what chance alone adds if every probability is right: the few lessons of thirty worlds cannot tell. */
export function nearMisses(reports: readonly VariantReport[]): VariantName[] {
  return reports.filter(isNearMiss).map(({ variant }) => variant)
}

function isNearMiss(report: VariantReport): boolean {
  const { error = 0, byChance = 0 } = bayesRow(report)?.judged ?? {}
  const most = 1 - LEAST_RIGHT / 100
  return error > most && error - byChance < most
}

function bayesRow({ rows }: VariantReport): Row | undefined {
  return rows.find(({ policy }) => policy === 'bayes')
}

function worldsOf(report: VariantReport): number {
  return bayesRow(report)?.worlds ?? 0
}

function inFurther(again: VariantReport): string {
  return `, in ${worldsOf(again)} further worlds`
}

function bar(name: string, least: number, measured: number): Bar {
  return { bar: name, least, measured, met: measured >= least }
}
