import { readFileSync, statSync } from 'node:fs'
import type { HookSettings } from './hook-settings.ts'
import { isSettingVariable } from './settings-file.ts'

/** The form of the file; another one is not read, and the next writer replaces it. */
export const SETTINGS_FORM = 4

/** Settings for hooks, and the files they were read from as these were then. */
export interface PrecomputedSettings {
  readonly v: number
  readonly files: readonly FileState[]
  readonly values: HookSettings['values']
  readonly policyHash: string
  /** In JSON of its own, for most hooks do not ask for it. */
  readonly policy: string
}

/** A file as it was when it was read; one that was not there has no time. */
export interface FileState {
  readonly path: string
  readonly mtimeMs?: number
  readonly size?: number
}

/** The precomputed settings while they would be the same if read now; without `paths` the last that could be read. They cannot turn off the gate or a rule: the file lies in the project. */
export function readPrecomputedSettings(
  file: string,
  { paths, environment }: { paths?: readonly string[]; environment: Readonly<Record<string, unknown>> },
): HookSettings | undefined {
  const variables = Object.keys(environment)
  // Nearly always there is none of ours at all, which is told at once.
  if (variables.join().includes('METTLE_') && variables.some(isSettingVariable)) return undefined
  try {
    // A link to a device would never end.
    if (!statSync(file).isFile()) return undefined
    const settings = JSON.parse(readFileSync(file, 'utf8')) as PrecomputedSettings
    const { v, files, values } = settings
    const isSame =
      paths === undefined ||
      (files.length === paths.length && files.every((one, n) => one.path === paths[n] && stands(one)))
    const isGated = values['hook.gate'] === true && (values['safety.off'] as readonly string[])?.length === 0
    return v === SETTINGS_FORM && isSame && isGated ? asked(settings) : undefined
  } catch {
    return undefined
  }
}

/** The policy is read when it is first asked for. */
function asked({ values, policyHash, policy }: PrecomputedSettings): HookSettings {
  let read: HookSettings['policy'] | undefined
  return {
    values,
    policyHash,
    get policy() {
      read ??= JSON.parse(policy) as HookSettings['policy']
      return read
    },
  }
}

function stands({ path, mtimeMs, size }: FileState): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.mtimeMs === mtimeMs && stat?.size === size
}
