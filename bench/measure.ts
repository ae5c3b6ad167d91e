/** The cost of a case: median and 95th percentile of its samples. */
export interface Figure {
  readonly case: string
  readonly unit: string
  readonly p50: number
  readonly p95: number
  readonly samples: number
}

/** Something to be timed. It may return the milliseconds itself, where only a part of it counts. */
export interface Variant {
  readonly case: string
  run(): Promise<number | undefined> | number | undefined
}

/**
 * Times variants turn by turn, so that a busy machine slows all of them alike and their ratios hold. Each round starts with
 * another variant; the first rounds warm up and are not counted.
 */
export async function interleave(
  variants: readonly Variant[],
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Figure[]> {
  const samples = variants.map((): number[] => [])
  for (let round = -warmUp; round < rounds; round++) {
    for (let turn = 0; turn < variants.length; turn++) {
      const at = (turn + round + warmUp) % variants.length
      const ms = await timed(variants[at]!)
      if (round >= 0) samples[at]!.push(ms)
    }
  }
  return variants.map((variant, at) => figure(variant.case, 'ms', samples[at]!))
}

export function figure(name: string, unit: string, samples: readonly number[]): Figure {
  const sorted = [...samples].sort((a, b) => a - b)
  return {
    case: name,
    unit,
    p50: rounded(percentile(sorted, 0.5)),
    p95: rounded(percentile(sorted, 0.95)),
    samples: samples.length,
  }
}

/** The value below which a share of the sorted samples lies, between neighbours by proportion. `[1, 2, 4]` at 0.5: 2. */
export function percentile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** Four significant digits: more would be noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

async function timed(variant: Variant): Promise<number> {
  const start = performance.now()
  const own = await variant.run()
  return own ?? performance.now() - start
}

/** The share of cases that hold: of ones and zeros the mean. */
export function share(name: string, held: readonly number[]): Figure {
  const mean = rounded(held.reduce((sum, one) => sum + one, 0) / Math.max(1, held.length))
  return { case: name, unit: 'of 1', p50: mean, p95: mean, samples: held.length }
}
