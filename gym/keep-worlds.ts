import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Done, Job } from './pool.ts'

/** Worlds that were lived through before, by this very code: whoever stops a long run loses nothing. */
export interface KeptWorlds {
  find(job: Job): Done | undefined
  keep(done: Done): void
}

/** Beside the compiled worker, and named after its bytes: other code begins again. */
export function keptWorlds(worker: string): KeptWorlds {
  const code = createHash('sha256').update(readFileSync(worker)).digest('hex').slice(0, 16)
  const file = join(dirname(worker), `worlds-${code}.jsonl`)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const known = new Map(lines.flatMap(readLine).map((done) => [nameOf(done.job), done]))
  return {
    find: (job) => known.get(nameOf(job)),
    keep: (done) => appendFileSync(file, `${JSON.stringify(done)}\n`),
  }
}

/** A line that was cut off when the process died tells of no world. */
function readLine(line: string): Done[] {
  try {
    return [JSON.parse(line) as Done]
  } catch {
    return []
  }
}

function nameOf({ variant, policy, seed, size }: Job): string {
  return JSON.stringify([variant, policy, seed, size])
}
