import { configError } from '../../domain/user-error.ts'
import type { Classifier } from '../../domain/values/session.ts'
import { POLICY, type Policy } from '../../engine/laws/policy.ts'
import { RETENTION, type Retention } from '../../engine/laws/retention.ts'
import type { TrustPlace } from '../gate/trust-file.ts'
import { CONFIG_NAMES, type ConfigName, type ConfigValue } from './keys.ts'
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

/** The settings for verbs, except the laws' numbers. */
export function loopSettings(config: Config) {
  const own = <T = number>(name: ConfigName) => config.values[name] as T
  const kept = Object.keys(RETENTION) as (keyof Retention)[]
  return {
    profile: own<'classic' | 'bayes'>('inject.profile'),
    holdout: { share: own('holdout.share'), runShare: own('holdout.runShare') },
    holdoutAfterRuns: own('holdout.afterRuns'),
    retention: retentionOf(config),
    retentionSet: kept.filter((name) => config.sources[`retention.${name}`] !== 'default'),
    quietDays: own('doctor.quietDays'),
    approvalMinutes: own('gate.approvalMinutes'),
    safetyOff: own<readonly string[]>('safety.off'),
    share: { trusted: own<readonly string[]>('share.trusted'), maxPerSource: own('share.maxPerSource') },
  }
}

/** How much of the past stays at hand, as configured. */
export function retentionOf(config: Config): Retention {
  const names = Object.keys(RETENTION) as (keyof Retention)[]
  return Object.fromEntries(names.map((name) => [name, config.values[`retention.${name}`]])) as Retention
}

function merged(fallback: unknown, value: ConfigValue): unknown {
  const isWeights = typeof value === 'object' && !Array.isArray(value)
  return isWeights ? { ...(fallback as object), ...value } : value
}

/** Settings that reach beyond the project, which no repository's file can set. */
export function workshopSettings(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  trust: TrustPlace,
) {
  const own = <T>(name: ConfigName) => config.values[name] as T
  const keyVariable = own<string>('classify.keyVariable')
  return {
    trust,
    collection: own<string>('learn.collection'),
    classifier: {
      by: own<Classifier>('classify.by'),
      command: own<readonly string[]>('classify.command'),
      url: own<string>('classify.url'),
      model: own<string>('classify.model'),
      key: keyVariable === '' ? undefined : environment[keyVariable],
      timeoutMs: own<number>('classify.timeoutMs'),
      mostCalls: own<number>('classify.maxCalls'),
      mostTokens: own<number>('classify.maxTokens'),
    },
  }
}

/** Settings that determine the open journal; they cannot change while it is open. */
const FIXED: readonly ConfigName[] = [
  'organisation',
  'project',
  'store.url',
  'store.path',
  'store.waitMs',
  'store.durable',
]

/** The settings that differ. A change of journal is refused, and then nothing changes. */
export function compareSettings(before: Config, after: Config): ConfigName[] {
  const changed = CONFIG_NAMES.filter(
    (name) => JSON.stringify(before.values[name]) !== JSON.stringify(after.values[name]),
  )
  const fixed = changed.filter((name) => FIXED.includes(name))
  if (fixed.length === 0) return changed
  throw configError(
    `${fixed.join(', ')} cannot change while the journal is open.`,
    'Start the process again; until then the settings stay as they were.',
  )
}
