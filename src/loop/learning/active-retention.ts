import { readRetention } from '../../compat/formats/settings-yaml.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Retention } from '../../engine/laws/retention.ts'
import type { LoopContext } from '../context.ts'

/** One line of `.learnings/retention.yaml`. */
export interface Held {
  readonly key: string
  readonly value: number
  /** What holds instead, because a person set it. */
  readonly overruledBy?: number
}

const FILE = 'retention.yaml'

/**
 * How much of the past stays: what a person set, else what `.learnings/retention.yaml` says, else the default. A file that cannot be
 * understood is no ground to remove anything.
 */
export async function activeRetention(
  context: LoopContext,
): Promise<{ readonly retention: Retention; readonly fromFile: readonly Held[] }> {
  const { retention, retentionSet = [] } = context.settings
  const text = (await context.workshop?.())?.learningsFile(FILE)
  if (text === undefined) return { retention, fromFile: [] }
  const inForce: Record<string, number> = { ...retention }
  const fromFile = readRetention(text).map((reading): Held => {
    if (reading.kind !== 'record' || reading.record.kind !== 'setting')
      throw new UserError(
        'config',
        `.learnings/${FILE}: ${'reason' in reading ? reading.reason : 'it holds no settings'}.`,
        'Mend it, or remove it to use the settings: mettle config',
      )
    const { key, value } = reading.record as { key: string; value: number }
    const name = key.slice('retention.'.length) as keyof Retention
    if (retentionSet.includes(name)) return { key, value, overruledBy: retention[name] }
    inForce[name] = value
    return { key, value }
  })
  return { retention: inForce as unknown as Retention, fromFile }
}
