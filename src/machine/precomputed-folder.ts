import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PrecomputedKeeper } from '../loop/views/precompute.ts'
import { newestPrecomputed } from '../precomputed/precomputed-file.ts'
import { PRECOMPUTED_FILES } from '../precomputed/precomputed-layout.ts'
import { writeFileAtomically } from './files/atomic-write.ts'
import { type FileParts, filesOf, openParts, ownFolder, unlessGone } from './files/files-of.ts'
import { readableText } from './files/regular-file.ts'
import type { Workspace } from './files/workspace.ts'
import { sealedForHooks } from './gate/gate-keep.ts'
import { ANSWERS, type GatePlace } from './gate/gate-seal.ts'
import { findModel } from './load-embedder.ts'

const SESSIONS_KEPT_MS = 30 * 86_400_000

interface PrecomputedSources {
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
  readonly place: GatePlace
  /** The settings for hooks, in JSON; throws while a file is invalid. */
  readonly settings: () => string
}

/** `ahead/`: the files that hooks read instead of the journal. Written only where hooks have run or clients were connected. */
export function openPrecomputedFolder(
  workspace: Workspace,
  { now, onFailure, place, settings }: PrecomputedSources,
): PrecomputedKeeper {
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
    isWanted: () => [join(hooks, 'spool'), folder, join(home, 'agents.json')].some((path) => existsSync(path)),
    note: () => {
      isNoted = true
    },
    isNoted: () => isNoted,
    kept: () => keptIn(folder),
    keepPatterns: (bytes, what) => {
      keep(PRECOMPUTED_FILES[what], bytes)
      forgetSessions(join(hooks, 'sessions'), now())
    },
    keepAnswers: (answers) => {
      try {
        keep(ANSWERS, sealedForHooks(place, ANSWERS, JSON.stringify(answers)))
      } catch (error) {
        onFailure(error)
      }
    },
    keepSettings() {
      try {
        const text = settings()
        if (text !== readableText(join(folder, 'settings.json'))) keep('settings.json', text)
      } catch {
        // The reader of an invalid file reports it; meanwhile hooks read the settings themselves.
      }
    },
    modelFile: () => findModel(),
  }
}

/** Removes hook memory of old sessions, which nobody resumes. */
function forgetSessions(folder: string, now: number): void {
  for (const name of filesOf(folder)) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat !== undefined && now - stat.mtimeMs > SESSIONS_KEPT_MS) rmSync(path, { force: true })
  }
}

function keptIn(folder: string): ReturnType<PrecomputedKeeper['kept']> {
  const parts: FileParts[] = []
  const close = () => {
    for (const part of parts) part.close()
  }
  try {
    const file = newestPrecomputed((name) => {
      const part = unlessGone(() => openParts(join(folder, name)))
      if (part !== undefined) parts.push(part)
      return part?.readAt
    })
    if (file !== undefined) return { file, close }
  } catch {
    // Damaged; will be rewritten.
  }
  close()
  return undefined
}
