import { decayLaw } from './decay.ts'
import type { Law } from './law.ts'
import { lifecycleLaw } from './lifecycle.ts'
import { patternScoreLaw } from './pattern-score.ts'

/** Every law that `mettle compute` can call, in the order in which `--list` shows them. */
export const LAWS: readonly Law[] = [decayLaw, patternScoreLaw, lifecycleLaw]
