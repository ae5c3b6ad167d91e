import type { Verb } from './define-verb.ts'
import { deliberations } from './deliberations.ts'
import { exchange } from './exchange.ts'
import { governance } from './governance.ts'
import { injection } from './injection.ts'
import { journal } from './journal.ts'
import { learning } from './learning.ts'
import { outcomes } from './outcomes.ts'
import { patterns } from './patterns.ts'
import { reports } from './reports.ts'
import { runs } from './runs.ts'
import { taskTrouble } from './task-trouble.ts'

export type Verbs = typeof reports &
  typeof patterns &
  typeof runs &
  typeof learning &
  typeof injection &
  typeof deliberations &
  typeof outcomes &
  typeof taskTrouble &
  typeof governance &
  typeof exchange &
  typeof journal

/** Every verb of the loop, in the order of the reference. */
export const VERBS: Verbs = {
  ...reports,
  ...patterns,
  ...runs,
  ...learning,
  ...injection,
  ...deliberations,
  ...outcomes,
  ...taskTrouble,
  ...governance,
  ...exchange,
  ...journal,
}

export type Addressed = {
  [V in keyof Verbs]: Verbs[V] extends { readonly address: string } ? V : never
}[keyof Verbs]

/** The library's arguments, from a call's named fields. */
export function argsOf({ args, input }: Verb, fields: Readonly<Record<string, unknown>>): unknown[] {
  const others = () => Object.entries(fields).filter(([field]) => !args?.includes(field))
  if (args === undefined) return input === undefined ? [] : [fields]
  return args.map((field) => (field === '...' ? Object.fromEntries(others()) : fields[field]))
}
