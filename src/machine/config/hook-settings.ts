import { statSync } from 'node:fs'
import { type Policy, policyHash } from '../../engine/laws/policy.ts'
import { CONFIG_NAMES, type ConfigName, type ConfigValue } from './keys.ts'
import { type ConfigInputs, loadConfig } from './load.ts'
import { type FileState, type PrecomputedSettings, SETTINGS_FORM } from './precomputed-settings.ts'
import { policyOf } from './settings.ts'

/** The settings that a hook needs, precomputed because loading the table of all settings costs more than most hooks do. The copy holds only while both files are unchanged and no variable sets anything. */
export interface HookSettings {
  readonly values: { readonly [name in ConfigName]?: ConfigValue }
  readonly policy: Policy
  readonly policyHash: string
}

const NEEDED: readonly ConfigName[] = [
  'inject.embeddings',
  'holdout.share',
  'holdout.runShare',
  'holdout.afterRuns',
  'safety.off',
  'session.ask',
]

/** From the files and the environment. A repository's file cannot turn the gate off. */
export function loadHookSettings(inputs: ConfigInputs): HookSettings {
  const config = loadConfig(inputs)
  const policy = policyOf(config)
  const names = [...CONFIG_NAMES.filter((name) => name.startsWith('hook.')), ...NEEDED]
  const values = Object.fromEntries(names.map((name) => [name, config.values[name]]))
  return { values, policy, policyHash: policyHash(policy) }
}

/** The same without errors: an invalid file or environment is ignored, and the rest applies. */
export function usableSettings(
  inputs: ConfigInputs,
  { last, onProblem }: { last: () => HookSettings | undefined; onProblem: (problem: unknown) => void },
): HookSettings {
  try {
    return loadHookSettings(inputs)
  } catch (problem) {
    onProblem(problem)
    return last() ?? readableSettings(inputs)
  }
}

function readableSettings({ userFile, projectFile, trust, environment }: ConfigInputs): HookSettings {
  for (const some of [{ userFile, projectFile, trust }, { userFile, environment }, { userFile }, { environment }]) {
    try {
      return loadHookSettings(some)
    } catch {
      // Try again with fewer sources.
    }
  }
  return loadHookSettings({})
}

/** The same as a file for hooks, with its sources. It excludes settings from this process's environment. */
export function precomputedSettings({ userFile, projectFile, trust }: ConfigInputs): PrecomputedSettings {
  const files = [userFile, projectFile, trust?.file].flatMap((path) => (path === undefined ? [] : [stateOf(path)]))
  const inputs = { userFile, projectFile, trust }
  const { values, policy, policyHash } = loadHookSettings(inputs)
  return { v: SETTINGS_FORM, files, values, policyHash, policy: JSON.stringify(policy) }
}

function stateOf(path: string): FileState {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? { path } : { path, mtimeMs: stat.mtimeMs, size: stat.size }
}
