import { type ChildProcess, fork } from 'node:child_process'
import type { PolicyName } from './policies/catalogue.ts'
import type { Scored } from './score.ts'
import type { Variant, VariantName } from './world/variants.ts'

/** A world to be lived through. */
export interface Job {
  readonly variant: VariantName
  readonly policy: PolicyName
  readonly seed: number
  readonly size: Partial<Variant>
}

export interface Done {
  readonly job: Job
  readonly scored: Scored
}

export interface Pool {
  readonly worker: string
  readonly processes: number
  /** No world is begun after this moment of the process. */
  readonly untilMs: number
  readonly onDone: (done: Done) => void
}

/** Lives worlds through in a few processes at a time, and tells of each as it ends. */
export async function playAll(jobs: readonly Job[], { worker, processes, untilMs, onDone }: Pool): Promise<void> {
  const waiting = [...jobs]
  await Promise.all(Array.from({ length: Math.min(processes, jobs.length) }, () => workThrough()))

  function workThrough(): Promise<void> {
    const child = fork(worker)
    return new Promise((resolve, reject) => {
      child.on('message', (done: Done) => {
        onDone(done)
        next(child)
      })
      child.on('error', reject)
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`A process of the gym ended with code ${code}.`)),
      )
      next(child)
    })
  }

  function next(child: ChildProcess): void {
    const job = performance.now() < untilMs ? waiting.shift() : undefined
    if (job === undefined) child.disconnect()
    else child.send(job)
  }
}
