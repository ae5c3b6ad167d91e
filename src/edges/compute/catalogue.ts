import * as belief from './belief-laws.ts'
import * as governance from './governance-laws.ts'
import type { Law } from './law.ts'
import * as pattern from './pattern-laws.ts'
import * as task from './task-laws.ts'
import * as text from './text-laws.ts'

/** Every law that `mettle compute` can call: all that these files export, by name. */
export const LAWS = [pattern, belief, task, governance, text]
  .flatMap((laws): readonly Law[] => Object.values(laws))
  .sort((a, b) => (a.name < b.name ? -1 : 1))
