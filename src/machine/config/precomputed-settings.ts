import { readFileSync, statSync } from 'node:fs'
import type { HookSettings } from './hook-settings.ts'
import { isSettingVariable } from './settings-file.ts'

/** The file's format version; other versions are not read, and the next writer replaces them. */
export const SETTINGS_FORM = 4

/** Settings for hooks, and the state of the files they were read from. */
export interface PrecomputedSettings {
  readonly v: number
  readonly files: readonly FileState[]
  readonly values: HookSettings['values']
  readonly policyHash: string
  /** Separate JSON, because most hooks do not need it. */
  readonly policy: string
}

/** A file's state when read; a missing one has no time. */
export interface FileState {
  readonly path: string
  readonly mtimeMs?: number
  readonly size?: number
}

/** The precomputed settings if still current; without `paths`, the last readable ones. They cannot turn off the gate or a rule, because the file is in the project. */
export function readPrecomputedSettings(
  file: string,
  { paths, environment }: { paths?: readonly string[]; environment: Readonly<Record<string, unknown>> },
): HookSettings | undefined {
  const variables = Object.keys(environment)
  // A quick test: nearly always none of our variables is set.
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

/** Parses the policy on first use. */
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
