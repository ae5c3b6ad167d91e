import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FailureLog, SwallowedFailure } from '../loop/ingest-failures.ts'

/**
 * Failures that could not be recorded in the journal, because the journal was what failed. They are kept outside of the project, one line
 * each, until the journal can be opened again. What was taken and not recorded, for the process died or the journal failed again, is taken up by
 * the next one.
 */
export function openFailureLog(stateFolder: string, home: string): FailureLog {
  const folder = join(stateFolder, 'failures')
  const name = createHash('sha256').update(home).digest('hex').slice(0, 24)
  const path = join(folder, `${name}.jsonl`)
  return {
    add(failure) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      appendFileSync(path, `${JSON.stringify(failure)}\n`, { mode: 0o600 })
    },
    async drain(ingest) {
      if (!existsSync(folder)) return
      if (existsSync(path)) renameSync(path, join(folder, `${name}.${process.pid}-${Date.now()}.taken`))
      const taken = readdirSync(folder).filter((file) => file.startsWith(name) && file.endsWith('.taken'))
      for (const file of taken) {
        await ingest(read(join(folder, file)))
        rmSync(join(folder, file), { force: true })
      }
    },
  }
}

/** Lines that were torn by a crash are passed over. */
function read(path: string): SwallowedFailure[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as SwallowedFailure]
      } catch {
        return []
      }
    })
}
