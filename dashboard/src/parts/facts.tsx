import type { DescribedEvent } from '../../../src/report/tell-fact.ts'
import { RunLink } from './run-name.tsx'
import { Clock, Time } from './time.tsx'

/** What happened, line by line. */
export function Facts({
  of,
  withRuns = true,
  withClock = false,
}: {
  of: readonly DescribedEvent[]
  withRuns?: boolean
  withClock?: boolean
}) {
  return (
    <ul class="facts">
      {of.map(({ id, at, words, run }) => (
        <li key={id}>
          {withClock ? <Clock at={at} /> : <Time at={at} />}
          <span>
            {words}
            {run === undefined || !withRuns ? null : (
              <>
                {' '}
                <RunLink id={run} isQuiet />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
