import { type Profiler, Session } from 'node:inspector'

/** Which blocks of our code have run since the last call, by V8's own coverage: fuzzers for Node need a native module or instrument everything. */
export class Coverage {
  readonly #session = new Session()

  constructor() {
    this.#session.connect()
    this.#session.post('Profiler.enable')
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** A name for each block that ran; how often is told as a power of two, since a loop that turns twice is news and one of 1001 turns is not. */
  taken(): string[] {
    let scripts: readonly Profiler.ScriptCoverage[] = []
    this.#session.post('Profiler.takePreciseCoverage', (_, answer) => {
      scripts = answer?.result ?? []
    })
    return scripts.flatMap(({ scriptId, url, functions }) =>
      url.includes('/src/') && !url.includes('/node_modules/')
        ? functions.flatMap(({ ranges }) =>
            ranges.flatMap(({ startOffset, endOffset, count }) =>
              count === 0 ? [] : [`${scriptId}:${startOffset}-${endOffset}:${Math.ceil(Math.log2(count))}`],
            ),
          )
        : [],
    )
  }

  close(): void {
    this.#session.disconnect()
  }
}
