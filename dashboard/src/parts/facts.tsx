import type { DescribedEvent } from '../../../src/report/tell-fact.ts'
import { linkTo } from '../router.ts'
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
                <a class="quiet mono" href={linkTo(`runs/${run}`)}>
                  {run.length > 16 ? `${run.slice(0, 8)}…` : run}
                </a>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
