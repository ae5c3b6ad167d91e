import type { DeliberationView } from '../../../src/loop/runs/record-deliberation.ts'
import { Chip } from '../parts/chip.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { counted } from '../words.ts'

/** What roles left behind, with their verdicts and how well those are founded. */
export function Deliberations() {
  const found = useResource<DeliberationView[]>('deliberations', { limit: 100 })
  return (
    <Page title="Deliberations" lead="What roles said, their verdicts, and the evidence for them.">
      <Shown of={found}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="No role has left anything yet.">
              <code>mettle deliberation record FILE</code>
            </Empty>
          ) : (
            <ul class="cards">
              {list.map((one) => (
                <li key={one.deliberation} class="card">
                  <One {...one} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Page>
  )
}

function One({ role, phase, issue, verdict, evidenceLevel, evidenceReason, at, run, text, tokens }: DeliberationView) {
  return (
    <details>
      <summary>
        <b>{role}</b>
        {verdict === 'none' ? null : <Chip of={verdict} />}
        <span class="quiet" title={evidenceReason}>
          evidence of level {evidenceLevel}
        </span>
        <span class="quiet">{[phase, issue].filter(Boolean).join(' · ')}</span>
        <Time at={at} />
      </summary>
      <p class="quiet">
        {run === undefined ? null : <a href={linkTo(`runs/${run}`)}>{run}</a>}
        {tokens === undefined ? '' : ` · ${counted(tokens.input + tokens.output, 'token')}`}
        {evidenceReason === undefined ? '' : ` · ${evidenceReason}`}
      </p>
      <pre>{text}</pre>
    </details>
  )
}
