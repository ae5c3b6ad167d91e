import { didYouMean } from '../../domain/nearest.ts'
import { UserError } from '../../domain/user-error.ts'
import { LAWS } from './catalogue.ts'
import type { Law } from './law.ts'

const BY_NAME = new Map(LAWS.map((law) => [law.name, law]))

/** The law of that name; else an error with the nearest one. */
export function findLaw(name: string): Law {
  const law = BY_NAME.get(name)
  if (law !== undefined) return law
  throw new UserError(
    'unknown-law',
    `'${name}' is not a law.${didYouMean(name, [...BY_NAME.keys()])}`,
    'mettle compute --list',
  )
}
