import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { orElse } from '../domain/sets.ts'
import type { FailureLog, SwallowedFailure } from '../loop/sessions/spool.ts'
import { filesOf, unlessGone } from './files/files-of.ts'
import { makePrivateFolder, PRIVATE_FILE } from './files/private-files.ts'

/** Failures that the journal could not record because it failed itself. They are kept outside the project until it opens again; what one process took but did not record goes to the next. */
export function openFailureLog(stateFolder: string, home: string): FailureLog {
  const folder = join(stateFolder, 'failures')
  const name = createHash('sha256').update(home).digest('hex').slice(0, 24)
  const path = join(folder, `${name}.jsonl`)
  return {
    add(failure) {
      makePrivateFolder(folder)
      appendFileSync(path, `${JSON.stringify(failure)}\n`, { mode: PRIVATE_FILE })
    },
    async drain(ingest) {
      unlessGone(() => renameSync(path, join(folder, `${name}.${randomUUID()}.taken`)))
      const taken = filesOf(folder).filter((file) => file.startsWith(name) && file.endsWith('.taken'))
      for (const file of taken) {
        const text = unlessGone(() => readFileSync(join(folder, file), 'utf8'))
        if (text !== undefined) await ingest(failuresIn(text))
        rmSync(join(folder, file), { force: true })
      }
    },
  }
}

/** Lines torn by a crash are skipped. */
function failuresIn(text: string): SwallowedFailure[] {
  return text
    .split('\n')
    .map((line): unknown => orElse(() => JSON.parse(line), undefined))
    .filter(isFailure)
}

function isFailure(value: unknown): value is SwallowedFailure {
  const { id, at, part, code, message } = (value ?? {}) as Partial<SwallowedFailure>
  return Number.isSafeInteger(at) && [id, part, code, message].every((field) => typeof field === 'string')
}
