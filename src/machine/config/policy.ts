import type { Holdout } from '../../engine/belief/holdout.ts'
import { POLICY, type Policy } from '../../engine/laws/policy.ts'
import { RETENTION, type Retention } from '../../engine/laws/retention.ts'
import { CONFIG_NAMES, type ConfigValue } from './keys.ts'
import type { Config } from './load.ts'

/** The numbers that the laws take, as configured. Weights that a file leaves out keep their defaults. */
export function policyOf(config: Config): Policy {
  const policy: Record<string, Record<string, unknown>> = {}
  for (const [part, defaults] of Object.entries(POLICY)) policy[part] = { ...defaults }
  for (const name of CONFIG_NAMES) {
    const [part, key] = name.split('.') as [string, string | undefined]
    const defaults = POLICY[part as keyof Policy] as Record<string, unknown> | undefined
    if (key === undefined || defaults === undefined || !(key in defaults)) continue
    policy[part]![key] = merged(defaults[key], config.values[name])
  }
  return policy as unknown as Policy
}

/** What is withheld at random, as configured. */
export function holdoutOf({ values }: Config): Holdout {
  return { share: values['holdout.share'] as number, runShare: values['holdout.runShare'] as number }
}

/** How much of the past stays at hand, as configured. */
export function retentionOf(config: Config): Retention {
  const names = Object.keys(RETENTION) as (keyof Retention)[]
  return Object.fromEntries(names.map((name) => [name, config.values[`retention.${name}`]])) as Retention
}

/** Which of the retention settings somebody set. */
export function retentionSet(config: Config): (keyof Retention)[] {
  const names = Object.keys(RETENTION) as (keyof Retention)[]
  return names.filter((name) => config.sources[`retention.${name}`] !== 'default')
}

function merged(fallback: unknown, value: ConfigValue): unknown {
  const isWeights = typeof value === 'object' && !Array.isArray(value)
  return isWeights ? { ...(fallback as object), ...value } : value
}
