/** Journal sizes that the benchmarks share, so that each is built once. */
export const SIZES = { tiny: 1_000, small: 10_000, medium: 100_000, rebuilt: 200_000, large: 1_000_000 }

/** For trying out: the same benchmarks in seconds. */
export const QUICK_SIZES = { tiny: 500, small: 1_000, medium: 5_000, rebuilt: 10_000, large: 20_000 }
