import { chance } from '../../../src/domain/numbers.ts'
import type { PatternView } from '../../../src/loop/patterns/patterns.ts'
import type { WhyPattern } from '../../../src/report/why/why-pattern.ts'
import { Act } from '../parts/act.tsx'
import { Chip } from '../parts/chip.tsx'
import { decidePatterns } from '../parts/decide-patterns.ts'
import { Page } from '../parts/page.tsx'
import { Shown, Whole } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { counted } from '../words.ts'
import { Reasons } from './pattern.tsx'

/** Two patterns side by side, for a person who has to say which one holds. */
export function ComparePage({ ids: [left, right] }: { ids: readonly [string, string] }) {
  const sides = [useSide(left), useSide(right)] as const
  const reason = sides[0].view.data?.conflicts?.find(({ pattern }) => pattern === right)?.reason
  return (
    <Page
      title="Compare two patterns"
      lead={
        reason === undefined ? 'Keep one, or keep both.' : `They conflict: ${reason}. Agents are shown at most one.`
      }
    >
      <Whole of={sides.flatMap(({ view, why }) => [view, why])}>
        <div class="columns">
          {sides.map(({ view, why }, index) => (
            <Shown key={index} of={view}>
              {(data) => (
                <section class="card compare" aria-label={data.pattern.text}>
                  <p>
                    <Chip of={data.standing.status} /> {data.standing.because}.
                  </p>
                  <h2>
                    <a href={linkTo(`patterns/${data.pattern.id}`)}>{data.text}</a>
                  </h2>
                  <dl class="terms">
                    <dt>Likely to help</dt>
                    <dd>
                      {data.standing.runs === 0 ? 'unknown' : chance(data.standing.helps)}, from{' '}
                      {counted(data.standing.runs, 'run')}
                    </dd>
                    <dt>Last used</dt>
                    <dd>
                      <Time at={data.pattern.lastUsedAt} />
                    </dd>
                    <dt>From</dt>
                    <dd>
                      {data.pattern.role}, seen {counted(data.pattern.sightings, 'time')}
                    </dd>
                  </dl>
                  <Shown of={why}>{(told) => <Reasons why={told} />}</Shown>
                  <div class="actions">
                    <Act isPrimary on={() => keep(data, index === 0 ? right : left)}>
                      Keep this, retire the other
                    </Act>
                  </div>
                </section>
              )}
            </Shown>
          ))}
        </div>
      </Whole>
    </Page>
  )
}

function useSide(id: string) {
  const path = `patterns/${encodeURIComponent(id)}`
  return { view: useResource<PatternView>(path), why: useResource<WhyPattern>(`${path}/why`) }
}

function keep({ text }: PatternView, other: string) {
  return decidePatterns('deprecate', [other], {
    title: 'Keep this pattern and retire the other?',
    detail: text,
    action: 'Keep this',
    done: 'The other pattern is retired.',
  })
}
