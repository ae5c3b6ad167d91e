import type { Target } from '../target.ts'

/** Where each door is described. A group is loaded when one of its targets is asked for: the less is loaded, the faster V8 tells what ran. */
const GROUPS: readonly {
  readonly names: readonly string[]
  readonly load: () => Promise<readonly Target[]>
}[] = [
  {
    names: ['verdict', 'deliberation', 'acknowledgement', 'diff'],
    load: async () => (await import('./reports.ts')).REPORTS,
  },
  {
    names: ['redaction', 'sanitizer', 'command-line', 'output'],
    load: async () => (await import('./texts.ts')).TEXTS,
  },
  {
    names: ['toon', 'logs', 'json-import', 'yaml'],
    load: async () => (await import('./interchange.ts')).INTERCHANGE,
  },
  {
    names: ['hook-claude-code', 'hook-codex', 'hook-copilot', 'hook-gemini', 'hook-opencode', 'transcript'],
    load: async () => (await import('./hook-payloads.ts')).HOOK_PAYLOADS,
  },
  { names: ['hook-session'], load: async () => [(await import('./hook-session.ts')).hookSession] },
  {
    names: ['config', 'policy-file', 'client-settings', 'section'],
    load: async () => (await import('./settings.ts')).SETTINGS,
  },
  {
    names: ['shared-folder', 'session', 'records', 'laws'],
    load: async () => (await import('./facts.ts')).FACTS,
  },
  { names: ['precomputed-file', 'spool'], load: async () => (await import('./files.ts')).fileTargets() },
  { names: ['cli'], load: async () => [await (await import('./cli.ts')).cliTarget()] },
  { names: ['http', 'http-wire'], load: async () => (await import('./http.ts')).HTTP },
  { names: ['mcp'], load: async () => [(await import('./mcp.ts')).mcp] },
]

/** Every door, in the order in which they are tried. */
export const TARGET_NAMES: readonly string[] = GROUPS.flatMap(({ names }) => names)

/** Those that take inputs of any length; words of a command line and the head of a request are short by their nature. */
export const LONG_TARGET_NAMES: readonly string[] = TARGET_NAMES.filter(
  (name) => name !== 'cli' && name !== 'http-wire',
)

export async function targetCalled(name: string): Promise<Target> {
  const group = GROUPS.find(({ names }) => names.includes(name))
  const found = (await group?.load())?.find((target) => target.name === name)
  if (found === undefined) throw new Error(`there is no target ${name}`)
  return found
}
