import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../domain/digest.ts'
import { AheadFile } from '../injection/ahead-file.ts'
import type { AheadKeeper } from '../loop/ahead.ts'
import { writeFileAtomically } from './atomic-write.ts'
import { openParts } from './file-parts.ts'
import { filesOf, ownFolder } from './files-of.ts'
import { findModel } from './load-embedder.ts'
import { policyPath, readBasePolicy } from './policy-file.ts'
import { readRegularText } from './regular-file.ts'
import type { Workspace } from './workspace.ts'

const SESSIONS_KEPT_MS = 30 * 86_400_000

interface AheadSources {
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
  /** What hooks need of the configuration, in JSON; throws while a file is wrong. */
  readonly settings: () => string
}

/** `ahead/`: what hooks read instead of the journal. Kept only where hooks have run or clients were set up. */
export function openAheadFolder(
  workspace: Workspace,
  { now, onFailure, settings }: AheadSources,
): AheadKeeper {
  const { home, hooks } = workspace
  const folder = join(hooks, 'ahead')
  const keep = (file: string, content: string | Uint8Array) => {
    try {
      writeFileAtomically(join(ownFolder(folder), file), content)
    } catch (error) {
      onFailure(error)
    }
  }
  let isNoted = false
  return {
    isWanted: () =>
      [join(hooks, 'spool'), folder, join(home, 'agents.json')].some((path) => existsSync(path)),
    note: () => {
      isNoted = true
    },
    isNoted: () => isNoted,
    stamp: () => stampIn(join(folder, 'patterns.bin')),
    keepPatterns: (bytes) => {
      keep('patterns.bin', bytes)
      forgetSessions(join(hooks, 'sessions'), now())
    },
    keepAnswers: (answers) => keep('answers.json', `${JSON.stringify({ v: 1, answers })}\n`),
    async keepPolicy() {
      const text = textOf(policyPath(workspace))
      if (text === undefined || digest(text) === keptPolicy(folder)) return
      try {
        const policy = await readBasePolicy(workspace)
        keep('policy.json', `${JSON.stringify({ v: 1, of: digest(text), policy })}\n`)
      } catch {
        // A file that is wrong is told of by who reads it; hooks ask for every step meanwhile.
      }
    },
    keepSettings() {
      try {
        const text = settings()
        if (text !== textOf(join(folder, 'settings.json'))) keep('settings.json', text)
      } catch {
        // As above; hooks read the settings themselves meanwhile.
      }
    },
    modelFile: () => findModel(),
  }
}

/** What hooks of a session remember is of no use once nobody takes the session up. */
function forgetSessions(folder: string, now: number): void {
  for (const name of filesOf(folder)) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat !== undefined && now - stat.mtimeMs > SESSIONS_KEPT_MS) rmSync(path, { force: true })
  }
}

function stampIn(file: string): string | undefined {
  try {
    const part = openParts(file)
    try {
      return new AheadFile(part.readAt).head.stamp
    } finally {
      part.close()
    }
  } catch {
    return undefined
  }
}

function keptPolicy(folder: string): string | undefined {
  try {
    return (JSON.parse(readRegularText(join(folder, 'policy.json'))) as { of?: string }).of
  } catch {
    return undefined
  }
}

function textOf(path: string): string | undefined {
  try {
    return readRegularText(path)
  } catch {
    return undefined
  }
}
