import type { Loop } from '../../src/loop/loop.ts'

/** Records runs of one adapter, each ending as said: `+` well, `-` with a failure of the type. */
export async function adapterRuns(
  loop: Pick<Loop, 'recordOutcome'>,
  ends: string,
  { adapter = 'github', failureType = 'auth', prefix = 'run' } = {},
): Promise<void> {
  for (const [index, end] of [...ends].entries())
    await loop.recordOutcome({
      run: `${prefix}-${index + 1}`,
      adapters: [adapter],
      retryCount: 0,
      ...(end === '+'
        ? { result: 'success' as const, qualityScore: 0.9 }
        : { result: 'failure' as const, qualityScore: 0.2, failureType }),
    })
}
