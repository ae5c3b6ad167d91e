import type { Classifier } from '../../domain/values/session.ts'
import type { TrustPlace } from '../gate/trust-place.ts'
import type { ConfigName } from './keys.ts'
import type { Config } from './load.ts'

/** What reaches beyond the project is a person's own choice: no repository's file sets any of it. */
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
