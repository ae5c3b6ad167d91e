import { type Estimate, estimate } from './interval.ts'
import { POLICY_NAMES, type PolicyName, SOURCES } from './policies/catalogue.ts'
import type { Judged, Scored, Share } from './score.ts'
import { VARIANT_NAMES, type VariantName } from './world/variants.ts'

/** One world lived through under one policy. */
export interface Played {
  readonly variant: VariantName
  readonly policy: PolicyName
  readonly seed: number
  readonly scored: Scored
}

/** What a policy did in the worlds of a variant. Points are hundredths of the share of runs that succeed. */
export interface Row {
  readonly policy: PolicyName
  readonly worlds: number
  /** Share of runs that succeed, in points. */
  readonly success: number
  /** Over no memory, and below the oracle, world by world. */
  readonly uplift?: Estimate
  readonly regret?: Estimate
  readonly lines: number
  readonly precision?: number
  readonly hurt: number
  readonly poison: number
  readonly reRaised: number
  readonly trust?: number
  readonly forget?: number
  readonly calibration?: number
  readonly judged?: JudgedRow
  /** Of the default profile, the uplift in each world, so that a later law can be compared world by world. */
  readonly uplifts?: { readonly [seed: string]: number }
}

/** What was said of single lessons, over all worlds. */
export interface JudgedRow {
  /** How far the probability that a lesson helps is from the share that does, over tenths. */
  readonly error: number
  /** How far it would be by chance alone if every probability were right: few lessons in a tenth are never quite the share that was foretold. */
  readonly byChance?: number
  readonly lessons: number
  readonly proven: Share
  readonly warnings: Share
  readonly noEffect: Share
  readonly helpful?: Share
}

export interface VariantReport {
  readonly variant: VariantName
  readonly rows: readonly Row[]
  /** The documented formula that did best here, and by how much each profile of the library is above it. */
  readonly bestSource?: PolicyName
  readonly over?: { readonly [policy: string]: Estimate }
}

export const PROFILES = ['classic', 'bayes'] as const satisfies readonly PolicyName[]

export function reportOf(played: readonly Played[]): VariantReport[] {
  return VARIANT_NAMES.flatMap((variant) => {
    const here = played.filter((one) => one.variant === variant)
    return here.length === 0 ? [] : [variantReport(variant, here)]
  })
}

function variantReport(variant: VariantName, played: readonly Played[]): VariantReport {
  const worlds = byPolicy(played)
  const rows = POLICY_NAMES.flatMap((policy) => rowOf(policy, worlds) ?? [])
  const bestSource = rows
    .filter(({ policy }) => SOURCES.includes(policy))
    .sort((a, b) => b.success - a.success)[0]?.policy
  if (bestSource === undefined) return { variant, rows }
  const over = PROFILES.flatMap((policy) => {
    const above = difference(worlds, policy, bestSource)
    return above === undefined ? [] : [[policy, above] as const]
  })
  return { variant, rows, bestSource, over: Object.fromEntries(over) }
}

type Worlds = ReadonlyMap<PolicyName, ReadonlyMap<number, Scored>>

function byPolicy(played: readonly Played[]): Worlds {
  const worlds = new Map<PolicyName, Map<number, Scored>>()
  for (const { policy, seed, scored } of played) worlds.set(policy, (worlds.get(policy) ?? new Map()).set(seed, scored))
  return worlds
}

function rowOf(policy: PolicyName, worlds: Worlds): Row | undefined {
  const all = [...(worlds.get(policy)?.values() ?? [])]
  if (all.length === 0) return undefined
  const mean = (of: (scored: Scored) => number | undefined) => estimate(all.flatMap((scored) => of(scored) ?? []))?.mean
  return compact({
    policy,
    worlds: all.length,
    success: 100 * mean(({ chance }) => chance)!,
    uplift: difference(worlds, policy, 'none'),
    regret: difference(worlds, 'oracle', policy),
    lines: mean(({ lines }) => lines)!,
    precision: mean(({ precision }) => precision),
    hurt: mean(({ hurt }) => hurt)!,
    poison: mean(({ poison }) => poison)!,
    reRaised: mean(({ reRaised }) => reRaised)!,
    trust: mean(({ trust }) => trust),
    forget: mean(({ forget }) => forget),
    calibration: mean(({ calibration }) => calibration),
    judged: judgedRow(all.flatMap(({ judged }) => judged ?? [])),
    uplifts: policy === 'bayes' ? differences(worlds, policy, 'none') : undefined,
  })
}

function judgedRow(all: readonly Judged[]): JudgedRow | undefined {
  const [first] = all
  if (first === undefined) return undefined
  const total = (of: (judged: Judged) => number) => all.reduce((sum, judged) => sum + of(judged), 0)
  const share = (of: (judged: Judged) => Share) => ({
    all: total((judged) => of(judged).all),
    of: total((judged) => of(judged).of),
  })
  const lessons = total(({ bins }) => bins.reduce((sum, bin) => sum + bin.lessons, 0))
  const off = first.bins.map((_, at) =>
    Math.abs(total(({ bins }) => bins[at]!.probability) - total(({ bins }) => bins[at]!.helpful)),
  )
  const chance = first.bins.map((_, at) => {
    const [n, sum] = [total(({ bins }) => bins[at]!.lessons), total(({ bins }) => bins[at]!.probability)]
    return n === 0 ? 0 : Math.sqrt(((2 / Math.PI) * sum * (n - sum)) / n)
  })
  return {
    error: off.reduce((sum, each) => sum + each, 0) / Math.max(1, lessons),
    byChance: chance.reduce((sum, each) => sum + each, 0) / Math.max(1, lessons),
    lessons,
    proven: share(({ proven }) => proven),
    warnings: share(({ warnings }) => warnings),
    noEffect: share(({ noEffect }) => noEffect),
    helpful: share(({ helpful }) => helpful),
  }
}

/** In points, world by world: the luck of the runs is the same, so only what was shown is compared. */
function difference(worlds: Worlds, one: PolicyName, other: PolicyName): Estimate | undefined {
  const all = differences(worlds, one, other)
  return all === undefined ? undefined : estimate(Object.values(all))
}

function differences(
  worlds: Worlds,
  one: PolicyName,
  other: PolicyName,
): { readonly [seed: string]: number } | undefined {
  const [mine, theirs] = [worlds.get(one), worlds.get(other)]
  if (mine === undefined || theirs === undefined) return undefined
  const shared = [...mine].flatMap(([seed, { chance }]) => {
    const matching = theirs.get(seed)
    return matching === undefined ? [] : [[seed, 100 * (chance - matching.chance)] as const]
  })
  return Object.fromEntries(shared)
}

function compact<T extends object>(row: T): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as Row
}
