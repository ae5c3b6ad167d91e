import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { RecorderOrders } from './outcome-writer.mts'
import type { WriterOrders } from './writer.mts'

/** A process that writes to a journal. `acknowledged` are the ids of the events whose append has resolved there. */
export interface Writer {
  readonly acknowledged: string[]
  /** Resolves when it has opened the store and waits for `go`. */
  readonly ready: Promise<void>
  /** Resolves when the first append is acknowledged, or when it is gone. */
  readonly acknowledgedOne: Promise<void>
  go(): void
  /** SIGKILL, to this process alone. */
  kill(): void
  /** Resolves with the exit code when it is gone and all it said was heard; null when it was killed. */
  readonly gone: Promise<number | null>
  complaint(): string
  /** The error that it told as one for its user, if any. */
  error(): UserErrorTold | undefined
}

export interface UserErrorTold {
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** Starts a writer; `limit` is a line of `sh` that bounds it, `ulimit -f 100` for example. */
export function startWriter(file: string, orders: WriterOrders | RecorderOrders, limit?: string): Writer {
  const command = [process.execPath, file, JSON.stringify(orders)]
  const [program, ...words] = limit === undefined ? command : ['sh', '-c', `${limit}; exec "$@"`, 'sh', ...command]
  const child = spawn(program!, words, { stdio: 'pipe' })
  const acknowledged: string[] = []
  const { heard, ready, acknowledgedOne, error } = listen(child, acknowledged)
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  child.stdin.on('error', () => undefined)
  const closed = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    acknowledged,
    ready,
    acknowledgedOne,
    go: () => child.stdin.write('go\n'),
    kill: () => child.kill('SIGKILL'),
    gone: Promise.all([closed, heard]).then(([code]) => code),
    complaint: () => complaint,
    error,
  }
}

function listen(child: ChildProcessWithoutNullStreams, acknowledged: string[]) {
  let told: UserErrorTold | undefined
  const lines = createInterface({ input: child.stdout })
  const until = (event: string) => new Promise<void>((resolve) => void lines.once(event, () => resolve()))
  const heard = until('close')
  const ready = Promise.race([until('ready'), heard])
  const acknowledgedOne = Promise.race([until('acknowledged'), heard])
  lines.on('line', (line) => {
    if (line === 'ready') lines.emit('ready')
    else if (line.startsWith('error ')) told = JSON.parse(line.slice(6))
    else {
      acknowledged.push(...line.split(' '))
      lines.emit('acknowledged')
    }
  })
  return { heard, ready, acknowledgedOne, error: () => told }
}
